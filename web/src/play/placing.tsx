// Free placement of a thing on a measured table by dragging, turning and nudging, with live validation by the server.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Aimed, Ask, Message, Option, Placing } from "../protocol";
import { say, t } from "../texts";
import type { Table } from "./live/store";

const LEAST_MS = 90; // minimum interval between requests
const NUDGE = 0.5; // in units of length
const TURN = 15; // degrees
const FINE = 10;

/** A thing being placed: the requested pose, and the server's latest response. */
export class Aiming {
  readonly at = signal<Placing | null>(null);
  readonly aimed = signal<Aimed | null>(null);
  /** Whether the latest response is outdated because a newer request is pending. */
  readonly open = signal(false);
  private wanted: { ask: Ask; at: Placing } | null = null;
  private running = false;

  constructor(
    private readonly table: Table,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Request a pose. While a request is pending, only the latest one is queued. */
  to(ask: Ask, at: Placing): void {
    this.at.value = at;
    this.open.value = true;
    this.wanted = { ask, at };
    if (!this.running) void this.run();
  }

  end(): void {
    this.wanted = null;
    this.at.value = null;
    this.aimed.value = null;
    this.open.value = false;
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      while (this.wanted !== null) {
        const { ask, at } = this.wanted;
        this.wanted = null;
        const found = await this.table.aim(ask, at);
        if (this.at.value !== null) this.aimed.value = found;
        if (this.wanted === null) this.open.value = false;
        await new Promise((done) => setTimeout(done, LEAST_MS));
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.running = false;
      this.open.value = false;
    }
  }
}

export interface PlacerProps {
  game: string;
  ask: Ask;
  aiming: Aiming;
  /** The unit of length in the coordinates of the drawing. */
  unit: number;
  onAnswer: (option: Option) => void;
  onRule: (rule: string) => void;
}

/** Controls for the thing being placed: legality with reason, facts, keyboard controls, confirmation. */
export function Placer(props: PlacerProps) {
  const { ask, aiming, game, unit } = props;
  const whole = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => whole.current?.focus({ preventScroll: true }), [ask.id]);
  const at = aiming.at.value;
  const aimed = aiming.aimed.value;
  if (at === null) return null;
  const nudge = (dx: number, dy: number) => aiming.to(ask, { ...at, x: at.x + dx, y: at.y + dy });
  const turn = (by: number) => aiming.to(ask, { ...at, turn: ((at.turn ?? 0) + by + 360) % 360 });
  const ready = aimed?.allowed === true && !aiming.open.value;
  const confirm = () => {
    if (ready) props.onAnswer({ do: aimed.do, refers: [] });
  };
  const keys = (event: KeyboardEvent) => {
    const far = (event.shiftKey ? NUDGE / FINE : NUDGE) * unit;
    const by = event.shiftKey ? 1 : TURN;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => nudge(-far, 0),
      ArrowRight: () => nudge(far, 0),
      ArrowUp: () => nudge(0, -far),
      ArrowDown: () => nudge(0, far),
      q: () => turn(-by),
      e: () => turn(by),
      Escape: () => aiming.end(),
      ...(event.target === whole.current ? { Enter: confirm } : {}),
    };
    const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };
  return (
    <div class="placer" ref={whole} tabIndex={0} role="group" aria-busy={aiming.open.value} aria-label={t("place.title")} onKeyDown={keys}>
      <p class="quiet">{t("place.help")}</p>
      <div role="status">
        {aimed !== null && aimed.allowed && <p class="may">{t("place.may")}</p>}
        {aimed !== null && aimed.refusal !== null && (
          <p class="maynot">
            {say(game, aimed.refusal.reason)}{" "}
            <button type="button" class="rule" onClick={() => props.onRule(aimed.refusal?.rule ?? "")}>
              § {aimed.refusal.rule}
            </button>
          </p>
        )}
        <Facts game={game} facts={aimed?.facts ?? []} />
      </div>
      <p class="acts">
        <button type="button" onClick={() => turn(-TURN)} aria-label={t("place.left")}>
          ↺
        </button>
        <button type="button" onClick={() => turn(TURN)} aria-label={t("place.right")}>
          ↻
        </button>
        <button type="button" class="main" disabled={!ready} onClick={confirm}>
          {t("decide.confirm")}
        </button>
        <button type="button" onClick={() => aiming.end()}>
          {t("place.back")}
        </button>
      </p>
    </div>
  );
}

/** Facts about an answer before it is given. */
export function Facts(props: { game: string; facts: Message[] }) {
  if (props.facts.length === 0) return null;
  return (
    <ul class="facts">
      {props.facts.map((fact, i) => (
        <li key={i}>{say(props.game, fact)}</li>
      ))}
    </ul>
  );
}

/** Buttons to suppress a recurring question for the rest of the turn or round. */
export function Recurring(props: { ask: Ask; table: Table }) {
  const { ask, table } = props;
  const spans = Object.entries(ask.recurs);
  if (spans.length === 0) return null;
  return (
    <p class="acts">
      {spans.map(([span, mark]) => (
        <button key={span} type="button" onClick={() => table.stand(ask.seat, mark)}>
          {t(`standing.${span}`)}
        </button>
      ))}
    </p>
  );
}
