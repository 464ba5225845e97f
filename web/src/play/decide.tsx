// Deciding: the question that stands, and its answers, picked part by part in the list or on the board.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { cardOf, cardsOf, loadCards } from "../cards/index";
import { CardLine, CardThumb } from "../cards/line";
import { called, calledBeside } from "../names";
import { loadRules, placeOf } from "../panels/rules";
import type { Ask, Option, Refusal } from "../protocol";
import { has, say, t, thingOf } from "../texts";
import { namedOf, partsOf, shared, stage, without, wordOf, type Pick } from "./picking";

export interface DecideProps {
  game: string;
  ask: Ask;
  picked: string[];
  busy: boolean;
  confirm: boolean;
  /** Something is put somewhere by hand: the list gives way. */
  placing: boolean;
  /** Whether it is told here what was answered before and is not carried out yet. */
  staged: boolean;
  onPicked: (picked: string[]) => void;
  onAnswer: (option: Option) => void;
  /** An answer that is looked at, or none. */
  onLook: (option: Option | null) => void;
  /** What stands before the list, however long it is. */
  lead: preact.ComponentChildren;
  children?: preact.ComponentChildren;
}

/** How a part of an answer is called: an area, an order, or the kind of answer. */
export function partName(game: string, part: string): string {
  const at = part.indexOf(":");
  const [kind, id] = [part.slice(0, at), part.slice(at + 1)];
  if (kind === "do") return has(game, `do.${id}`) ? say(game, { id: `do.${id}`, fields: {} }) : id;
  if (kind === "all") return id;
  return called.value.get(part) ?? calledBeside.value.get(part) ?? thingOf(game, id);
}

export function optionName(game: string, option: Option): string {
  const said = option.said === undefined ? [] : [say(game, option.said)];
  return [...partsOf(option).map((part) => partName(game, part)), ...said].join(" · ");
}

