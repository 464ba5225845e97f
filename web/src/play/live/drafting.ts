// Drafts: the answers of a phase, which can be changed freely until they are committed together.

import { signal } from "@preact/signals";
import { ApiError, get, post, put } from "../../api";
import { shared } from "../choosing/picking";
import type { Ask, Committed, DraftIn, Reopened, SeatDraft } from "../../protocol";

/** The id of the first question of the draft that a question belongs to. */
export const idOf = (ask: Ask): string => ask.id.split("#", 1)[0] ?? "";

/** Whether a question is the same as the one with this id: with nothing drafted, the first of a draft is the open one. */
export const isStill = (ask: Ask, id: string): boolean => ask.id === id || ask.id === `${id}#0.0-${ask.kind}`;

/** The thing that a question of a draft is about, which all its options refer to; "" if there is none. */
export const aboutOf = (ask: Ask): string => (ask.draft === "" || ask.options.length < 2 ? "" : (shared(ask.options.map(({ refers }) => refers))[0] ?? ""));

/** Time in which the socket usually brings the drawing of a draft. */
const DRAWING_MS = 150;

const isSame = (one: SeatDraft | undefined, other: SeatDraft): boolean =>
  one?.ask === other.ask && one.answers.length === other.answers.length && one.answers.every(({ do: action }, i) => action === other.answers[i]?.do);

/** The current drafts by seat, with undo. */
export class Drafting {
  readonly drafts = signal<ReadonlyMap<number, SeatDraft>>(new Map());
  /** Undo history: the answers before each change, by question. */
  private readonly before = new Map<string, string[][]>();
  /** The unanswered questions by draft: the same objects each time, so that nothing is computed again for them. */
  private readonly unanswered = new WeakMap<SeatDraft, Ask[]>();
  private turn: Promise<unknown> = Promise.resolve();
  private readonly wanted = new Set<string>();
  private asks: readonly Ask[] = [];
  /** Called when a draft was received. */
  private heard: () => void = () => undefined;

  constructor(private readonly table: string) {}

  /** The draft of a question. */
  of(ask: Ask | undefined): SeatDraft | undefined {
    if (ask === undefined || ask.draft === "") return undefined;
    const found = this.drafts.value.get(ask.seat);
    return found?.ask === idOf(ask) ? found : undefined;
  }

  /** The questions that can be answered now; for a draft, the unanswered ones, each with a unique id. */
  open(asks: Ask[]): Ask[] {
    return asks.flatMap((ask) => {
      const draft = this.of(ask);
      if (draft === undefined) return [ask];
      let asks = this.unanswered.get(draft);
      if (asks === undefined) {
        asks = draft.asks.map((one, i) => ({ ...one, id: `${one.id}#${draft.answers.length}.${i}-${one.kind}` }));
        this.unanswered.set(draft, asks);
      }
      return asks;
    });
  }

  /** Load the drafts of new questions; `asks` are all that are open now. */
  expect(asks: readonly Ask[], failed: (error: unknown) => void): void {
    this.asks = asks;
    for (const ask of asks) {
      if (ask.draft === "" || this.of(ask) !== undefined || this.wanted.has(ask.id)) continue;
      this.wanted.add(ask.id);
      void get<SeatDraft>(`/tables/${this.table}/draft?seat=${ask.seat}`)
        .then((found) => this.loaded(found), (error: unknown) => {
          if (!(error instanceof ApiError) || error.problem.status !== 404) failed(error);
        })
        .finally(() => this.wanted.delete(ask.id));
    }
  }

  /** Store a loaded draft, unless it is one of a question that was passed meanwhile, or a newer one was received. */
  private loaded(found: SeatDraft): void {
    const ask = this.asks.find((one) => one.seat === found.seat);
    if (ask !== undefined && idOf(ask) === found.ask && this.of(ask) === undefined) this.hear(found);
  }

  /** Store a draft from the server. Over HTTP it has no drawing, which comes on the socket. */
  hear(draft: SeatDraft): void {
    this.drafts.value = new Map([...this.drafts.value, [draft.seat, draft]]);
    this.heard();
  }

  /** Wait until the socket has brought a draft with its drawing, at most for a moment. Return whether it did. */
  private async follows(draft: SeatDraft): Promise<boolean> {
    const came = (): boolean => isSame(this.drafts.value.get(draft.seat), draft);
    const until = performance.now() + DRAWING_MS;
    for (let left = DRAWING_MS; !came() && left > 0; left = until - performance.now()) {
      await new Promise<void>((resolve) => {
        this.heard = resolve;
        setTimeout(resolve, left);
      });
    }
    return came();
  }

  forget(): void {
    this.drafts.value = new Map();
    this.before.clear();
  }

  add(ask: Ask, action: string): Promise<void> {
    return this.change(ask, (answers) => [...answers, action]);
  }

  remove(ask: Ask, at: number): Promise<void> {
    return this.change(ask, (answers) => answers.filter((_, i) => i !== at));
  }

  canUndo(ask: Ask): boolean {
    return (this.before.get(idOf(ask))?.length ?? 0) > 0 || (this.of(ask)?.answers.length ?? 0) > 0;
  }

  /** Undo the last change, or remove the last answer of a draft made in another window. */
  undo(ask: Ask): Promise<void> {
    // Read the history only when this change is next: an earlier one may still be pending.
    return this.change(ask, (answers) => this.before.get(idOf(ask))?.pop() ?? answers.slice(0, -1), false);
  }

  private change(ask: Ask, changed: (answers: string[]) => string[], noted = true): Promise<void> {
    const next = this.turn.then(async () => {
      const now = (this.of(ask)?.answers ?? []).map((one) => one.do);
      const body: DraftIn = { seat: ask.seat, ask: idOf(ask), answers: changed(now) };
      const found = await put<SeatDraft>(`/tables/${this.table}/draft`, body);
      if (noted) this.before.set(idOf(ask), [...(this.before.get(idOf(ask)) ?? []), now]);
      // Wait for the drawing: rendering the draft without it first would only delay it.
      if (!(await this.follows(found))) this.hear({ ...found, drawing: this.drafts.value.get(ask.seat)?.drawing ?? [] });
    });
    this.turn = next.catch(() => undefined);
    return next;
  }

  async commit(ask: Ask): Promise<void> {
    await this.turn;
    await post<Committed>(`/tables/${this.table}/draft/commit`, { seat: ask.seat, ask: ask.id });
    this.before.delete(ask.id);
  }

  /** Reopen the last committed draft. Return false if there is none, or others have learned something since. */
  async reopen(seat: number): Promise<boolean> {
    try {
      return (await post<Reopened>(`/tables/${this.table}/draft/reopen`, { seat })).done;
    } catch (error) {
      if (error instanceof ApiError && error.problem.title === "refused") return false;
      throw error;
    }
  }
}
