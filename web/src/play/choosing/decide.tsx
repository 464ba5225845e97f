// The open question and its options, picked part by part in the list or on the board.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { cardOf, cardsOf, loadCards, type Cards } from "../../cards/index";
import { CardLine, CardThumb } from "../../cards/line";
import { CardReason } from "../../cards/reason";
import { lined } from "../../names";
import { isDrawn, hasPicture, pictureOf } from "../../panels/emblems";
import type { Ask, Card, Odds, Option, Refusal, SeatDraft } from "../../protocol";
import { narrow } from "../../stage/sheet";
import { say, t } from "../../texts";
import { amounts, capital, declines, listed, namedIn, optionName, partName, subjectOf, withLabel } from "./part-names";
import { OutlookShown } from "./outlook-shown";
import { useOutlooks } from "./outlook";
import { TokenFace } from "./token-face";
import { isTyping } from "./typing";
import { choices } from "./touch";
import { awaited, lacks } from "./drafted";
import { AskDials } from "./dials";
import "./gestures.css";
import { MarkedList } from "./marked-list";
import { markedList } from "./shelved";
import { namedOf, partsOf, shared, stage, without, kindOf, type Pick } from "./picking";

/** Height of the beginning of a question that is scrolled into view, in pixels: the rest is one scroll away. */
const BEGINNING = 220;

export interface DecideProps {
  game: string;
  ask: Ask;
  picked: string[];
  busy: boolean;
  confirm: boolean;
  /** Whether a thing is being placed, which hides the list. */
  placing: boolean;
  /** Whether no answer is needed: a single one is offered in a list, not for confirmation. */
  optional: boolean;
  /** Whether to list earlier answers that are not carried out yet. */
  staged: boolean;
  onPicked: (picked: string[]) => void;
  /** The user asks why a token is unavailable. */
  onWhy: (thing: string, refusal: Refusal) => void;
  onAnswer: (option: Option) => void;
  /** The odds of an answer. */
  weigh: (answer: string) => Promise<Odds[]>;
  /** An option is hovered or focused (null: none). */
  onLook: (option: Option | null) => void;
  /** The draft that the answer belongs to. On wide screens, its rows are part of `lead`. */
  draft: SeatDraft | undefined;
  /** Content above the list. */
  lead: preact.ComponentChildren;
  children?: preact.ComponentChildren;
}

