// An item in a panel: opens its card, and can be picked if an option refers to it.

import type { Item } from "../protocol";
import { say, t } from "../texts";
import { Emblem, hasEmblem } from "./emblems";

/** The state of the open question that panels display. */
export interface Picking {
  /** Things that can be picked. */
  lit: ReadonlySet<string>;
  picked: readonly string[];
  onPick: (thing: string) => void;
}

export interface PieceProps extends Picking {
  game: string;
  item: Item;
  /** Whether to show the name beside the picture. */
  named?: boolean;
  size?: number;
  class?: string;
}

/** The label of an item: name, count, value and notes. */
export function wordsOf(game: string, item: Item): string {
  const name = say(game, item.name) + ((item.count ?? 1) > 1 ? ` ×${item.count}` : "") + (item.value === undefined ? "" : ` (${item.value})`);
  return [name, ...(item.notes ?? []).map((note) => say(game, note))].join(", ");
}

export function Piece(props: PieceProps) {
  const { game, item } = props;
  const words = wordsOf(game, item);
  const named = props.named === true || !hasEmblem(game, item.glyph ?? "");
  const thing = item.thing ?? "";
  const can = thing !== "" && props.lit.has(thing);
  const face = (
    <>
      {item.glyph !== undefined && <Emblem game={game} id={item.glyph} size={props.size ?? 28} />}
      {named && item.value !== undefined && <b class="value">{item.value}</b>}
      {named && <span class="name">{say(game, item.name)}</span>}
      {(item.count ?? 1) > 1 && <b class="count">×{item.count}</b>}
    </>
  );
  const classes = `piece ${props.class ?? ""} ${item.condition ?? ""} ${named ? "named" : ""}`;
  const shown = { title: words, "data-cards": [item.card, thing].filter(Boolean).join(" ") };
  if (can) {
    const chosen = props.picked.includes(thing);
    return (
      <button type="button" {...shown} class={`${classes} can ${chosen ? "chosen" : ""}`} aria-pressed={chosen} {...(named ? {} : { "aria-label": `${words}: ${t("panels.pick")}` })} data-id={thing} onClick={() => props.onPick(thing)}>
        {face}
        {named && <span class="unseen">: {t("panels.pick")}</span>}
      </button>
    );
  }
  return (
    <span {...shown} class={classes} role="img" aria-label={words} {...(thing === "" ? {} : { "data-id": thing })} {...(item.card === undefined ? {} : { tabIndex: 0 })}>
      {face}
    </span>
  );
}
