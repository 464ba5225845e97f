// What goes over the wire. The Python side is the law: docs/api.md, docs/openapi.json.

export interface Message {
  id: string;
  fields: Record<string, Field>;
}
export type Field = string | number | null | Field[] | { [key: string]: Field };

export interface Refusal {
  rule: string;
  reason: Message;
}

export interface Option {
  /** The answer in notation: what is sent back. */
  do: string;
  /** What it refers to, in the order of its notation: "area:winterfell", "order:march-zero". */
  refers: string[];
  /** Where it puts a thing, in the coordinates of the drawing. */
  at?: Placing;
  /** What is said of it where its parts are numbers. */
  said?: Message;
}

/** Where a thing lies on the drawing: its middle, degrees with the clock, and which thing it is. */
export interface Placing {
  x: number;
  y: number;
  turn?: number;
  thing?: string;
}

/** The answer that comes nearest to a place that is wished for, and what the rules say of it. */
export interface Aimed {
  do: string;
  at: Placing | null;
  allowed: boolean;
  refusal: Refusal | null;
  drawing: string;
  facts: Message[];
}

export interface Preview {
  drawing: string;
  facts: Message[];
}

export interface Ask {
  id: string;
  seat: number;
  kind: string;
  rule: string;
  prompt: Message;
  space: boolean;
  options: Option[];
  /** Answers given before that are carried out only with a later one. */
  staged: Option[];
  /** The thing that is asked about and may be dragged: "unit:a3"; or nothing. */
  moving: string;
  /** Marks by which a question comes up again: within the turn, within the round. */
  recurs: Record<string, string>;
}

export interface Cell {
  text?: Message | null;
  number?: number | null;
  cards?: string[];
  dice?: string[];
}

export interface Line {
  label: Message;
  rule: string;
  cells?: Cell[];
  total?: boolean;
}

/** What is fought out now, or was last: it grows line by line. */
export interface Panel {
  id: string;
  title: Message;
  sides: string[];
  lines: Line[];
  over: boolean;
}

export interface Outcome {
  places: number[][];
  scores: number[];
  reason: string;
}

export interface View {
  rulebook: string;
  viewers: number[];
  label: string;
  game: unknown;
  waiting: Record<string, "deciding" | "ready">;
  sealed: Record<string, string[]>;
  outcome: Outcome | null;
}

/** Where a match stands for one viewer. */
export interface Standing {
  view: View;
  asks: Ask[];
  /** Seat -> why its last answer cannot be taken back freely; null: it can. */
  undo: Record<string, Refusal | null>;
  panel: Panel | null;
  /** What one holds that others may not see: a table, whose columns are the sides. */
  hand?: Panel | null;
}

export type GameEvent = { event: string; rule?: string } & Record<string, Field | undefined>;
export type Told = [number, GameEvent];

export interface Seat {
  seat: number;
  name: string;
  person: { id: string; name: string } | null;
  bot: string | null;
  owner: { id: string; name: string } | null;
  mine: boolean;
  deadline: number | null;
  bank: number | null;
  asked: boolean;
  looking: boolean;
}

export interface Consent {
  id: string;
  seat: number;
  agreed: number[];
  asked: number[];
}

export interface TableInfo {
  id: string;
  title: string;
  /** Whether somebody has given it that title. */
  titled: boolean;
  rulebook: string;
  status: "open" | "running" | "finished" | "halted" | "closed";
  visibility: "open" | "private";
  invite: string | null;
  label: string;
  options: Record<string, unknown>;
  settings: Record<string, unknown>;
  seats: Seat[];
  creator: { id: string; name: string };
  mine: boolean;
  consents: Consent[];
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
}

export interface ChatMessage {
  n: number;
  name: string;
  seat: number | null;
  seats: number[] | null;
  text: string;
  at: number;
}

export interface Me {
  id: string;
  name: string;
  guest: boolean;
  login: string | null;
  language: string;
}

export interface RulebookInfo {
  id: string;
  title: string;
  seats: number[];
  seats_at_first: number;
  options: Record<string, unknown>;
  seat_names: Record<string, string[]>;
}

export interface Rule {
  id: string;
  section: string;
  page: number | null;
  summary: string;
  status: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  rule?: string;
  reason?: Message;
  retry_ms?: number;
}

/** A part of the drawing that is new or changed: the group it lies in, its id, its markup; null: it is gone. */
export type Patch = [group: string, id: string, markup: string | null];
