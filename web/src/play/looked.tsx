// Captions on the stage: the name of the hovered thing, the measurement of the ruler, and the threat ranges shown.

import type { Player } from "../scenes/player";
import { ThreatLegend, type Threats } from "../stage/threats";
import { partName } from "./choosing/part-names";

export interface LookedProps {
  game: string;
  /** The hovered thing and its tooltip. */
  thing: string | null;
  told: string;
  /** The announcement of the ruler; "" if it is not used. */
  ruling: string;
  threats: Threats;
  /** Players of scenes, whose buttons need room. */
  players: readonly Player[];
}

export function Looked(props: LookedProps) {
  const { game, thing, told, ruling } = props;
  const words = ruling || (thing !== null ? told || partName(game, thing) : "");
  return (
    <>
      <p class={props.players.some((one) => one.playing.value) ? "look raised" : "look"} hidden={words === ""} aria-hidden="true">
        {words}
      </p>
      <p class="unseen" role="status">
        {ruling}
      </p>
      <ThreatLegend game={game} threats={props.threats} below={words !== ""} />
    </>
  );
}