export function Decide(props: DecideProps) {
  const { game, ask, picked } = props;
  const { left, picks } = stage(ask.options, picked);
  const alike = left.every((option) => wordOf(option) === wordOf(left[0] ?? option));
  const mixed = new Set(picks.filter(({ options }) => options.some((one) => one.refers.length > 0)).map(({ path }) => path[0])).size > 1;
  // What every answer names that is left is not said again where something was picked, or the question is about a thing.
  const known = picked.length === 0 && ask.moving === "" ? [] : shared(left.map((option) => without(partsOf(option), picked)));
  const whole = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const only = left.length === 1 ? left[0] : undefined;
  useEffect(() => void loadCards(game).catch(() => undefined), [game]); // reported when they are needed
  const cards = cardsOf(game);
  useLayoutEffect(() => {
    // Whoever plays by keyboard goes on from here; nobody is torn away from the board or from a text.
    const at = document.activeElement;
    if (at !== null && at !== document.body && whole.current?.contains(at) !== true) return;
    whole.current?.querySelector<HTMLElement>(".options button, .confirm button")?.focus({ preventScroll: true });
  }, [ask.id, picked.length, props.busy, props.placing]);
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
    <section class="decide" data-ask={ask.id} ref={whole} aria-labelledby="question" aria-busy={props.busy}>
      <h2 id="question">{say(game, ask.prompt)}</h2>
      {ask.staged.length > 0 && props.staged && (
        <section class="staged" aria-labelledby="staged">
          <h3 id="staged">{t("decide.staged")}</h3>
          <ul>
            {ask.staged.map((one) => (
              <li key={one.do} data-cards={one.refers.join(" ")}>{one.refers.map((part) => partName(game, part)).join(" · ") || optionName(game, one)}</li>
            ))}
          </ul>
        </section>
      )}
      {picked.length > 0 && (
        <p class="crumbs">
          {picked.map((part, i) => (
            <button key={i} type="button" onClick={() => props.onPicked(picked.slice(0, i))} title={t("decide.back")} data-cards={part}>
              {crumb(game, part, ask.options)} <span aria-hidden="true">×</span>
            </button>
          ))}
        </p>
      )}
      {props.lead}
      {props.placing ? null : only !== undefined && (props.confirm || ask.options.length === 1) ? (
        <div class="confirm" onKeyDown={keys}>
          <p data-cards={only.refers.join(" ")}>{optionName(game, only)}</p>
          <button class="main" type="button" disabled={props.busy} onClick={() => props.onAnswer(only)}>
            {t("decide.confirm")}
          </button>
          {picked.length > 0 && (
            <button type="button" onClick={() => props.onPicked([])}>
              {t("decide.back")}
            </button>
          )}
        </div>
      ) : (
        <ul class="options" ref={list} onKeyDown={keys}>
          {picks.map((pick) => {
            const card = cards === undefined ? undefined : cardOf(cards, pick.path.at(-1) ?? "");
            return (
              <li key={pick.path.join(" ")}>
                <button
                  type="button"
                  disabled={props.busy}
                  class={pick.options.every((one) => one.refers.length === 0) ? "bare" : ""}
                  data-cards={[...pick.path, ...without(onlyOf(pick)?.refers ?? [], picked)].join(" ")}
                  onFocus={() => props.onLook(onlyOf(pick))}
                  onMouseEnter={() => props.onLook(onlyOf(pick))}
                  onClick={(event) => {
                    const one = onlyOf(pick);
                    // A finger has not looked before: what it puts on the board, or has odds, is shown first, then confirmed.
                    const shown = event instanceof PointerEvent && event.pointerType === "touch" && (one?.at !== undefined || ask.odds);
                    if (one !== null && !shown && (!props.confirm || one.refers.length === 0)) props.onAnswer(one);
                    else props.onPicked([...picked, ...pick.path]);
                  }}
                >
                  <CardThumb game={game} card={card} thing={pick.path.at(-1) ?? ""} />
                  <span class="name">
                    {pickName(game, pick, picked, known, alike, mixed)}
                    {card !== undefined && <CardLine game={game} card={card} />}
                  </span>
                  {pick.options.length > 1 && (
                    <small class="count" aria-label={t("decide.ways", { count: pick.options.length })}>
                      {pick.options.length} ›
                    </small>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {props.children}
    </section>
  );
}

/** A part that was picked; of an answer made of numbers what is said of it. */
function crumb(game: string, part: string, options: Option[]): string {
  const said = part.startsWith("all:") ? options.find((one) => one.do === part.slice(4))?.said : undefined;
  return said === undefined ? partName(game, part) : say(game, said);
}

function onlyOf(pick: Pick): Option | null {
  return pick.options.length === 1 ? (pick.options[0] ?? null) : null;
}

/** A pick is called by what is left to say of it; the kind of answer is told where several kinds are listed. */
function pickName(game: string, pick: Pick, picked: string[], known: string[], alike: boolean, mixed: boolean): string {
  const one = pick.options.length === 1 ? pick.options[0] : undefined;
  const same = alike || (!mixed && (one?.refers.length ?? 0) > 0);
  if (one !== undefined) return rest(game, one, [...picked, ...known], same) || rest(game, one, picked, same) || one.do;
  const told = mixed || pick.path.length === 1 ? pick.path : pick.path.slice(1);
  return told.map((part) => partName(game, part)).join(" · ");
}

/** What of an option was not picked yet. */
function rest(game: string, option: Option, picked: string[], alike: boolean): string {
  const named = namedOf(option);
  const parts = alike && (named.length > 0 || option.said !== undefined) ? [...named] : partsOf(option);
  for (const one of picked) {
    const at = parts.indexOf(one);
    if (at >= 0) parts.splice(at, 1);
  }
  const said = option.said === undefined ? [] : [say(game, option.said)];
  return [...parts.map((part) => partName(game, part)), ...said].join(" · ");
}

/** Why something is not allowed, with the rule that forbids it. */
export function WhyNot(props: { game: string; refusal: Refusal; onRule: (rule: string) => void; onClose: () => void }) {
  useEffect(() => loadRules(props.game), [props.game]);
  return (
    <div class="whynot" role="status">
      <p>
        {say(props.game, props.refusal.reason)} <small>{placeOf(props.game, props.refusal.rule)}</small>
      </p>
      <button type="button" class="rule" onClick={() => props.onRule(props.refusal.rule)}>
        § {props.refusal.rule}
      </button>
      <button type="button" onClick={props.onClose} aria-label={t("page.close")}>
        ×
      </button>
    </div>
  );
}
