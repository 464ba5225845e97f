// The client-side state of a table, received from the server.

import { batch, computed, signal } from "@preact/signals";
import { ApiError, get, newKey, post, request } from "../../api";
import type { Aimed, AnswerMessage, Ask, Chat, Checked, FromServer, Measured, Message, Odds, Option, Patch, Placing, Preview, Reach, Recap, Refusal, Roster, Standing, TableInfo, TablePanel, Told, Undo, UpdateSent } from "../../protocol";
import { EMPTY, hear, type Drawing } from "../../stage/drawing";
import { language, loadGame } from "../../texts";
import { hearPanels, renewed } from "../../panels/changes";
import { Stage } from "../../scenes/motion";
import { Player } from "../../scenes/player";
import { Drafting, idOf } from "./drafting";
import { Live } from "./live";
import { Advance } from "./foreseen";
import { Stops } from "./stops";

/** The key of a suppressed question; marks are shared by seats, so the key includes the seat. */
const standing = (seat: number, mark: string): string => `${seat} ${mark}`;

/** Number of earlier chat messages loaded at once. */
const EARLIER = 200;
/** Time after which an acknowledged question disappears, if no update has replaced it. */
const REPLACED_MS = 100;
/** Time after connecting in which chat messages count as old. */
const EARLIER_MS = 1000;

