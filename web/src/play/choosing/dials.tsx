// Dials as wheels with sectors. Clicking a sector sets its dial; turning a wheel only selects.

import { useLayoutEffect, useRef } from "preact/hooks";
import { kindName } from "../../cards/face";
import { Glyph, hasGlyph } from "../../cards/glyphs";
import type { Ask, Option, Token } from "../../protocol";
import { t } from "../../texts";
import { partName } from "./part-names";
import { completed } from "./touch";

export interface DialsProps {
  game: string;
  ask: Ask;
  picked: string[];
  busy: boolean;
  /** The selected sectors; `done` if the user clicked one rather than turning a wheel. */
  onSet: (parts: string[], done: boolean) => void;
}

const [INNER, OUTER, GLYPH, VALUE] = [32, 98, 58, 86]; // radii in a wheel that is 200 units wide
const HUB = 32; // size of the glyph of the selected sector in the hub
const ASIDE = 8; // how much nearer to the hub a glyph is at the sides, where the number beside it points to the value

/** Whether a text is too long to fit beside a glyph. */
const isWord = (text: string): boolean => text.length > 2;

const kindOf = (thing: string): string => thing.slice(0, thing.indexOf(":"));

/** The path of a sector, centred at the top. */
function sector(part: number): string {
  const [x, y] = [Math.sin(part / 2), Math.cos(part / 2)];
  const at = (r: number, side: number) => `${(side * r * x).toFixed(2)} ${(-r * y).toFixed(2)}`;
  return `M${at(INNER, -1)}L${at(OUTER, -1)}A${OUTER} ${OUTER} 0 0 1 ${at(OUTER, 1)}L${at(INNER, 1)}A${INNER} ${INNER} 0 0 0 ${at(INNER, -1)}z`;
}

export function Dials(props: DialsProps) {
  const { ask, picked } = props;
  const kinds = new Map<string, Token[]>();
  for (const token of ask.palette.tokens ?? []) kinds.set(kindOf(token.thing), [...(kinds.get(kindOf(token.thing)) ?? []), token]);
  const set = (token: Token, done: boolean) => props.onSet([...picked.filter((part) => kindOf(part) !== kindOf(token.thing)), token.thing], done);
  return (
    <div class="dials" role="group" aria-label={t("gestures.dials")}>
      {[...kinds].map(([kind, tokens], i) => (
        <Wheel key={kind} {...props} name={kindName(props.game, kind) || t("gestures.dial", { number: i + 1 })} tokens={tokens} chosen={tokens.findIndex(({ thing }) => picked.includes(thing))} onToken={set} />
      ))}
    </div>
  );
}

/** The dials of a question: a click on the last sector that is missing answers. */
export function AskDials(props: Omit<DialsProps, "onSet"> & { onPicked: (parts: string[]) => void; onAnswer: (option: Option) => void }) {
  const { ask, onPicked, onAnswer } = props;
  return (
    <Dials
      {...props}
      onSet={(parts, done) => {
        const option = done ? completed(ask.options, parts) : undefined;
        if (option === undefined) onPicked(parts);
        else onAnswer(option);
      }}
    />
  );
}

function Wheel(props: DialsProps & { name: string; tokens: Token[]; chosen: number; onToken: (token: Token, done: boolean) => void }) {
  const { game, tokens, chosen, name } = props;
  const part = 360 / tokens.length;
  const turn = (by: number) => {
    const token = tokens[(Math.max(0, chosen) + (chosen < 0 ? 0 : by) + tokens.length) % tokens.length];
    if (token !== undefined) props.onToken(token, false);
  };
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const token = tokens[chosen];
    if (by !== undefined) turn(by);
    else if ((event.key === "Enter" || event.key === " ") && token !== undefined) props.onToken(token, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shown = tokens[chosen];
  const wheel = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    // The keyboard focus turns with the wheel.
    if (wheel.current?.contains(document.activeElement) === true) wheel.current.querySelector<SVGElement>(".sector[tabindex='0']")?.focus({ preventScroll: true });
  }, [chosen]);
  return (
    <div class="dial">
      <svg ref={wheel} viewBox="-106 -112 212 218" role="radiogroup" aria-label={name} onKeyDown={keys}>
        <circle class="rim" r="102" />
        {tokens.map((token, i) => {
          const angle = part * (i - Math.max(0, chosen));
          const glyph = GLYPH - ASIDE * Math.abs(Math.sin((angle * Math.PI) / 180));
          return (
            <g
              key={token.thing}
              class={`sector ${token.tint ?? ""} ${i === chosen ? "chosen" : ""}`}
              data-token={token.thing}
              role="radio"
              aria-checked={i === chosen}
              aria-label={partName(game, token.thing)}
              tabindex={i === Math.max(0, chosen) ? 0 : -1} // lower case: attributes of SVG keep theirs, and nothing else is focusable
              style={`transform:rotate(${angle}deg)`}
              onClick={() => !props.busy && props.onToken(token, true)}
            >
              <title>{partName(game, token.thing)}</title>
              <path d={sector((part * Math.PI) / 180)} />
              <g style={`transform:translateY(${-glyph}px) rotate(${-angle}deg)`}>
                {hasGlyph(token.glyph ?? "") && (
                  <g class="sign" transform={token.beside === undefined ? "translate(-12 -12)" : isWord(token.beside) ? "translate(-12 -17)" : "translate(-18 -12)"}>
                    <Glyph id={token.glyph ?? ""} size={24} />
                  </g>
                )}
                {token.beside !== undefined && (
                  <text class={isWord(token.beside) ? "word" : ""} x={isWord(token.beside) ? 0 : 12} y={isWord(token.beside) ? 14 : 0} dy=".36em">
                    {token.beside}
                  </text>
                )}
              </g>
              {token.value !== undefined && (
                <g class="value" style={`transform:translateY(${-VALUE}px) rotate(${-angle}deg)`}>
                  <circle r="11" />
                  <text dy=".36em">{token.value}</text>
                </g>
              )}
            </g>
          );
        })}
        <circle class="hub" r={INNER - 2} />
        {shown !== undefined && hasGlyph(shown.glyph ?? "") && (
          <g class="sign" transform={`translate(${-HUB / 2} ${-HUB / 2})`}>
            <Glyph id={shown.glyph ?? ""} size={HUB} />
          </g>
        )}
        <path class="pointer" d="M-8 -111h16l-8 13z" />
      </svg>
      <p class="dial-name" aria-hidden="true">
        {shown === undefined ? name : partName(game, shown.thing)}
      </p>
      <p class="acts">
        <button type="button" aria-label={t("gestures.turn-left", { dial: name })} onClick={() => turn(1)}>
          ↺
        </button>
        <button type="button" aria-label={t("gestures.turn-right", { dial: name })} onClick={() => turn(-1)}>
          ↻
        </button>
      </p>
    </div>
  );
}
