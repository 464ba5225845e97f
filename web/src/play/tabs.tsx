// The panels of a table as tabs, with a menu for less important ones.

import { BookOpen, Ellipsis, Layers, Map as MapIcon, MessageCircle, ScrollText, type IconNode } from "lucide";
import { Icon } from "../icon";
import { Menu } from "../menu";
import { t } from "../texts";

/** The panels with tabs (`FIRST`), and those in the menu (`MORE`). */
export const FIRST = ["decide", "tracks", "log", "chat", "rules"] as const;
export const MORE = ["roster", "replay", "board", "table"] as const;
export type Panel = (typeof FIRST | typeof MORE)[number];

const ICONS: Record<(typeof FIRST)[number], IconNode> = { decide: MapIcon, tracks: Layers, log: ScrollText, chat: MessageCircle, rules: BookOpen };

export interface TabsProps {
  panel: Panel;
  /** Number of unread chat messages. */
  unread: number;
  onPanel: (panel: Panel) => void;
}

export function Tabs(props: TabsProps) {
  const { panel } = props;
  const tab = (one: Panel, icon?: IconNode) => (
    <button key={one} type="button" role="tab" id={`tab-${one}`} aria-selected={panel === one} aria-controls="panel" onClick={() => props.onPanel(one)}>
      {icon !== undefined && <Icon of={icon} size={22} />}
      <span>
        {t(`panel.${one}`)}
        {one === "chat" && props.unread > 0 && <b class="unread">{props.unread}</b>}
      </span>
    </button>
  );
  return (
    <div class="tabs">
      <div class="first" role="tablist" aria-label={t("panel.title")}>
        {FIRST.map((one) => tab(one, ICONS[one]))}
      </div>
      <Menu class={isMore(panel) ? "more chosen" : "more"} label={t("stage.more")} icon={Ellipsis}>
        <div role="tablist" aria-label={t("stage.more")}>
          {MORE.map((one) => tab(one))}
        </div>
      </Menu>
    </div>
  );
}

const isMore = (panel: Panel): boolean => (MORE as readonly Panel[]).includes(panel);