export class Table {
  readonly info = signal<TableInfo | null>(null);
  readonly standing = signal<Standing | null>(null);
  readonly events = signal<Told[]>([]);
  readonly chat = signal<Chat[]>([]);
  /** Chat messages up to this number have not been loaded; a connection begins with the latest ones. */
  readonly unreadChat = signal(0);
  /** Number of unread chat messages. */
  readonly unseenChat = signal(0);
  private chatOpen = false;
  private earlierUntil = 0;
  readonly ground = signal("");
  /** The class of the drawing's root element, whose style sheet defines the colours of the seats. */
  readonly style = computed(() => /^<svg[^>]*\bclass="([^"]*)"/.exec(this.ground.value)?.[1] ?? "");
  readonly drawing = signal<Drawing>(EMPTY);
  readonly drafting: Drafting;
  readonly stops: Stops;
  readonly advance: Advance;
  /** Number of undos since the page was opened. */
  readonly rewound = signal(0);
  private lastEvent = -1;
  /** The drawing including the changes of the draft. */
  readonly drafted = computed<Drawing>(() => {
    const added = (this.standing.value?.asks ?? []).map((ask) => this.drafting.of(ask)?.drawing ?? []).filter((one) => one.length > 0);
    const { whole, patches } = this.drawing.value;
    return added.length === 0 ? this.drawing.value : { whole, patches: [...patches, ...added] };
  });
  /** The panels beside the board. */
  readonly panels = signal<readonly TablePanel[]>([]);
  /** The latest events, for announcement to screen readers. */
  readonly fresh = signal<Told[]>([]);
  readonly refusal = signal<Refusal | null>(null);
  readonly failure = signal("");
  readonly busy = signal(false);
  readonly answered = signal<ReadonlySet<string>>(new Set());
  /** Seats whose draft is being committed, which are not asked in between. */
  private readonly committing = signal<ReadonlySet<number>>(new Set());
  /** Keys of suppressed questions. */
  readonly standingAnswers = signal<ReadonlySet<string>>(new Set());
  /** Events while the user was away, until they are dismissed. */
  readonly recap = signal<Told[]>([]);
  /** The step of the replay before those events. */
  recapStep = 0;
  /** The viewing seats: the user's, or, with several people at one screen, the one whose turn it is. */
  readonly seats = signal<number[]>([]);
  /** Animation of events; the log and the next question wait for it. */
  readonly stage = new Stage();
  readonly player = new Player(this.stage);
  live: Live | undefined;
  private seq: number | null = null;
  /** The language of the loaded background. */
  private grounded = "";
  /** Serial number of `open` calls; a newer call, such as after signing in, cancels older ones. */
  private opened = 0;
  /** Sent answers that are not acknowledged yet, by id. */
  private waiting = new Map<string, { ask: string; message: AnswerMessage }>();

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.drafting = new Drafting(id);
    this.stops = new Stops(id);
    this.advance = new Advance(id);
  }

  async open(): Promise<void> {
    const opened = ++this.opened;
    const info = await get<TableInfo>(`/tables/${this.id}`, this.invite);
    await loadGame(info.rulebook);
    if (opened !== this.opened) return;
    this.info.value = info;
    this.seats.value = info.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
    if (info.status === "running" && this.seats.value.length > 0) await this.catchUp();
    if (opened !== this.opened) return;
    this.connect();
    document.addEventListener("visibilitychange", this.left);
    window.addEventListener("pagehide", this.left);
  }

  private async catchUp(): Promise<void> {
    const found = await get<Recap>(`/tables/${this.id}/recap?${this.query()}`);
    if (found.since > 0) {
      this.recapStep = found.step;
      this.recap.value = found.events;
    }
    await post(`/tables/${this.id}/seen?${this.query()}`);
  }

  /** When the page is hidden, mark all events as seen, so that the next recap begins here. */
  private readonly left = (): void => {
    if (document.visibilityState !== "hidden" || this.standing.value === null || this.seats.value.length === 0) return;
    void fetch(`/api/v1/tables/${this.id}/seen?${this.query()}`, { method: "POST", keepalive: true });
  };

  /** Change the viewing seats; all state is discarded and loaded again. */
  look(seats: number[]): void {
    this.live?.close();
    this.player.drop();
    batch(() => {
      this.seats.value = seats;
      this.standing.value = null;
      this.events.value = [];
      this.chat.value = [];
      this.drawing.value = EMPTY;
      this.panels.value = [];
      this.refusal.value = null;
      this.drafting.forget();
    });
    this.seq = null;
    this.connect();
  }

  /** Set whether the chat is visible, in which case messages are not counted as unread. */
  showChat(open: boolean): void {
    this.chatOpen = open;
    if (open) this.unseenChat.value = 0;
  }

  /** Load earlier chat messages. */
  async earlier(): Promise<void> {
    const until = this.unreadChat.value;
    const after = Math.max(0, until - EARLIER);
    const found = await get<Chat[]>(`/tables/${this.id}/chat?${this.query()}&after=${after}&limit=${EARLIER}`, this.invite);
    if (until !== this.unreadChat.value) return; // the viewing seats have changed
    this.chat.value = [...found.filter((one) => one.n <= until), ...this.chat.value];
    this.unreadChat.value = after;
  }

  close(): void {
    this.opened += 1;
    this.player.drop();
    this.live?.close();
    document.removeEventListener("visibilitychange", this.left);
    window.removeEventListener("pagehide", this.left);
    if (this.standing.value !== null && this.seats.value.length > 0) {
      void post(`/tables/${this.id}/seen?${this.query()}`).catch(() => undefined);
    }
  }

  private connect(): void {
    this.live?.close(); // two sockets with different viewing seats would mix their messages
    this.live = new Live(() => {
      const query = new URLSearchParams({ seats: this.seats.value.join(","), drawing: "true", lang: language.value });
      if (this.seq !== null) query.set("since", String(this.seq));
      return `/tables/${this.id}/live?${query}`;
    }, this.receive, this.again, this.invite);
  }

  /** Resend unacknowledged answers after reconnecting; their ids make this idempotent. */
  private readonly again = (): void => {
    for (const { message } of this.waiting.values()) this.live?.send(message);
  };

  private readonly receive = (message: FromServer): void => {
    switch (message.type) {
      case "state":
        this.seq = message.seq;
        this.note(Infinity, message.told - 1);
        this.earlierUntil = performance.now() + EARLIER_MS;
        this.player.drop();
        batch(() => {
          this.standing.value = message.state;
          this.drawing.value = { whole: message.drawing ?? "", patches: [], redraw: true };
          this.chat.value = [];
          this.events.value = this.events.value.filter(([number]) => number < message.told); // others were taken back
          hear([message.drawing ?? ""], true);
          this.panels.value = message.panels ?? [];
          hearPanels(this.info.value?.rulebook ?? "", this.panels.value);
        });
        this.replaced();
        this.answerStanding();
        this.expectDrafts();
        void this.begin(message.told);
        break;
      case "update":
        this.seq = message.seq;
        this.note(message.since, message.events.at(-1)?.[0] ?? message.since - 1);
        this.player.add({
          scenes: message.scenes ?? [],
          redraw: (parts) => this.stage.draw((message.drawing ?? []).filter(([, id]) => parts.includes(id))),
          told: (event) => this.tell(message, event),
          done: () => this.arrive(message),
        });
        break;
      case "table":
        this.info.value = message.table;
        if (this.seats.value.length === 0 && message.table.seats.some((seat) => seat.mine)) {
          this.look(message.table.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
        }
        break;
      case "chat":
        if (this.chat.value.length === 0) this.unreadChat.value = message.n - 1;
        this.chat.value = [...this.chat.value.filter((one) => one.n < message.n), message];
        if (!this.chatOpen && !this.isMine(message) && performance.now() > this.earlierUntil) this.unseenChat.value += 1;
        break;
      case "answered":
        setTimeout(() => {
          const ask = this.waiting.get(message.id)?.ask;
          if (ask === undefined) return; // an update has replaced it
          this.answered.value = new Set([...this.answered.value, ask]);
          this.settle(message.id);
        }, REPLACED_MS);
        break;
      case "problem":
        if (message.rule !== undefined && message.reason !== undefined) {
          this.refusal.value = { rule: message.rule, reason: message.reason };
        } else if (message.kind !== "stale-ask") this.failure.value = message.detail;
        if (message.id !== undefined) this.settle(message.id);
        break;
      case "draft":
        this.drafting.hear(message.draft);
        break;
      case "pong":
        break;
    }
  };

  private isMine(message: Chat): boolean {
    return this.info.value?.seats.some((seat) => seat.mine && seat.person?.id === message.person) === true;
  }

  private arrive(message: UpdateSent): void {
    batch(() => {
      this.standing.value = message.state;
      this.draw(message.drawing ?? []);
      if ((message.panels ?? []).length + (message.panel_order ?? []).length > 0) {
        this.panels.value = renewed(this.panels.value, message.panels ?? [], message.panel_order ?? []);
        hearPanels(this.info.value?.rulebook ?? "", this.panels.value);
      }
      this.fresh.value = message.events;
      this.tell(message);
    });
    this.replaced();
    this.answerStanding();
    this.expectDrafts();
  }

  private expectDrafts(): void {
    const asks = this.standing.value?.asks ?? [];
    this.drafting.expect(asks.filter((ask) => !this.committing.value.has(ask.seat)), this.fail);
  }

  /** Detect an undo by event numbers that were seen before; it cancels answers in advance. */
  private note(since: number, last: number): void {
    if (since <= this.lastEvent) this.rewound.value += 1;
    this.lastEvent = last;
  }

  private draw(patches: Patch[]): void {
    if (patches.length === 0) return;
    const { whole, patches: before } = this.drawing.value;
    this.drawing.value = { whole, patches: [...before, patches] };
    hear(patches.map(([, , markup]) => markup));
  }

  /** Add the events of a message to the log, optionally only up to a number. */
  private tell(message: UpdateSent, upto = Infinity): void {
    const before = this.events.value.filter(([number]) => number < message.since);
    this.events.value = [...before, ...message.events.filter(([number]) => number <= upto)];
  }

  /** Settle answers whose questions are no longer open. */
  private replaced(): void {
    const open = new Set((this.standing.value?.asks ?? []).map((ask) => ask.id));
    for (const [id, { ask }] of this.waiting) if (!open.has(ask)) this.settle(id);
  }

  private settle(id: string): void {
    this.waiting.delete(id);
    this.busy.value = this.waiting.size > 0;
  }

  /** Load the background of the drawing, and earlier events if there are any. */
  private async begin(told: number): Promise<void> {
    await Promise.all([this.under(), told > 0 ? this.before(told) : null]);
  }

  /** Load the events before a number. The server may know later ones, whose scenes are still to be played. */
  private async before(told: number): Promise<void> {
    const before = await get<Told[]>(`/tables/${this.id}/events?${this.query()}`, this.invite);
    const known = new Map(this.events.value);
    this.events.value = [...before.filter(([number]) => number < told && !known.has(number)), ...this.events.value].sort((a, b) => a[0] - b[0]);
  }

  private async under(): Promise<void> {
    const said = language.value;
    if (this.ground.value !== "" && this.grounded === said) return;
    const ground = await get<string>(`/tables/${this.id}/ground?lang=${said}`, this.invite);
    if (said !== language.value) return;
    this.grounded = said;
    this.ground.value = ground;
  }

  query(): string {
    return new URLSearchParams({ seats: this.seats.value.join(",") }).toString();
  }

  /** The open questions without those answered in this window; of drafts, the unanswered ones. */
  asks(): Ask[] {
    return this.drafting.open(this.standingAsks());
  }

  /** The first question of the open draft. */
  drafts(): Ask | undefined {
    return this.standingAsks().find((ask) => this.drafting.of(ask) !== undefined);
  }

  private standingAsks(): Ask[] {
    return (this.standing.value?.asks ?? []).filter((ask) => !this.answered.value.has(ask.id) && !this.committing.value.has(ask.seat) && !this.stops.skips(ask));
  }

  private readonly fail = (error: unknown): void => {
    const problem = error instanceof ApiError ? error.problem : null;
    if (problem?.rule !== undefined && problem.reason !== undefined) {
      this.refusal.value = { rule: problem.rule, reason: problem.reason };
    } else if (problem?.title !== "stale-ask") this.failure.value = problem?.detail === "" ? "offline" : (problem?.detail ?? String(error));
  };

  /** Commit a draft. */
  async commit(ask: Ask): Promise<void> {
    const committed = this.drafting.commit(ask); // sent before anything is rendered
    this.refusal.value = null;
    this.busy.value = true;
    this.answered.value = new Set([...this.answered.value, ask.id]);
    this.committing.value = new Set([...this.committing.value, ask.seat]);
    try {
      await committed;
    } catch (error) {
      this.answered.value = new Set([...this.answered.value].filter((one) => one !== ask.id));
      this.fail(error);
    } finally {
      this.committing.value = new Set([...this.committing.value].filter((one) => one !== ask.seat));
      this.busy.value = this.waiting.size > 0;
      this.expectDrafts();
    }
  }

  answer(ask: Ask, option: Option): void {
    this.refusal.value = null;
    if (ask.draft !== "") {
      const added = this.drafting.add(ask, option.do); // sent before anything is rendered
      // Until the draft is updated, the displayed question is the one that was just answered.
      this.busy.value = true;
      void added.catch(this.fail).finally(() => (this.busy.value = this.waiting.size > 0));
      return;
    }
    // The server may ask again as soon as it has the answer: what is to be repeated must be there before.
    this.busy.value = true;
    if (this.advance.always.value === ask.id) void this.advance.answered(ask, option.do).catch(this.fail).then(() => this.send(ask, option));
    else this.send(ask, option);
  }

  private isSent(ask: Ask): boolean {
    return [...this.waiting.values()].some((one) => one.ask === ask.id);
  }

  private send(ask: Ask, option: Option): void {
    const id = newKey();
    const message: AnswerMessage = { type: "answer", id, seat: ask.seat, ask: ask.id, do: option.do };
    const sent = this.live?.send(message) ?? false;
    if (!sent) {
      this.busy.value = false;
      this.failure.value = "offline";
      return;
    }
    this.waiting.set(id, { ask: ask.id, message });
  }

  async undo(seat: number): Promise<boolean> {
    if (await this.drafting.reopen(seat)) {
      this.answered.value = new Set();
      return true;
    }
    const done = await post<Undo>(`/tables/${this.id}/undo`, { seat });
    if (done.done) {
      this.answered.value = new Set();
      this.rewound.value += 1; // even if no events were undone
    }
    return done.done;
  }

  /** The preview of an answer: drawing and facts. */
  preview(ask: Ask, action: string): Promise<Preview> {
    return post<Preview>(`/tables/${this.id}/preview`, { seat: ask.seat, ask: idOf(ask), do: action, lang: language.value });
  }

  /** The odds of an answer for each of its targets. */
  odds(ask: Ask, action: string): Promise<Odds[]> {
    return post<Odds[]>(`/tables/${this.id}/odds`, { seat: ask.seat, ask: idOf(ask), do: action });
  }

  /** The legal answer nearest to a pose. */
  aim(ask: Ask, at: Placing): Promise<Aimed> {
    return post<Aimed>(`/tables/${this.id}/aim`, { seat: ask.seat, ask: idOf(ask), at, lang: language.value });
  }

  /** Measure between two things or points. */
  async measure(one: Placing, other: Placing): Promise<Message[]> {
    const body = { one, other, seats: this.seats.value.join(",") };
    return (await request<Measured>("POST", `/tables/${this.id}/measure`, body, undefined, this.invite)).facts;
  }

  /** The threat ranges of a thing. */
  threats(thing: string): Promise<Reach[]> {
    return get<Reach[]>(`/tables/${this.id}/threats?${this.query()}&thing=${encodeURIComponent(thing)}`, this.invite);
  }

  /** The rosters as the viewing seats see them. */
  rosters(): Promise<Roster[]> {
    return get<Roster[]>(`/tables/${this.id}/rosters?${this.query()}`, this.invite);
  }

  /** From now on, answer a seat's questions with a mark automatically with their first option. */
  stand(seat: number, mark: string): void {
    this.standingAnswers.value = new Set([...this.standingAnswers.value, standing(seat, mark)]);
    this.answerStanding();
  }

  private answerStanding(): void {
    const ask = this.asks()[0];
    const first = ask?.options[0];
    if (ask === undefined || first === undefined || this.isSent(ask)) return;
    const marks = Object.values(ask.recurs).map((mark) => standing(ask.seat, mark));
    if (marks.some((one) => this.standingAnswers.value.has(one))) this.answer(ask, first);
  }

  async check(ask: Ask, action: string): Promise<Refusal | null> {
    const found = await post<Checked>(`/tables/${this.id}/check`, {
      seat: ask.seat,
      ask: idOf(ask),
      do: action,
    });
    return found.refusal;
  }
}
