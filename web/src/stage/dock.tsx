// The dock at the edge of the stage, which opens drawers with panels of the game, such as tracks or hands.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { itemsOf } from "../panels/changes";
import { Emblem, EmblemDefs } from "../panels/emblems";
import { DrawerPanels, drawersOf, type Drawer, type PanelProps } from "../panels/table-panels";
import type { TablePanel } from "../protocol";
import { say, t } from "../texts";
import { Fan, fannedOf } from "./fan";

export interface DockProps extends PanelProps {
  panels: readonly TablePanel[];
  /** The key of the open drawer. */
  open: Signal<string>;
  /** Whether the shelf needs room beside it. */
  small: boolean;
}

export function Dock(props: DockProps) {
  const { panels, open, small, ...rest } = props;
  const dock = useRef<HTMLDivElement>(null);
  const drawers = drawersOf(panels);
  const shown = drawers.find((one) => one.key === open.value);
  const hand = fannedOf(panels, props.lit);
  if (drawers.length === 0) return null;
  const shut = () => {
    dock.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    open.value = "";
  };
  return (
    <>
      <EmblemDefs game={props.game} />
      {shown !== undefined && (
        <div class="stage-drawer" onKeyDown={(event) => event.key === "Escape" && shut()}>
          <DrawerPanels {...rest} drawer={shown} />
          <button type="button" class="shut" onClick={shut} aria-label={t("page.close")}>
            ×
          </button>
        </div>
      )}
      {hand !== undefined && <Fan {...rest} hand={hand} />}
      <div class={hand === undefined && !small ? "dock" : "dock small"} ref={dock} role="group" aria-label={t("panel.tracks")}>
        {drawers.map((one) => (
          <button
            key={one.key}
            type="button"
            class={isAsked(one, props.lit) ? "asked" : ""}
            aria-expanded={one === shown}
            title={say(props.game, one.title)}
            onClick={() => (open.value = one === shown ? "" : one.key)}
          >
            <Emblem game={props.game} id={glyphOf(one)} size={20} />
            <span>{say(props.game, one.title)}</span>{" "}
            {valueOf(one) !== "" && <b>{valueOf(one)}</b>}
          </button>
        ))}
      </div>
    </>
  );
}

/** The glyph of a drawer: that of its first panel with one, by default that of the kind of panel. */
function glyphOf(drawer: Drawer): string {
  const kind = drawer.panels[0]?.kind;
  return drawer.panels.find((panel) => panel.glyph !== undefined)?.glyph ?? (kind === undefined ? "" : GLYPHS[kind]);
}

/** The value of a drawer's first panel with one. */
const valueOf = (drawer: Drawer): string => drawer.panels.find((panel) => panel.value !== undefined)?.value ?? "";

const GLYPHS: Record<TablePanel["kind"], string> = {
  counters: "count",
  deck: "card",
  hand: "hand",
  heading: "",
  legend: "keyword",
  roster: "figures",
  track: "initiative",
};

/** Whether an option refers to something in a drawer. */
function isAsked(drawer: Drawer, lit: ReadonlySet<string>): boolean {
  return drawer.panels.some((panel) => lit.has(panel.thing ?? "") || itemsOf(panel).some((item) => lit.has(item.thing ?? "")));
}
