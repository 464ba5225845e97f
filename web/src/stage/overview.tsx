// The minimap: the whole board with a frame around the visible part. Clicking or dragging moves the camera.

import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import { boxOf } from "./box";
import type { Camera } from "./camera";

export function Overview(props: { camera: Camera; names: string; ready: boolean }) {
  const { camera } = props;
  const picture = useRef<SVGSVGElement>(null);
  const frame = useComputed(() => {
    camera.at.value; // subscribe to the camera
    const [seen, whole] = [camera.seen(), camera.whole.value];
    const of = (from: number, start: number, size: number): string => `${((from - start) / size) * 100}%`;
    return `left:${of(seen.x, whole.x, whole.w)};top:${of(seen.y, whole.y, whole.h)};width:${of(seen.w, 0, whole.w)};height:${of(seen.h, 0, whole.h)}`;
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
      <div style={`aspect-ratio:${w} / ${h}`}>
        <svg ref={picture} class={props.names} viewBox={`${x} ${y} ${w} ${h}`} onPointerDown={go} onPointerMove={go}>
          <use href="#stage-ground" />
          <use href="#stage-things" />
        </svg>
        <i class="frame" style={frame} />
      </div>
    </div>
  );
}
