// Overlays on the drawing: spots for placing, the handle of a ghost, the cursor, the mark of the ruler.

import type { Option, Placing } from "../protocol";
import type { Box } from "./box";

const GRIP = 3; // distance of the turning grip from the centre of a ghost, in units of length

/** A spot for an option that places something, with its front. */
export function Spot(props: { option: Option; at: Placing; unit: number }) {
  const { at, option, unit } = props;
  return (
    <g class="spot" data-spot={option.do} transform={`translate(${at.x} ${at.y}) rotate(${at.turn ?? 0})`}>
      <circle r={unit * 0.45} />
      <path d={`M${-unit * 0.3} ${-unit * 0.5}L0 ${-unit * 1.1}L${unit * 0.3} ${-unit * 0.5}z`} />
    </g>
  );
}

/** A frame around the thing under the keyboard cursor. */
export function Cursor(props: { boxes: Box[] }) {
  return props.boxes.map(({ x, y, w, h }, i) => <rect key={i} class="cursor" x={x} y={y} width={w} height={h} />);
}

/** The keyboard position of the ruler. */
export function Mark(props: { at: Placing; unit: number }) {
  const far = props.unit * 0.6;
  return <path class="rule-mark" d={`M${props.at.x - far} ${props.at.y}h${2 * far}M${props.at.x} ${props.at.y - far}v${2 * far}`} />;
}

/** The handle to drag and turn a ghost. */
export function Handle(props: { at: Placing; unit: number }) {
  const { at, unit } = props;
  const far = -GRIP * unit;
  return (
    <g class="handle" aria-hidden="true" transform={`translate(${at.x} ${at.y}) rotate(${at.turn ?? 0})`}>
      <circle class="grip" r={unit * 2} />
      <line x1={0} y1={-unit} x2={0} y2={far} />
      <circle class="turner" cy={far} r={unit * 0.7} />
    </g>
  );
}
