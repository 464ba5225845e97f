// Deciding: the question that stands, and its answers, picked part by part in the list or on the board.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { partsOf, stage, wordOf } from "./picking";
import type { Ask, Option, Refusal } from "./protocol";
import { has, nameOf, say, t } from "./texts";

export interface DecideProps {
  game: string;
  ask: Ask;
  picked: string[];
  busy: boolean;
  confirm: boolean;
  onPicked: (picked: string[]) => void;
  onAnswer: (option: Option) => void;
}

/** How a part of an answer is called: an area, an order, or the kind of answer. */
export function partName(game: string, part: string): string {
  const at = part.indexOf(":");
  const [kind, id] = [part.slice(0, at), part.slice(at + 1)];
  if (kind === "do") return has(game, `do.${id}`) ? say(game, { id: `do.${id}`, fields: {} }) : id;
  if (kind === "all") return id;
  return nameOf(game, id);
}

export function optionName(game: string, option: Option): string {
  return partsOf(option)
    .map((part) => partName(game, part))
    .join(" · ");
}

export function Decide(props: DecideProps) {
  const { game, ask, picked } = props;
  const { left, picks } = stage(ask.options, picked);
  const alike = left.every((option) => wordOf(option) === wordOf(left[0] ?? option));
  const list = useRef<HTMLUListElement>(null);
  const only = left.length === 1 ? left[0] : undefined;
  useEffect(() => {
    list.current?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }, [ask.id]);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : null;
    if (event.key === "Escape" || event.key === "Backspace") {
      if (picked.length > 0) props.onPicked(picked.slice(0, -1));
    } else if (to !== null) {
      buttons[(to + buttons.length) % buttons.length]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <section class="decide" aria-labelledby="question" aria-busy={props.busy}>
      <h2 id="question">{say(game, ask.prompt)}</h2>
      {picked.length > 0 && (
        <p class="crumbs">
          {picked.map((part, i) => (
            <button key={i} type="button" onClick={() => props.onPicked(picked.slice(0, i))} title={t("decide.back")}>
              {partName(game, part)} <span aria-hidden="true">×</span>
            </button>
          ))}
        </p>
      )}
      {only !== undefined && (props.confirm || ask.options.length === 1) ? (
        <p class="confirm">
          <span>{optionName(game, only)}</span>
          <button class="main" type="button" disabled={props.busy} onClick={() => props.onAnswer(only)}>
            {t("decide.confirm")}
          </button>
        </p>
      ) : (
        <ul class="options" ref={list} onKeyDown={keys}>
          {picks.map(({ thing, options }) => (
            <li key={thing}>
              <button
                type="button"
                disabled={props.busy}
                onClick={() => {
                  const one = options.length === 1 ? options[0] : undefined;
                  if (one !== undefined && !props.confirm) props.onAnswer(one);
                  else props.onPicked([...picked, thing]);
                }}
              >
                <span>{options.length === 1 && options[0] !== undefined ? rest(game, options[0], picked, alike) : partName(game, thing)}</span>
                {options.length > 1 && <small class="count">{options.length}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What of an option was not picked yet. */
function rest(game: string, option: Option, picked: string[], alike: boolean): string {
  const parts = alike && option.refers.length > 0 ? [...option.refers] : partsOf(option);
  for (const one of picked) {
    const at = parts.indexOf(one);
    if (at >= 0) parts.splice(at, 1);
  }
  return parts.map((part) => partName(game, part)).join(" · ") || option.do;
}

/** Why something is not allowed, with the rule that forbids it. */
export function WhyNot(props: { game: string; refusal: Refusal; onRule: (rule: string) => void; onClose: () => void }) {
  const open = useSignal(true);
  if (!open.value) return null;
  return (
    <div class="whynot" role="status">
      <p>{say(props.game, props.refusal.reason)}</p>
      <button type="button" class="rule" onClick={() => props.onRule(props.refusal.rule)}>
        § {props.refusal.rule}
      </button>
      <button type="button" onClick={props.onClose} aria-label={t("page.close")}>
        ×
      </button>
    </div>
  );
}
