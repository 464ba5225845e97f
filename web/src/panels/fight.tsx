// The combat panel: lines that appear one by one, revealed cards and rolled dice of two sides. The game defines the
// contents.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Cell, Line, Panel, TablePanel } from "../protocol";
import { nameOf, say, t } from "../texts";
import { Duel } from "./duel";
import { Emblem, pictureOf } from "./emblems";
import { Piece } from "./piece";

const STEP_MS = 260;
const MOST_MS = 2600;
const NARROW = "(max-width: 759px)";
/** Number of dice from which they are drawn small. */
const MANY_DICE = 7;

/** Whether the panel is initially expanded; narrow screens show only totals, to leave room for the question. */
const opens = (): boolean => !matchMedia(NARROW).matches;

export interface FightProps {
  game: string;
  panel: Panel;
  /** The panels beside the board; the heading panel contains the crests of the sides. */
  panels: readonly TablePanel[];
  ask: string;
  onRule: (rule: string) => void;
}

export function Fight(props: FightProps) {
  const { game, panel } = props;
  const marks = props.panels.flatMap((one) => (one.kind === "heading" ? one.sides : []));
  const open = useSignal(opens());
  useEffect(() => {
    open.value = opens();
  }, [panel.id]);
  useEffect(() => {
    if (panel.over && props.ask !== "") open.value = false; // collapse after the combat when there is a question about the board
  }, [props.ask]);
  const seen = useRef({ id: "", lines: 0 });
  if (seen.current.id !== panel.id) seen.current = { id: panel.id, lines: 0 };
  const before = useRef({ id: "", lines: 0, shown: 0 });
  // Reveal only new lines one by one; lines that were visible before stay visible.
  if (before.current.id !== panel.id || before.current.shown !== panel.lines.length) {
    before.current = { id: panel.id, lines: seen.current.lines, shown: panel.lines.length };
    seen.current.lines = panel.lines.length;
  }
  const from = before.current.lines;
  const when = (line: number) => (line >= from ? { animationDelay: `${Math.min(MOST_MS, (line - from) * STEP_MS)}ms` } : {});
  const faced = panel.sides.length === 2;
  const crests = panel.sides.map((side) => marks.find((mark) => mark.side === side)?.crest ?? side);
  /** Then what was rolled matters more than what can be expected. */
  const rolled = panel.lines.some((line) => (line.cells ?? []).some((cell) => (cell.dice ?? []).length > 0));
  const sum = panel.lines.findLastIndex((line) => line.total === true && (line.cells ?? []).some((cell) => cell.number != null));
  return (
    <details class={["fight", faced ? "faced" : "", panel.over ? "over" : ""].join(" ")} data-id={panel.id} open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        <h2>{say(game, panel.title)}</h2>
        <span class={sum >= 0 ? "strengths summed" : "strengths"}>
          {panel.sides.map((side, i) => (
            <span key={side} class="strength">
              <Emblem game={game} id={crests[i] ?? side} size={30} />
              <span>{nameOf(game, side)}</span>
              {sum >= 0 && (
                <b key={sum} class={sum >= from ? "late" : ""} style={when(sum)}>
                  {panel.lines[sum]?.cells?.[i]?.number ?? "–"}
                </b>
              )}
            </span>
          ))}
          {sum >= 0 && <small>{say(game, panel.lines[sum]?.label ?? panel.title)}</small>}
        </span>
      </summary>
      {!panel.over && !rolled && <Duel game={game} cards={panel.cards ?? []} />}
      {panel.steps === true ? (
        <ol class="steps">
          {panel.lines.map((line, i) => (
            <li key={`${panel.id} ${i} ${line.label.id}`} class={`${i >= from ? "fresh" : ""} ${line.total === true ? "total" : ""} ${line.cells === undefined ? "sentence" : ""} ${sideOf(line) >= 0 ? "sided" : ""}`} style={when(i)}>
              <Step game={game} line={line} sides={panel.sides} crests={crests} onRule={props.onRule} />
            </li>
          ))}
        </ol>
      ) : (
        <Compared game={game} panel={panel} faced={faced} from={from} when={when} onRule={props.onRule} />
      )}
      {!panel.over && <Stakes game={game} panel={panel} crests={crests} onRule={props.onRule} />}
    </details>
  );
}

