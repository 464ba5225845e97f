import { cardsOf, loadCards } from "../cards/index";
import { gistOf } from "../cards/line";
import { useEffect } from "preact/hooks";
import type { Item } from "../protocol";
import { say, t } from "../texts";
import { Emblem } from "./emblems";
import type { Picking } from "./piece";

/** A card tile with number, icons, name and faction color, and on request what the card does. */
export function CardTile(props: Picking & { game: string; item: Item; text?: boolean }) {
  const { game, item } = props;
  useEffect(() => void loadCards(game).catch(() => undefined), [game]); // errors are reported when the cards are needed
  const thing = item.thing ?? "";
  const card = cardsOf(game)?.get(item.card ?? "");
  const tint = card?.tint;
  const face = (
    <>
      <span class="top" {...(tint == null ? {} : { style: { background: tint[0], color: tint[1] } })}>
        {item.value !== undefined && <b class="value">{item.value}</b>}
        {(item.symbols ?? []).map((icon, i) => (
          <span key={i} class="icon">
            <Emblem game={game} id={icon} size={16} />
          </span>
        ))}
        {item.glyph !== undefined && <Emblem game={game} id={item.glyph} size={22} />}
      </span>{" "}
      <span class="name">{say(game, item.name)}</span>{" "}
      {props.text === true && card !== undefined && <small class="gist">{gistOf(game, card, false)}</small>}
      {(item.notes ?? []).length > 0 && <small>{(item.notes ?? []).map((note) => say(game, note)).join(" · ")}</small>}
      {(item.checks ?? []).map((check, i) => (
        <small key={i} class={check.met ? "met" : "unmet"}>
          <span aria-label={t(check.met ? "panels.met" : "panels.unmet")}>{check.met ? "✓" : "✗"}</span> {say(game, check.text)}
        </small>
      ))}
    </>
  );
  const classes = `tile ${item.condition ?? ""} ${item.card === undefined && thing === "" ? "back" : ""}`;
  const shown = { "data-cards": [item.card, thing].filter(Boolean).join(" "), ...(thing === "" ? {} : { "data-id": thing }) };
  const chosen = thing !== "" && props.picked.includes(thing);
  if (thing !== "" && props.lit.has(thing)) {
    return (
      <button type="button" {...shown} class={`${classes} can ${chosen ? "chosen" : ""}`} aria-pressed={chosen} onClick={() => props.onPick(thing)}>
        {face}
        <span class="unseen">: {t("panels.pick")}</span>
      </button>
    );
  }
  return (
    <span {...shown} class={chosen ? `${classes} chosen` : classes} {...(item.card === undefined ? {} : { tabIndex: 0 })}>
      {face}
    </span>
  );
}
