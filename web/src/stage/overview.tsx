// The minimap: the whole board with a frame around the visible part. Clicking or dragging moves the camera.
//
// Its picture is a copy of the board in a shadow tree, so that its ids are its own. References to the board itself
// (`use`) are rebuilt as a whole by browsers whenever any part of it changes.

import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { boxOf } from "./box";
import type { Camera } from "./camera";
import type { Drawing } from "./drawing";
import { drawingStyle } from "./ink";
import { Layer } from "./layer";

const SVG = "http://www.w3.org/2000/svg";
const AFTER_MS = 60; // the board itself is drawn first

export interface OverviewProps {
  camera: Camera;
  names: string;
  /** The background, without its style sheet and its root element; "" until it is loaded. */
  ground: string;
  drawing: Drawing;
}

/** The copy of the board, in a closed shadow tree. */
class Miniature {
  private readonly svg = document.createElementNS(SVG, "svg");
  private readonly ground = document.createElementNS(SVG, "g");
  private readonly things = document.createElementNS(SVG, "g");
  private readonly layer = new Layer(this.things);
  private shown = "";

  constructor(host: HTMLElement) {
    const root = host.attachShadow({ mode: "closed" });
    root.adoptedStyleSheets = [drawingStyle()];
    this.svg.style.cssText = "display:block;width:100%;height:100%;pointer-events:none";
    this.svg.append(this.ground, this.things);
    root.append(this.svg);
  }

  show(ground: string, names: string, view: string, drawing: Drawing): void {
    if (this.shown !== ground) this.ground.innerHTML = this.shown = ground;
    for (const one of [this.svg, this.ground, this.things]) if (one.getAttribute("class") !== names) one.setAttribute("class", names);
    if (this.svg.getAttribute("viewBox") !== view) this.svg.setAttribute("viewBox", view);
    this.layer.show(drawing);
  }
}

export function Overview({ camera, names, ground, drawing }: OverviewProps) {
  const picture = useRef<HTMLDivElement>(null);
  const miniature = useRef<Miniature | null>(null);
  const frame = useComputed(() => {
    camera.at.value; // subscribe to the camera
    const [seen, whole] = [camera.seen(), camera.whole.value];
    const of = (from: number, start: number, size: number): string => `${((from - start) / size) * 100}%`;
    return `left:${of(seen.x, whole.x, whole.w)};top:${of(seen.y, whole.y, whole.h)};width:${of(seen.w, 0, whole.w)};height:${of(seen.h, 0, whole.h)}`;
  });
  const { x, y, w, h } = camera.whole.value;
  const ready = ground !== "";
  useLayoutEffect(() => {
    if (picture.current !== null) miniature.current = new Miniature(picture.current);
  }, [ready]);
  useEffect(() => {
    const draw = () => {
      // Phones show none.
      if (picture.current?.checkVisibility() === true) miniature.current?.show(ground, names, `${x} ${y} ${w} ${h}`, drawing);
    };
    const later = setTimeout(draw, AFTER_MS);
    return () => clearTimeout(later);
  }, [ground, names, x, y, w, h, drawing, camera.sized.value]);
  const go = (event: PointerEvent) => {
    const on = picture.current?.getBoundingClientRect();
    if (event.buttons === 0 || on === undefined || on.width === 0) return;
    const part = boxOf(`${x} ${y} ${w} ${h}`);
    camera.centre({ x: part.x + ((event.clientX - on.left) / on.width) * part.w, y: part.y + ((event.clientY - on.top) / on.height) * part.h });
  };
  if (!ready) return null;
  return (
    <div class="overview" aria-hidden="true">
      <div style={`aspect-ratio:${w} / ${h}`}>
        <div ref={picture} class="miniature" onPointerDown={go} onPointerMove={go} />
        <i class="frame" style={frame} />
      </div>
    </div>
  );
}