export function Decide(props: DecideProps) {
  const { game, ask, picked } = props;
  const staged = stage(ask.options, picked);
  const [left, free] = [staged.left, props.optional && picked.length === 0];
  const picks = free && left.length === 1 ? left.map(pickOf) : staged.picks;
  const alike = left.every((option) => kindOf(option) === kindOf(left[0] ?? option));
  const mixed = new Set(picks.filter(({ options }) => options.some((one) => one.refers.length > 0)).map(({ path }) => path[0])).size > 1;
  // Parts common to all remaining options are omitted after a pick, or if the question is about a thing; parts that the
  // question names are omitted in any case.
  const common = shared(left.map((option) => without(partsOf(option), picked)));
  // The same applies to a thing that has a row in the draft.
  const stated = new Set(props.draft === undefined ? [] : awaited(props.draft, ask, picked).flatMap(({ thing, now }) => (now ? [thing] : [])));
  const omitted = picked.length === 0 && ask.moving === "" && stated.size === 0 ? namedIn(ask.prompt, shared(left.filter(({ refers }) => refers.length > 0).map(partsOf))) : common;
  // Unless nothing of an option would be left: "Ship" beside "Ship ×2".
  const known = left.some((option) => option.refers.length > 0 && without(namedOf(option), [...picked, ...omitted]).length === 0 && option.said === undefined) ? [] : omitted;
  const whole = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const tokens = ask.palette.tokens ?? [];
  const barred = picks.length === 0 ? [] : choices(ask.options, picked, ask.palette, () => false).filter(({ path, token }) => path.length === 0 && token?.refusal !== undefined);
  const isTokens = picks.some(({ path }) => tokens.some(({ thing }) => thing === path.at(-1)));
  const only = left.length === 1 && !free ? left[0] : undefined;
  const singles = picks.flatMap((pick) => onlyOf(pick) ?? []);
  const weighed = ask.odds && !ask.space ? singles.map((one) => one.do) : [];
  const outlooks = useOutlooks(ask.id, weighed, props.weigh);
  useEffect(() => void loadCards(game).catch(() => undefined), [game]); // errors are reported when the cards are needed
  const cards = cardsOf(game);
  const lines = new Map(picks.flatMap((pick) => lineOf(cardShown(cards, pick, known), lineNow(cards, pick, known, picked))));
  const names = picks.map((pick) => pickName(game, pick, picked, known, alike, mixed, subjectOf(cards, pick.options)));
  const numbers = weighed.length === 0 && singles.length === picks.length ? amounts(say(game, ask.prompt), names) : null;
  const isTelling = lines.size === 1 || new Set(lines.values()).size > 1; // the same line for all options says nothing
  const reason = cards === undefined || ask.about === "" ? undefined : cardOf(cards, ask.about);
  // Keep the keyboard focus in this section, without taking it from the board, a text field or a dial.
  const keepFocus = () => {
    const at = document.activeElement;
    if (at !== null && at !== document.body && (whole.current?.contains(at) !== true || at.closest(".dials") !== null)) return;
    whole.current?.querySelector<HTMLElement>(".options button, .confirm button")?.focus({ preventScroll: true });
  };
  const marks = markedList(ask, picked);
  const asked = [ask.id, picked.length, props.busy, props.placing];
  useLayoutEffect(() => isTyping() ? keepFocus() : undefined, asked);
  useEffect(() => isTyping() ? undefined : keepFocus(), asked); // focusing lays out the page: not before the next frame
  useLayoutEffect(() => {
    // Beside the board, scroll the beginning of a new question into view below the combat panel, also while that panel
    // grows or this one gets smaller; on phones the combat panel is collapsed.
    const panel = whole.current?.closest(".panel");
    const fight = panel?.querySelector(".fight");
    if (!panel || whole.current === null || narrow.peek()) return;
    const question = whole.current;
    const show = () => {
      const [own, all] = [question.getBoundingClientRect(), panel.getBoundingClientRect()];
      const above = own.top - all.top + panel.scrollTop; // the content above can also shrink
      panel.scrollTop = Math.max(0, Math.min(above + Math.min(own.height, BEGINNING) - all.height, above));
    };
    const watcher = new ResizeObserver(show);
    for (const one of [panel, fight]) if (one) watcher.observe(one);
    const stop = () => watcher.disconnect();
    const events = ["wheel", "pointerdown", "keydown"]; // the user reads now
    for (const one of events) panel.addEventListener(one, stop, { passive: true });
    return () => {
      stop();
      for (const one of events) panel.removeEventListener(one, stop);
    };
  }, [ask.id]);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const aside = numbers === null ? "" : event.key; // numbers are beside each other
    const to = event.key === "ArrowDown" || aside === "ArrowRight" ? at + 1 : event.key === "ArrowUp" || aside === "ArrowLeft" ? at - 1 : event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : null;
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
      {reason !== undefined && !props.placing && <CardReason game={game} card={reason} />}
      {ask.staged.length > 0 && props.staged && (
        <section class="staged" aria-labelledby="staged">
          <h3 id="staged">{t("decide.staged")}</h3>
          <ul>
            {ask.staged.map((one) => (
              <li key={one.do} data-cards={one.refers.join(" ")}>{listed(one.refers.map((part) => partName(game, part))) || optionName(game, one)}</li>
            ))}
          </ul>
        </section>
      )}
      {narrow.value && [...stated].map((thing) => !picked.includes(thing) && namedIn(ask.prompt, [thing]).length === 0 && <p key={thing} class="crumbs" data-cards={thing}><strong>{partName(game, thing)}</strong></p>)}
      {picked.length > 0 && marks === null && (
        <p class="crumbs">
          {picked.map((part, i) => crumb(game, part, ask.options) !== "" && (narrow.value || !stated.has(part)) && (
            <button key={i} type="button" onClick={() => props.onPicked(picked.slice(0, i))} title={t("decide.back")} data-cards={part}>
              {crumb(game, part, ask.options)} <span aria-hidden="true">×</span>
            </button>
          ))}
        </p>
      )}
      {props.lead}
      {ask.palette.gesture === "dial" && !props.placing && (
        <AskDials game={game} ask={ask} picked={picked} busy={props.busy} onPicked={props.onPicked} onAnswer={props.onAnswer} />
      )}
      {props.placing ? null : marks !== null ? (
        <MarkedList game={game} ask={ask} picked={picked} marks={marks} busy={props.busy} onPicked={props.onPicked} onAnswer={props.onAnswer} onKeys={keys} list={list} />
      ) : only !== undefined ? ( // a single option is left
        <div class="confirm" onKeyDown={keys}>
          <p data-cards={only.refers.join(" ")}>{capital(optionName(game, only))}</p>
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
        <ul class={numbers !== null ? "options amounts" : isTokens && weighed.length === 0 ? "options tokens" : "options"} ref={list} onKeyDown={keys}>
          {picks.map((pick, i) => {
            const thing = shownBy(pick, known);
            const subject = subjectOf(cards, pick.options);
            const card = cardShown(cards, pick, known);
            const token = tokens.find((one) => one.thing === thing);
            const one = onlyOf(pick);
            const outlook = outlooks.get(one?.do ?? "");
            const isLacking = lacks(props.draft, pick.path.at(-1));
            const isNo = one !== null && declines(one, ask.options);
            return (
              <li key={pick.path.join(" ")} class={isLacking ? "lacking" : ""}>
                <button
                  type="button"
                  disabled={props.busy}
                  class={pick.options.every((one) => one.refers.length === 0) ? "bare" : ""}
                  aria-label={numbers === null ? undefined : names[i]}
                  title={numbers === null ? undefined : names[i]}
                  data-cards={[...(subject === undefined ? [] : [subject.id]), ...pick.path, ...without(one?.refers ?? [], picked)].join(" ")}
                  onFocus={() => props.onLook(one)}
                  onMouseEnter={() => props.onLook(one)}
                  onClick={(event) => {
                    // Touch has no hover: options with a place or odds are previewed first, then confirmed.
                    const shown = event instanceof PointerEvent && event.pointerType === "touch" && (one?.at !== undefined || ask.odds);
                    if (one !== null && !shown && (!props.confirm || one.refers.length === 0)) props.onAnswer(one);
                    else props.onPicked([...picked, ...pick.path]);
                  }}
                >
                  {isLacking ? (
                    <span class="vacant" aria-hidden="true" />
                  ) : pictureOf(game, thing, token?.glyph) !== undefined && (token !== undefined || card === undefined || hasPicture(game, thing) || isDrawn(game, thing)) ? (
                    <TokenFace game={game} thing={thing} token={token} size={30} />
                  ) : (
                    <CardThumb game={game} card={card} thing={thing} />
                  )}
                  <span class="name">
                    {numbers?.[i] ?? (isNo ? t("decide.no") : capital(names[i] ?? ""))}
                    {card !== undefined && isTelling && one?.said === undefined && <CardLine game={game} card={card} now={lineNow(cards, pick, known, picked)} />}
                    {outlook !== undefined && <OutlookShown game={game} outlook={outlook} all={outlooks} />}
                  </span>
                  {token?.count !== undefined && (
                    <small class="left" aria-label={t("gestures.left", { count: token.count })}>
                      ×{token.count}
                    </small>
                  )}
                  {pick.options.length > 1 && !isLacking && (
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
      {barred.length > 0 && !props.placing && (
        <ul class="refused" aria-label={t("gestures.barred")}>
          {barred.map(({ thing, token }) => (
            <li key={thing}>
              <button type="button" onClick={() => token?.refusal !== undefined && props.onWhy(thing, token.refusal)}>
                <TokenFace game={game} thing={thing} token={token} size={26} />
                <span>{t("gestures.why", { name: partName(game, thing) })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {props.children}
    </section>
  );
}

/** The label of a picked part; for an option of numbers, its description. */
function crumb(game: string, part: string, options: Option[]): string {
  const said = part.startsWith("all:") ? options.find((one) => one.do === part.slice(4))?.said : undefined;
  if (said !== undefined) return say(game, said);
  return part.startsWith("all:") ? "" : partName(game, part); // its parts are listed one by one
}

/**
 * The thing whose picture and card represent a pick: the only part of its only option, unless all options are known to
 * have it, or the last one picked with it.
 */
function shownBy(pick: Pick, known: string[]): string {
  const [one, more] = pick.options;
  const last = pick.path.at(-1) ?? "";
  if (one === undefined || more !== undefined) return last;
  const parts = last.startsWith("do:") ? one.refers : last.startsWith("all:") ? without(namedOf(one), known) : [];
  return parts.length === 1 ? (parts[0] ?? last) : last;
}

/** The card that represents a pick: the subject of its options, or else the card of the thing shown. */
function cardShown(cards: Cards | undefined, pick: Pick, known: string[]): Card | undefined {
  return cards === undefined ? undefined : (subjectOf(cards, pick.options) ?? cardOf(cards, shownBy(pick, known)));
}

/** What the thing shown for a pick is like now, unless the card of the subject is shown, or it was picked before. */
function lineNow(cards: Cards | undefined, pick: Pick, known: string[], picked: string[]): string | undefined {
  const thing = shownBy(pick, known);
  return subjectOf(cards, pick.options) === undefined && !picked.includes(thing) ? lined.value.get(thing) : undefined;
}

/** A card and what its line contains. */
function lineOf(card: Card | undefined, now: string | undefined): [string, string][] {
  return card === undefined ? [] : [[card.id, JSON.stringify([card.stats, now ?? [card.texts?.slice(0, 2), card.abilities?.[0]?.texts[0]]])]];
}

/** An option as a pick of all its parts. */
function pickOf(option: Option): Pick {
  const path = namedOf(option).length > 0 ? namedOf(option) : [`all:${option.do}`];
  return { thing: path.at(-1) ?? "", path, options: [option] };
}

function onlyOf(pick: Pick): Option | null {
  return pick.options.length === 1 ? (pick.options[0] ?? null) : null;
}

/**
 * Return the label of a pick. It starts with the kind of action if the list contains several kinds, followed by the parts
 * that have not been picked yet. If the pick has several options, it ends with their subject, such as the acting unit.
 */
function pickName(game: string, pick: Pick, picked: string[], known: string[], alike: boolean, mixed: boolean, subject: Card | undefined): string {
  const one = pick.options.length === 1 ? pick.options[0] : undefined;
  const same = alike || (!mixed && (one?.refers.length ?? 0) > 0);
  if (one !== undefined) return rest(game, one, [...picked, ...known], same) || rest(game, one, picked, same) || one.do;
  const told = mixed || pick.path.length === 1 ? pick.path : pick.path.slice(1);
  const names = told.map((part) => partName(game, part));
  const title = subject === undefined ? "" : say(game, subject.title);
  return listed(title === "" || names.some((name) => name.includes(title)) ? names : [...names, title]);
}

/** The label of the parts of an option that were not picked yet. */
function rest(game: string, option: Option, picked: string[], alike: boolean): string {
  if (option.refers.length === 0 && option.said !== undefined) return say(game, option.said);
  const named = namedOf(option);
  const parts = alike && (named.length > 0 || option.said !== undefined) ? [...named] : partsOf(option);
  for (const one of picked) {
    const at = parts.indexOf(one);
    if (at >= 0) parts.splice(at, 1);
  }
  return withLabel(game, option, parts.map((part) => partName(game, part)));
}
