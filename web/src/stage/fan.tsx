// The hand of the open question, fanned at the lower edge of a wide stage; cards are picked as in the drawer.

import { CardTile } from "../panels/card-tile";
import type { PanelProps } from "../panels/table-panels";
import type { HandPanel, TablePanel } from "../protocol";
import { say } from "../texts";

const MOST = 9; // maximum number of cards; larger hands are in the drawer

const ROOMY = 5; // maximum number of cards that are wide enough for their texts

/** The hand to fan: the first one that contains a pickable card. */
export function fannedOf(panels: readonly TablePanel[], lit: ReadonlySet<string>): HandPanel | undefined {
  return panels.find((panel): panel is HandPanel => panel.kind === "hand" && panel.cards.length <= MOST && panel.cards.some((card) => lit.has(card.thing ?? "")));
}

export function Fan(props: PanelProps & { hand: HandPanel }) {
  const { hand, ...rest } = props;
  const roomy = hand.cards.length <= ROOMY;
  const middle = (hand.cards.length - 1) / 2;
  return (
    <ul class={roomy ? "fan roomy" : "fan"} aria-label={say(props.game, hand.title)} style={{ "--gaps": Math.max(1, hand.cards.length - 1) }}>
      {hand.cards.map((item, i) => (
        <li key={i} class={props.lit.has(item.thing ?? "") || props.picked.includes(item.thing ?? "") ? "raised" : ""} style={{ "--turn": `${(i - middle) * 2}deg`, "--drop": `${Math.abs(i - middle) * 3}px` }}>
          <CardTile {...rest} item={item} text={roomy} />
        </li>
      ))}
    </ul>
  );
}