/** What is at stake in a fight: what holds for both sides, then what each victory brings. */
function Stakes(props: { game: string; panel: Panel; crests: readonly string[]; onRule: (rule: string) => void }) {
  const { game, panel } = props;
  const all = panel.stakes ?? [];
  const rows = [-1, ...panel.sides.keys()].map((side) => ({ side, stakes: all.filter((one) => (one.side ?? -1) === side) })).filter(({ stakes }) => stakes.length > 0);
  if (rows.length === 0) return null;
  return (
    <ul class="stakes" aria-label={t("fight.stakes")}>
      {rows.map(({ side, stakes }) => (
        <li key={side}>
          {side < 0 ? <span class="even" aria-hidden="true">=</span> : <Emblem game={game} id={props.crests[side] ?? ""} size={24} />}
          <p>
            {side >= 0 && <strong>{t("fight.wins", { side: nameOf(game, panel.sides[side] ?? "") })}</strong>}
            {stakes.map((one) => (
              <span key={one.text.id}>
                {" "}
                {say(game, one.text)} <Why rule={one.rule} onRule={props.onRule} />
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The side that a step is about; -1 if there is none. */
const sideOf = (line: Line): number => (line.cells ?? []).findIndex((cell) => !isEmpty(cell));

/** A step of one side: what was rolled or drawn, and its result. */
function Step(props: { game: string; line: Line; sides: readonly string[]; crests: readonly string[]; onRule: (rule: string) => void }) {
  const { game, line } = props;
  const side = sideOf(line);
  const cell = line.cells?.[side];
  return (
    <>
      {side >= 0 && (
        <span class="whose" title={nameOf(game, props.sides[side] ?? "")}>
          <Emblem game={game} id={props.crests[side] ?? ""} size={18} />
          <span class="unseen">{nameOf(game, props.sides[side] ?? "")}: </span>
        </span>
      )}
      <span class="label">
        {say(game, line.label)} <Why rule={line.rule} onRule={props.onRule} />
      </span>
      {cell !== undefined && (cell.number != null || cell.text != null) && (
        <span class="result">
          {cell.number != null && <b>{amount(cell.number, line.adds === true)}</b>} {cell.text != null && say(game, cell.text)}
        </span>
      )}
      {cell !== undefined && <Things game={game} cell={cell} />}
    </>
  );
}

/** Lines that compare what the sides contribute. */
function Compared(props: { game: string; panel: Panel; faced: boolean; from: number; when: (line: number) => { animationDelay?: string }; onRule: (rule: string) => void }) {
  const { game, panel, faced, from } = props;
  return (
    <table>
      <thead>
        <tr>
          {!faced && <td />}
          {panel.sides.map((side, i) => [
            faced && i === 1 && <td key="steps" />,
            <th key={side} scope="col">
              <span class={faced ? "unseen" : ""}>{nameOf(game, side)}</span>
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {panel.lines.map((line, i) => (
          <tr key={`${panel.id} ${i} ${line.label.id}`} class={`${i >= from ? "fresh" : ""} ${line.total === true ? "total" : ""}`} style={props.when(i)}>
            <Row game={game} line={line} sides={panel.sides.length} faced={faced} onRule={props.onRule} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Row(props: { game: string; line: Line; sides: number; faced: boolean; onRule: (rule: string) => void }) {
  const { game, line, faced } = props;
  const label = (
    <th scope="row" key="label" colSpan={line.cells === undefined ? props.sides + 1 : 1}>
      <span class="label">
        <span>{say(game, line.label)}</span> <Why rule={line.rule} onRule={props.onRule} />
      </span>
    </th>
  );
  const cells = (line.cells ?? []).map((cell, side) => (
    <td key={side}>
      <span class={`entry ${(cell.cards ?? []).length > 0 ? "with-card" : ""} ${cell.text != null && (cell.items ?? []).length > 0 ? "with-text" : ""}`}>
        {cell.number != null && <b>{amount(cell.number, line.adds === true)}</b>} <Things game={game} cell={cell} />
        {cell.text != null && <span>{say(game, cell.text)} </span>}
      </span>
    </td>
  ));
  return <>{faced && cells.length === 2 ? [cells[0], label, cells[1]] : [label, ...cells]}</>;
}

const amount = (number: number, added: boolean): string => (added && number >= 0 ? `+${number}` : `${number}`);

const isEmpty = (cell: Cell): boolean => cell.number == null && cell.text == null && !cell.cards?.length && !cell.dice?.length && !cell.items?.length;

function Why(props: { rule: string; onRule: (rule: string) => void }) {
  const words = `${t("log.why")} ${props.rule}`;
  return (
    <button type="button" class="rule" onClick={() => props.onRule(props.rule)} aria-label={words} title={words}>
      §
    </button>
  );
}

const NOTHING: ReadonlySet<string> = new Set();
const FIGURE = 26;

/** Figures, cards and dice. */
function Things(props: { game: string; cell: Cell }) {
  const { game, cell } = props;
  const dice = cell.dice ?? [];
  return (
    <>
      {(cell.items ?? []).length > 0 && (
        <span class="things">
          {(cell.items ?? []).map((item, i) => (
            <Piece key={i} game={game} item={item} size={FIGURE} lit={NOTHING} picked={[]} onPick={nothing} />
          ))}
        </span>
      )}
      {(cell.cards ?? []).map((card) => (
        <span key={card} class="turned" data-cards={card} tabIndex={0}>
          {nameOf(game, card)}
        </span>
      ))}
      {dice.length > 0 && (
        <span class={dice.length < MANY_DICE ? "dice" : "dice many"}>
          {dice.map((face, i) => (
            <Die key={i} game={game} face={face} small={dice.length >= MANY_DICE} missed={cell.misses?.includes(i) === true} />
          ))}
        </span>
      )}
    </>
  );
}

const nothing = (): void => undefined;

/** A die face as drawn by the game, by default its name. */
function Die(props: { game: string; face: string; small: boolean; missed: boolean }) {
  const { game, face, missed } = props;
  const picture = pictureOf(game, `die:${face}`);
  const drawn = picture !== undefined;
  return (
    <span class={`${drawn ? "rolled drawn" : "rolled"} ${missed ? "missed" : ""}`} data-cards={face} title={nameOf(game, face)}>
      {picture !== undefined && <Emblem game={game} id={picture} size={props.small ? 22 : 28} />}
      <span class={drawn ? "unseen" : ""}>{nameOf(game, face)}</span>
    </span>
  );
}
