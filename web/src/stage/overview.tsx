// The overview: the whole board in small, with a frame around what is seen; a click or a drag moves the camera there.

import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import { boxOf } from "./box";
import type { Camera } from "./camera";

export function Overview(props: { camera: Camera; names: string; ready: boolean }) {
  const { camera } = props;
  const picture = useRef<SVGSVGElement>(null);
  const frame = useComputed(() => {
    camera.at.value; // it follows the camera
    const seen = camera.seen();
    return `M${seen.x} ${seen.y}h${seen.w}v${seen.h}h${-seen.w}z`;
  });
  const { x, y, w, h } = camera.whole.value;
  const go = (event: PointerEvent) => {
    const on = picture.current?.getBoundingClientRect();
    if (event.buttons === 0 || on === undefined || on.width === 0) return;
    const part = boxOf(`${x} ${y} ${w} ${h}`);
    camera.centre({ x: part.x + ((event.clientX - on.left) / on.width) * part.w, y: part.y + ((event.clientY - on.top) / on.height) * part.h });
  };
  if (!props.ready) return null;
  return (
    <div class="overview" aria-hidden="true">
      <svg ref={picture} class={props.names} viewBox={`${x} ${y} ${w} ${h}`} onPointerDown={go} onPointerMove={go}>
        <use href="#stage-ground" />
        <use href="#stage-things" />
        <path class="frame" d={frame} vector-effect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
