// Elements pinned to a thing on the board, such as a ring of tokens. They follow the camera and stay within the stage.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Camera, Point } from "./camera";
import { elementsOf } from "./things";

const BELOW = 140; // pixels from the upper edge within which callouts are placed below their thing

export interface Pin {
  key: string;
  thing: string;
  /** Radius in pixels that must stay visible if the stage is large enough. */
  reach: number;
  /** Whether the element is placed beside the thing rather than around its centre. */
  beside?: boolean;
  children: ComponentChildren;
}

export function Pinned(props: Omit<Pin, "key"> & { camera: Camera; frame: () => SVGSVGElement | null; drawing: unknown }) {
  const { camera, thing, reach } = props;
  const at = useSignal<Point | null>(null);
  useEffect(() => { // after painting: the layout is known then, and the drawing is shown
    const root = props.frame();
    const found = root === null ? undefined : elementsOf(root, thing).map((one) => camera.boxOf(one)).find((box) => box.w > 0);
    at.value = found === undefined ? null : { x: found.x + found.w / 2, y: found.y + (props.beside === true ? 0 : found.h / 2) };
    if (at.value !== null && props.beside !== true) camera.clear(at.value, reach);
  }, [thing, props.drawing, camera.sized.value, camera.whole.value, props.beside]);
  if (at.value === null) return null;
  const { x, y } = camera.pixelOf(at.value);
  const { w, h } = camera.room();
  const within = (value: number, size: number) => (size < 2 * reach ? size / 2 : Math.max(reach, Math.min(size - reach, value)));
  const below = props.beside === true && y < BELOW;
  const height = props.beside === true ? Math.max(0, Math.min(h, y)) : within(y, h);
  return (
    <div
      class={props.beside === true ? "pinned beside" : "pinned"}
      data-side={x > w / 2 ? "left" : "right"}
      {...(below ? { "data-below": "" } : {})}
      style={`left:${within(x, w)}px;top:${height}px;--reach:${reach}px`}
    >
      {props.children}
    </div>
  );
}
