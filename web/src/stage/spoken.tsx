// A text description of the board, group by group, from the titles in the drawing.

import { useMemo } from "preact/hooks";
import { Detached, type Drawing } from "./drawing";

interface Part {
  id: string;
  /** The thing that the part represents, such as "unit:a3". */
  thing: string;
  told: string;
}

interface Group {
  name: string;
  parts: Part[];
}

export function Spoken(props: { drawing: Drawing }) {
  const detached = useMemo(() => new Detached(), []);
  const groups = useMemo(() => read(detached.show(props.drawing)), [props.drawing]);
  return (
    <div class="spoken">
      {groups.map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h2>{group.name}</h2>
          <ul>
            {group.parts.map((part) => (
              <li key={part.id} data-cards={part.thing}>
                {part.told}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function read(layer: SVGSVGElement): Group[] {
  const found: Group[] = [];
  for (const group of layer.querySelectorAll("g[aria-label]")) {
    found.push({ name: group.getAttribute("aria-label") ?? "", parts: [...group.children].flatMap(partsOf) });
  }
  return found.filter((group) => group.parts.length > 0);
}

/** The descriptions of a part, or else of the parts within it. */
function partsOf(part: Element): Part[] {
  const told = part.querySelector(":scope > title")?.textContent ?? "";
  if (told !== "") return [{ id: part.id, thing: part.getAttribute("data-for") ?? part.getAttribute("data-id") ?? "", told }];
  return [...part.children].flatMap(partsOf);
}
