// Written by `make protocol` from the structs of the server, whose HTTP part docs/openapi.json describes too.

/** A named ability on a card; `card` is the ability's own card. */
export interface Ability {
  title: Message;
  texts: Message[];
  card?: string;
}

/** The operator's texts about the server: plain text, where `# ` begins a heading and `- ` a list item. */
export interface About {
  /** Null if the operator has not set one. */
  imprint: string | null;
  /** Null for the default text of the web page. */
  privacy: string | null;
  retained: Retained;
}

/** Add a card as a new entry, or `into` the entry at a position. */
export interface AddCard {
  do: "add";
  card: string;
  section: string;
  form: string;
  into: string;
}

/**
 * A card that can be added: the `edits` that add it, and the rules that the list would then violate. `count` is
 * the number of copies already in the list. `edits` is empty for a card that must be nested in an entry while
 * none is selected.
 */
export interface Addition {
  card: string;
  section: string;
  faction: string;
  name: Message;
  subtitle?: Message;
  cost: number;
  leads?: boolean;
  forms?: Formation[];
  count?: number;
  edits?: (AddCard | RemoveCard | SwapCard | MoveCard | ChooseLeader | ChangeHead)[];
  refused?: Refused[];
}

/** A person as shown to moderators, with the acts that the viewer may carry out. */
export interface AdminPerson {
  id: string;
  name: string;
  login: string | null;
  role: string | null;
  created_at: number;
  muted_until: number | null;
  banned_until: number | null;
  acts: ("ban" | "end-sessions" | "mute" | "reset-password" | "unban" | "unmute")[];
}

/** A table as shown to moderators, without its match, with the acts that the viewer may carry out. */
export interface AdminTable {
  id: string;
  title: string;
  rulebook: string;
  status: string;
  visibility: string;
  /** The players. */
  people: Who[];
  halted: string | null;
  created_at: number;
  acts: ("close" | "extend" | "unhalt")[];
}

/** An answer in notation, how many points it is better than the average of others, and why. */
export interface Advice {
  do: string;
  lead: number;
  reasons: Reason[];
}

/** Whether the player agrees. */
export interface AgreeIn {
  agree: boolean;
}

/** The intended place of a thing, in the coordinates of the drawing, and the language of the drawing. */
export interface AimIn {
  seat: number;
  ask: string;
  at: Placing;
  lang?: "de" | "en" | "hu" | "qps";
}

/** The legal or illegal answer nearest to an intended place, with its place and the verdict of the rules. */
export interface Aimed {
  /** The answer in notation; empty if no answer to the question places anything. */
  do: string;
  at: Placing | null;
  allowed: boolean;
  refusal: Refusal | null;
  /** A ghost of the thing, as SVG to overlay on the drawing, even if the place is illegal. */
  drawing: string;
  facts: Message[];
}

/** An answer: the seat, the id of its open question, and the answer in notation. */
export interface AnswerIn {
  seat: number;
  ask: string;
  do: string;
}

/** An answer; `id` is chosen by the client, so that the message can be repeated safely. */
export interface AnswerMessage {
  type: "answer";
  id: string;
  seat: number;
  ask: string;
  do: string;
}

/** A stored answer; `again` is true if an identical request had already stored it. */
export interface Answered {
  seat: number;
  again: boolean;
}

/** An answer of this connection has been stored. */
export interface AnsweredSent {
  type: "answered";
  /** The version of the messages. */
  v: number;
  id: string;
}

/** How army lists of a game are built; `leads` is true if an army needs a commander. */
export interface Armies {
  factions: string[];
  sizes: number[];
  sections: ListSection[];
  forms: string[];
  leads: boolean;
  starters: Starter[];
}

/**
 * An army list. `refused` is why it cannot be brought to the match, with rule and reason if there are any.
 * `folder` is set for saved lists.
 */
export interface ArmyChoice {
  code: string;
  name: string;
  faction: string;
  cost: number;
  points: number;
  folder?: string;
  refused?: string;
  rule?: string;
  reason?: Message;
}

/** The seats that bring an army, factions for random ones, saved lists, starter armies, and the given list. */
export interface ArmyChoices {
  seats: number[];
  factions: string[];
  saved: ArmyChoice[];
  starters: ArmyChoice[];
  given: ArmyChoice | null;
}

/** A number of the army at a glance, such as its activations. */
export interface ArmyFigure {
  glyph: string;
  title: Message;
  value: string;
}

/** An open question; answers refer to it by its `id`. */
export interface Ask {
  id: string;
  seat: number;
  kind: string;
  rule: string;
  prompt: Message;
  space: boolean;
  options: Option[];
  /** Earlier answers that take effect only with a later one. */
  staged: Option[];
  /** The id of the card or ability that asks, whose text explains the question; "" if none does. */
  about: string;
  /** The thing that the question is about and that can be dragged, such as "unit:a3". */
  moving: string;
  /** Keys that identify the question when it recurs within the turn or the round. */
  recurs: Record<string, string>;
  /** Whether answers may have odds, which `POST .../odds` computes. */
  odds: boolean;
  /** Tokens beside the board, and gestures on it, that answer the question. */
  palette: Palette;
  /** The name of the reaction window, for which a seat can set a stop; empty if it is not one. */
  window: string;
  /** The name of the draft that begins with this question; a draft combines several answers. */
  draft: string;
}

/** An open question of your seat. */
export interface AskIn {
  seat: number;
  ask: string;
}

/**
 * A question as its seat sees it, without its options; `space` marks a continuous choice. `about` is the id of
 * the card or ability that asks, "" if none does.
 */
export interface AskView {
  seat: number;
  kind: string;
  rule: string;
  prompt: Message;
  space: boolean;
  about: string;
}

/** An attack: name, kind (melee, short or long range, ranged), the roll needed to hit, and dice. */
export interface Attack {
  name: Message;
  kind: string;
  hit?: number;
  range?: string;
  pools: DicePool[];
}

/** An administrative action. */
export interface AuditEntry {
  /** Consecutive number of the entry. */
  number: number;
  at: number;
  /** Null for the command line. */
  actor_id: string | null;
  /** Name of the actor at that time. */
  actor: string;
  act: string;
  person_id: string | null;
  /** Current name of the person. */
  person: string | null;
  table_id: string | null;
  /** Title of the table; null if it no longer exists. */
  table: string | null;
  reason: string;
  detail: string;
}

/**
 * Change of a seat's win chance over the match, split by cause. The three parts add up to the whole change.
 * `chance`: steps in which dice were rolled or cards drawn, for any seat. `own`: decisions of the seat itself
 * without chance. `rest`: decisions of other seats, and simultaneous decisions of several seats.
 */
export interface Balance {
  own: number;
  chance: number;
  rest: number;
}

/** A number in a distribution: the probability of exactly this number, and of at least this number. */
export interface Bar {
  number: number;
  chance: number;
  least: number;
}

/** A blocked person. */
export interface Blocked {
  id: string;
  name: string;
  at: number;
}

/** A game: its id and title, the numbers of seats, and the JSON Schema of its options. */
export interface Book {
  id: string;
  title: string;
  version: string;
  seats: number[];
  seats_at_first: number;
  seat_names: Record<string, string[]>;
  negotiation: boolean;
  /** Whether players bring army lists that can be built on this server. */
  armies: boolean;
  options: Record<string, unknown>;
  /** Facts for newcomers; null if the game has none. */
  introduction: Introduction | null;
  /** The match with a guided first round; null if the game has none. */
  guide: Guide | null;
  /** Kinds of things that may have threat ranges, such as "unit" for "unit:a3". */
  threats: string[];
  /** Styles in which the levels `strong` and `expert` can play, such as "aggressive" for "aggressive-strong". */
  styles: string[];
}

/** The bot to put in a seat; null removes it. */
export interface BotIn {
  bot: string | null;
}

/** The step of the replay from which to branch, and the player of each seat. */
export interface BranchIn {
  at: number;
  places?: Place[];
}

/** An amount that a list may use up, such as its points, and how much it does. */
export interface Budget {
  title: Message;
  used: number;
  limit: number;
}

/**
 * The description of one kind of component. `tint` holds background and text color of the header, such as
 * "#a8172a" and "#ffffff", if the faction has colors. `pictured` is true if the game draws a picture of it, see
 * `picture_of`. `rules` are the ids of the rules that it refers to, `related` the ids of associated cards, such
 * as the Tactics cards of a Commander.
 */
export interface Card {
  id: string;
  title: Message;
  kind: string;
  subtitle?: Message;
  faction?: string;
  tint?: [string, string];
  pictured?: boolean;
  cost?: number;
  stats?: Stat[];
  attacks?: Attack[];
  keywords?: Keyword[];
  abilities?: Ability[];
  faces?: Face[];
  texts?: Message[];
  rules?: string[];
  related?: string[];
  provenance?: "" | "inferred" | "later" | "project" | "rulebook" | "sourced" | "unsettled";
  note?: Message;
}

/** A page of the selected cards; `total` is their number, `next` the `offset` of the next page, null at the end. */
export interface CardPage {
  cards: Card[];
  total: number;
  next: number | null;
}

/** The entry for one side in a line. */
export interface Cell {
  text?: Message;
  /** The amount added by this step, or a total. */
  number?: number;
  /** Revealed cards, by the ids of their names. */
  cards?: string[];
  /** Rolled faces, one entry per die, by the ids of their names. */
  dice?: string[];
  /** Positions of the dice without an effect. */
  misses?: number[];
  /** Things that contribute, such as figures and tokens. */
  items?: Item[];
}

/** An event and its probability. */
export interface Chance {
  what: Message;
  chance: number;
}

/** Change the header of a list; fields that are None keep their values. */
export interface ChangeHead {
  do: "head";
  name: string | null;
  faction: string | null;
  points: number | null;
  assumed: boolean | null;
}

/** Changes of personal settings; omitted fields are unchanged. */
export interface Changes {
  name?: string;
  language?: string;
  notices?: Partial<Notices>;
  preferences?: Record<string, string>;
  /** The password, required if an account changes its e-mail address. */
  password?: string;
}

/** A chat message. `n` is its number among those that this reader may read. */
export interface Chat {
  n: number;
  /** The id of the author. */
  person: string;
  name: string;
  seat: number | null;
  /** The seats between which it is private; null if everybody at the table can read it. */
  seats: number[] | null;
  text: string;
  at: number;
}

/** A message to everybody, or a private one to other seats. */
export interface ChatIn {
  text: string;
  seats?: number[] | null;
}

/** A chat message. */
export interface ChatSent {
  type: "chat";
  n: number;
  /** The id of the author. */
  person: string;
  name: string;
  seat: number | null;
  /** The seats between which it is private; null if everybody at the table can read it. */
  seats: number[] | null;
  text: string;
  at: number;
  v: number;
}

/** A printed condition, and whether it is met. */
export interface Check {
  text: Message;
  met: boolean;
}

/** Whether an answer is legal: the reason if it is not, and its effect if it is and the game can tell. */
export interface Checked {
  allowed: boolean;
  refusal: Refusal | null;
  effect: Message | null;
}

/** Index of the chosen army list. */
export interface ChoiceIn {
  list: number;
}

/** Options and number of seats of a match, and optionally a list from elsewhere, as a code or in any format. */
export interface ChoicesIn {
  options?: Record<string, unknown>;
  seats?: number;
  text?: string;
}

/** Choose the Commander; an empty card chooses none. */
export interface ChooseLeader {
  do: "lead";
  card: string;
}

/** Time control, in seconds: initial bank, increment per answer, and the maximum bank `cap`. */
export interface Clock {
  kind: "days" | "live" | "none";
  bank: number;
  increment: number;
  cap: number;
}

/** A committed draft. */
export interface Committed {
  seat: number;
}

/** A request to undo an answer: the seat that asks, and the seats that have agreed. */
export interface Consent {
  id: string;
  seat: number;
  agreed: number[];
  /** The seats whose players must agree. */
  asked: number[];
}

/** The folder of the copy. */
export interface CopyIn {
  folder?: string;
}

/**
 * A decision that cost something, and the chance to win after the answer given and after the better one. `step`
 * is that of the answer, numbered as in `GET .../replay`.
 */
export interface Costly {
  step: number;
  /** The label (round). */
  label: string;
  /** The question. */
  asked: string;
  /** The answer given, in words. */
  done: string;
  better: string;
  chance: number;
  best: number;
}

/** A text with plural forms: the first is for 1, the last for other numbers. */
export interface Counted {
  field: string;
  forms: string[];
}

/** A number with glyph, label and optional limit. */
export interface Counter {
  glyph: string;
  label: Message;
  value: string;
  limit?: string;
}

/** Counters and items of one side, or, without an owner, of the whole table. */
export interface CounterRow {
  owner?: Item;
  counters?: Counter[];
  groups?: Filled[];
  items?: Item[];
  notes?: Message[];
}

/** Counters in rows; with `cells`, the rows are displayed as spaces of a game board, side by side. */
export interface CountersPanel {
  kind: "counters";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  rows: CounterRow[];
  cells?: boolean;
}

/** A deck: number of cards left, cards in force, cards known to be on top, and discard pile. */
export interface DeckPanel {
  kind: "deck";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  count: number;
  shown?: Item[];
  top?: Item[];
  discards?: Item[];
  /** Number of discarded cards, which are not always listed. */
  discarded?: number;
}

/** Confirmation of the deletion of an account. */
export interface Deletion {
  password: string;
}

/**
 * The numbers of dice of an attack by glyph; `label` is the case in which they are rolled, such as a rank.
 * `color` is green, blue or red if the case is a color; by default, pools are colored from the best to the
 * worst.
 */
export interface DicePool {
  dice: Record<string, number>;
  label?: Message;
  color?: string;
}

/**
 * A list that need not be legal or complete; `leader` is the card of its Commander. `assumed` allows cards that
 * are completed by assumptions of this project.
 */
export interface Draft {
  faction: string;
  points: number;
  entries?: ListEntry[];
  leader?: string;
  name?: string;
  assumed?: boolean;
}

/** The new content of a seat's draft: answers in notation, in any order. */
export interface DraftIn {
  seat: number;
  ask: string;
  answers: string[];
}

/** The new content of a seat's draft. The response is `answered` or `problem`. */
export interface DraftMessage {
  type: "draft";
  id: string;
  seat: number;
  ask: string;
  answers: string[];
}

/** A changed draft of one of the viewer's seats; it has no `seq`. */
export interface DraftSent {
  type: "draft";
  /** The version of the messages. */
  v: number;
  draft: SeatDraft;
}

/**
 * The icons of a game for panels by id, such as shields, tokens and dice. Each is SVG markup with coordinates
 * from -16 to 16, for an `<svg>` of class `root`. `style` is the style sheet for light and dark themes, and
 * `defs` the markup of the patterns that they refer to; a page needs both once.
 */
export interface Emblems {
  root: string;
  style: string;
  defs: string;
  pictures: Record<string, string>;
}

/** URL of a browser's push subscription. */
export interface EndpointIn {
  endpoint: string;
}

/** A symbol of the board and its meaning. */
export interface Entry {
  glyph: string;
  text: Message;
  card?: string;
}

/** A list and the format to export it in. */
export interface ExportIn {
  draft: Draft;
  form: string;
}

/** A face of a die or a dial: glyphs, meaning and color; `number` is an initiative or a count. */
export interface Face {
  glyphs?: string[];
  text: Message;
  color?: string;
  number?: number;
}

/**
 * A field of a case: a choice of ids, or an integer from `least` to `most`. `initial` is the default. The two
 * `compared` fields are the axes of the matrix.
 */
export interface Field {
  id: string;
  label: Message;
  choices: string[];
  least: number | null;
  most: number | null;
  initial: string;
  compared: boolean;
  /** The side that the field describes, or "" for circumstances of both. Labels do not repeat it. */
  side: "" | "attacker" | "defender";
}

/** A step of the match: its events, scenes, and changes to the drawing and panels. */
export interface FileStep {
  since: number;
  events?: [number, GameEvent][];
  scenes?: Scene[];
  drawing?: Patch[];
  /** Patches that replace those of `drawing` in other languages, where the words differ. */
  worded?: Record<string, Patch[]>;
  /** Odds of the answer, as known to its seat; only for finished matches. */
  odds?: Odds[];
  panels?: (TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel)[];
  order?: string[];
}

/** The texts of the page and of the game in one language. */
export interface FileTexts {
  page: Record<string, string | Counted>;
  game: Record<string, string | Counted>;
}

/** A report. */
export interface FiledReport {
  id: string;
  at: number;
  reporter_id: string;
  reporter: string;
  /** The reported person, if known to the server. */
  person_id: string | null;
  /** The reported name. */
  person: string;
  table_id: string;
  /** The reported message; empty if the person is reported. */
  quote: string;
  /** The reporter's comment. */
  text: string;
  status: string;
  resolved_at: number | null;
  resolution: string;
}

/** A group with a limit on members (`room`), such as an army, and its `size`, which may exceed the limit. */
export interface Filled {
  room: number;
  size?: number;
}

/** Prepared answers to a kind of question, of which the first legal one is given automatically. */
export interface Foreseen {
  kind: string;
  /** Description of the question, from the texts of the game; null if the game does not list it. */
  label: Message | null;
  answers: Option[];
  /** Answers that are known in advance; others can be set as well. */
  choices: Option[];
}

/** Answers in notation to a kind of question, the preferred one first; without answers, the seat is asked again. */
export interface ForeseenIn {
  seat: number;
  kind: string;
  answers: string[];
}

/** A formation in which a card can be fielded, and its cost. */
export interface Formation {
  form: string;
  cost: number;
}

export type FromServer = StateSent | UpdateSent | DraftSent | TableSent | ChatSent | AnsweredSent | ProblemSent | PongSent;

/** An event as shown to a viewer; its other fields depend on its kind. */
export interface GameEvent {
  /** The kind of event. */
  event: string;
  /** The rule that caused the event. */
  rule?: string;
}

/** A rating in one game. With a probability of about two thirds, the true strength is within `margin` points. */
export interface GameRating {
  rulebook: string;
  points: number;
  margin: number;
  matches: number;
}

/** A new guest, who needs no account. */
export interface GuestIn {
  name: string;
  language?: string;
}

/** Guidance of the game's guide for a question. */
export interface Guidance {
  /** Texts in reading order; empty if the guide has nothing to say. */
  words: Message[];
  /** Things to highlight, in the form used by options. */
  points: string[];
  /** The recommended answer in notation; empty if there is none. */
  do: string;
  /** Whether the guided part of the match has ended. */
  over: boolean;
}

/** A match for newcomers with the explanations of its first round. */
export interface Guide {
  seats: number;
  /** The turn label at which the guide ends, such as "round 2". */
  until: string;
  steps: GuideStep[];
  /** The seat of the newcomer. */
  seat: number;
  options: Record<string, unknown>;
}

/** An explanation for a kind of question; several of one kind are shown in order, and the last one is repeated. */
export interface GuideStep {
  kind: string;
  /** Id of the text, within the guide. */
  text: string;
  /** Things to highlight, as options refer to them, such as "area:winterfell". */
  points: string[];
  /** The recommended answer in notation. If it is empty or not legal, a bot advises. */
  answer: string;
}

/** The cards of one side; face-down cards have neither `thing` nor `card`. */
export interface HandPanel {
  kind: "hand";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  cards: Item[];
  discards?: Item[];
}

/** The heading that clients always show: the round (title), the phase (notes), and the sides. */
export interface HeadingPanel {
  kind: "heading";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  sides: SeatMark[];
}

/**
 * A list as text or as a base64 file, and the agreed points if they should replace those of the list. Files are
 * limited only by the size of request bodies.
 */
export interface ImportIn {
  text?: string;
  file?: string;
  points?: number | null;
}

/**
 * An imported list, its format, and the lines that were not understood. `form` is `text`, `json`, `toml`,
 * `code`, `roster` or `pasted`.
 */
export interface Imported {
  draft: Draft;
  form: string;
  unread: Unread[];
}

/** Facts for choosing a game. */
export interface Introduction {
  /** Usual duration of a match, from shortest to longest. */
  minutes: [number, number];
  /** Complexity from 1 to 5. */
  weight: number;
  picture: Picture | null;
  /** Colors of seats by the names of the seats. */
  tints: Record<string, string>;
  /** Options whose values are presented as pictures of the board at setup. */
  pictured: string[];
}

/**
 * A thing in a panel, such as the marker of a House on a track, or a card in a hand. `thing` is its id as
 * options refer to it, `card` the id of its card, `glyph` an emblem of the game or a glyph known to the client.
 * `value` is the number printed on it, `symbols` the glyphs beside that number, `notes` describe its current
 * state.
 */
export interface Item {
  name: Message;
  thing?: string;
  card?: string;
  glyph?: string;
  value?: string;
  count?: number;
  symbols?: string[];
  notes?: Message[];
  checks?: Check[];
  condition?: "gone" | "ready" | "used";
}

/** The seat to take (null for the first free one), and the invitation to a private table. */
export interface JoinIn {
  seat?: number | null;
  invite?: string | null;
  /** Secret from the link that offers a seat of a running match. */
  offer?: string;
  /** The player's army lists, at a table to which players bring them. */
  lists?: string[];
}

/** A keyword of a card, with its rule and its card if it has any. */
export interface Keyword {
  id: string;
  name: Message;
  rule?: string;
  card?: string;
}

/** The symbols of the board and their meaning. */
export interface LegendPanel {
  kind: "legend";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  entries: Entry[];
}

/** A step of a fight: its label and an entry for each side. A line without cells is a sentence. */
export interface Line {
  label: Message;
  rule: string;
  cells?: Cell[];
  /** Whether the numbers are totals of the lines above. */
  total?: boolean;
  /** Whether the numbers are added to those above, and shown with their signs. */
  adds?: boolean;
}

/** A saved list with its content. */
export interface List {
  id: string;
  rulebook: string;
  name: string;
  folder: string;
  visibility: "link" | "private" | "public";
  faction: string;
  points: number;
  cost: number;
  code: string;
  legal: boolean;
  owner: Who;
  mine: boolean;
  created_at: number;
  changed_at: number;
  draft: Draft;
}

/** A card in a list, with its section ("units"), its formation if any, and the cards inside it. */
export interface ListEntry {
  card: string;
  section?: string;
  form?: string;
  inside?: ListEntry[];
}

/**
 * A list to save: its game, its content, its folder ("" for none), and its visibility. `link`: readable by
 * everyone with the link; `public`: also listed for everyone. A list need not be legal.
 */
export interface ListIn {
  rulebook: string;
  draft: Draft;
  folder?: string;
  visibility?: "link" | "private" | "public";
}

/**
 * A saved list without its content. `code` is its short code, empty if it has none; `folder` is only shown to
 * the owner.
 */
export interface ListInfo {
  id: string;
  rulebook: string;
  name: string;
  folder: string;
  visibility: "link" | "private" | "public";
  faction: string;
  points: number;
  cost: number;
  code: string;
  legal: boolean;
  owner: Who;
  mine: boolean;
  created_at: number;
  changed_at: number;
}

/** A page of lists, the most recently changed first; `next` is the `after` of the next page, null at the end. */
export interface ListPage {
  lists: ListInfo[];
  next: string | null;
}

/**
 * A person's results with one army list. Lists with the same cards count as one, whatever their names. A match
 * is drawn if all seats share the first place. `list` and `name` are those of the most recently changed saved
 * list, if any. `last_at` is the time at which the latest of the matches ended.
 */
export interface ListResult {
  rulebook: string;
  code: string;
  list: string | null;
  name: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  last_at: number;
}

/** A group of cards in a list, such as combat units; `inside` is the section of cards that go inside its entries. */
export interface ListSection {
  id: string;
  title: Message;
  inside: string;
}

/** The army lists to bring, in the number required by the table: codes, factions, or "random". */
export interface ListsIn {
  lists: string[];
}

/** A login and its password. */
export interface Login {
  login: string;
  password: string;
}

/** A random result that is good for a seat if it is high, with its expected value. */
export interface Luck {
  seat: number;
  name: Message;
  got: number;
  expected: number;
}

/** The fragment (`#...`) of a link in an e-mail. */
export interface MailToken {
  token: string;
}

/** A token, condition, attachment or effect on a thing. `card` explains it, `count` is the number of tokens. */
export interface Mark {
  name: Message;
  card?: string;
  count?: number;
}

/** The review of a match, with an entry for each seat when it is ready. */
export interface MatchReview {
  /** `none`: nobody has asked for it; `working`: it is being computed. */
  state: "none" | "ready" | "working";
  seats: SeatReview[];
}

/** What viewers may know: the game's view, the seats deciding, and their own questions and sealed answers. */
export interface MatchView {
  rulebook: string;
  viewers: number[];
  label: string;
  game: unknown;
  /** Seat -> "deciding" or "ready". */
  waiting: Record<string, string>;
  asks: AskView[];
  /** Seat -> its own answers not yet revealed, in notation. */
  sealed: Record<string, string[]>;
  outcome: Outcome | null;
}

/**
 * Every unit against every other: means of the first spread and probabilities to destroy. Rows are attackers. A
 * cell is None if the unit has no such attack.
 */
export interface Matrix {
  attackers: string[];
  defenders: string[];
  what: Message;
  means: ((number | null)[])[];
  destroys: ((number | null)[])[];
}

/** The signed-in person. */
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  login: string | null;
  language: string;
  notices: Notices;
  vacation_until: number | null;
  preferences: Record<string, string>;
  role: string | null;
  muted_until: number | null;
  mute_reason: string | null;
  /** The session token, for clients that have requested it; it is not shown again. */
  token: string | null;
}

/** A statistic, such as castles or points, with a value for each seat. */
export interface Measure {
  name: Message;
  values: number[];
}

/** Two things or points of the drawing, and the viewing seats as in `seats`. */
export interface MeasureIn {
  one: Placing;
  other: Placing;
  seats?: string;
}

/** The measurements; empty if the game measures nothing. */
export interface Measured {
  facts: Message[];
}

/** A message id and its fields; ids of things (areas, cards, houses) are resolved to names when rendered. */
export interface Message {
  id: string;
  fields: Record<string, string | number | string[]>;
}

/**
 * Move an entry to another place, or a card inside an entry into another entry. `to` is an index among the
 * entries.
 */
export interface MoveCard {
  do: "move";
  at: string;
  to: number;
}

/** A card whose name is similar to an unknown one. */
export interface Near {
  card: string;
  name: string;
}

/** The token of a link, and the new password. */
export interface NewPassword {
  token: string;
  password: string;
}

/** A request for a new table. */
export interface NewTable {
  rulebook: string;
  seats: number;
  options?: Record<string, unknown>;
  settings?: Partial<TableSettings>;
  title?: string;
  visibility?: "open" | "private";
  /** One per seat. By default, the creator takes the first seat, and the others are open. */
  places?: Place[];
}

/** An entry of the delivery log. */
export interface Notice {
  id: string;
  table: string | null;
  kind: string;
  channel: string;
  target: string;
  /** waiting, sending, sent, dropped (no longer relevant), or failed. */
  status: string;
  tries: number;
  error: string | null;
  created_at: number;
  sent_at: number | null;
}

/** Where a person receives notices while away, and which kinds are enabled. */
export interface Notices {
  email: string;
  /** Whether the person has confirmed the address. No other address receives notices. Set by the server. */
  confirmed: boolean;
  webhook: string;
  /** Whether a browser of the person receives push notices. Set by the server. */
  push: boolean;
  turn: boolean;
  match: boolean;
  chat: boolean;
  consent: boolean;
}

/** The odds of an action against one target; `leaves_out` explains which factors are not taken into account. */
export interface Odds {
  title: Message;
  spreads: Spread[];
  chances: Chance[];
  /** Probability that the target is destroyed; None if not applicable. */
  destroys: number | null;
  /** Probability that the seat to act wins; None if nobody wins or loses, or if it is not involved. */
  success: number | null;
  leaves_out: Message[];
}

/** A possible answer: its notation, and the things it refers to, in the order of its notation. */
export interface Option {
  do: string;
  refers: string[];
  /** Where the answer places a thing, in the coordinates of the drawing. */
  at?: Placing;
  /** The label of an answer whose fields are numbers. */
  said?: Message;
  /** The kind of action, if it is not the first word of the notation. */
  kind?: string;
}

/** How a match ended: places (seats, best first; ties share a place), scores and reason. */
export interface Outcome {
  places: number[][];
  scores: number[];
  reason: string;
}

/** The tokens of a question in display order, and the input gesture. */
export interface Palette {
  gesture?: "assign" | "dial" | "drag" | "fan" | "pick" | "ring";
  tokens?: Token[];
}

/** The current or most recent fight. Lines are appended under the same id; numbers may be added to earlier ones. */
export interface Panel {
  id: string;
  title: Message;
  /** Ids of the sides, such as houses, in the order of the cells. */
  sides: string[];
  lines: Line[];
  over: boolean;
  /** For each side, the card of the unit that fights for it; "" if it has none. */
  cards?: string[];
  /** Whether each line concerns one side at most, such as its dice; otherwise lines compare the sides. */
  steps?: boolean;
  /** What is at stake while the fight is undecided. It may change from one message to the next. */
  stakes?: Stake[];
}

/** An answer of a draft that the rules forbid. */
export interface PartFault {
  at: number;
  rule: string;
  reason: Message;
  detail: string;
}

/** A passkey, with the name given by its owner. */
export interface Passkey {
  id: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

/** A new passkey: its name, and the browser's credential (`PublicKeyCredential.toJSON`). */
export interface PasskeyIn {
  name: string;
  credential: Record<string, unknown>;
}

/** A new name for a passkey. */
export interface PasskeyName {
  name: string;
}

/** Options for the browser, to be read with `PublicKeyCredential.parse...OptionsFromJSON`. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** The credential signed by the browser (`PublicKeyCredential.toJSON`). */
export interface PasskeySignIn {
  credential: Record<string, unknown>;
}

/** The old and the new password. */
export interface Passwords {
  old: string;
  new: string;
}

/** A new or changed part, with its group; without markup, a removed part. */
export type Patch = [group: string, id: string, markup: string | null];

/** The person after an act, and the link to set a new password after a reset. */
export interface PersonAct {
  person: AdminPerson;
  /** Link with which the person sets a new password within 24 hours; it is not shown again. */
  link: string;
  /** Whether the link was mailed to the account's confirmed address instead. */
  mailed: boolean;
}

/** An act on a person; `hours` limits a mute or ban, which otherwise lasts until it is lifted. */
export interface PersonActIn {
  act: "ban" | "end-sessions" | "mute" | "reset-password" | "unban" | "unmute";
  reason: string;
  hours?: number | null;
}

/** The position and the part of the drawing that a picture of the game shows. */
export interface Picture {
  /** The part of the drawing: x, y, width and height in its units. */
  view: [number, number, number, number];
  /** The part in a wide frame, such as the head of a page; by default `view`. */
  wide: [number, number, number, number] | null;
  /** Number of answers, given by quick estimates, after which the picture is drawn. */
  answers: number;
  seed: number;
  options: Record<string, unknown>;
}

/** A piece that acts once each round: its label on the board, its card, and whether it has acted. */
export interface PieceMark {
  thing: string;
  label: string;
  card: string;
  done?: boolean;
}

/** A sign of life. */
export interface PingMessage {
  type: "ping";
}

/** The player of a seat at a new table: the creator (`me`), a bot, or nobody yet. */
export interface Place {
  me?: boolean;
  bot?: string | null;
  /** The creator's army lists, at a table to which players bring them. */
  lists?: string[];
}

/** Position of a thing in the coordinates of the drawing: its centre and rotation. */
export interface Placing {
  x: number;
  y: number;
  /** Degrees clockwise; at 0 its front faces up. */
  turn?: number;
  /** The thing, as options refer to it, such as "unit:a3"; empty if the context determines it. */
  thing?: string;
}

/** The response to a ping. */
export interface PongSent {
  type: "pong";
  /** The version of the messages. */
  v: number;
}

/** The effect of an answer, as SVG to overlay on the drawing; empty if the game does not show it. */
export interface Preview {
  drawing: string;
  /** Facts about the answer: distances, odds, expected results. */
  facts: Message[];
}

/** A possible answer, and the language of its drawing. */
export interface PreviewIn {
  seat: number;
  ask: string;
  do: string;
  lang?: "de" | "en" | "hu" | "qps";
}

/** An error (RFC 9457): `title` is the kind, for programs; `detail` is for people. */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** If refused: the rule that forbids the answer. */
  rule?: string;
  /** If refused: the reason, as a message of the game's catalogue. */
  reason?: Message;
  /** If stale: the id of the seat's open question, null if there is none. */
  standing?: string;
  /** If there were too many requests: milliseconds until the next attempt. */
  retry_ms?: number;
  /** If a quota is exceeded: the name of its setting. */
  quota?: string;
  /** If a quota is exceeded: the amount used. */
  used?: number;
  /** If a quota is exceeded: the maximum amount. */
  limit?: number;
  /** If the request is malformed: the invalid parts. */
  errors?: unknown[] | Record<string, unknown>;
}

/** An answer was refused, or a message cannot be read. */
export interface ProblemSent {
  type: "problem";
  /** The version of the messages. */
  v: number;
  kind: string;
  status: number;
  detail: string;
  id?: string;
  rule?: string;
  reason?: Message;
  standing?: string;
  /** Faults of a draft, by index of the answer. */
  parts?: PartFault[];
  retry_ms?: number;
}

/** The server's public key for subscriptions, in base64url. */
export interface PushKey {
  key: string;
}

/** Faction, points and required cards of a random army; the same seed gives the same army. */
export interface RandomIn {
  faction: string;
  points: number;
  seed?: number;
  including?: string[];
}

/** A threat range: description, and area as SVG path data in the coordinates of the drawing. */
export interface Reach {
  way: "charge" | "move" | "shoot" | "strike";
  what: Message;
  area: string;
}

/** A term of the game's evaluation, and how many points the advised answer is better in it, or worse if negative. */
export interface Reason {
  term: string;
  points: number;
}

/**
 * The time of the last visit, numbered events since then, and the number of new chat messages. `step` is the
 * last step of the replay that these seats have seen.
 */
export interface Recap {
  /** Time of the last visit (milliseconds since 1970); 0 if there was none. */
  since: number;
  events: [number, GameEvent][];
  chat: number;
  step: number;
}

/** Why an answer is not allowed: the rule that forbids it and the reason. */
export interface Refusal {
  rule: string;
  reason: Message;
}

/** A rule that prevents adding a card to a list. */
export interface Refused {
  rule: string;
  message: Message;
}

/** The account's password, which is required to add a passkey. */
export interface RegistrationIn {
  password: string;
}

/** Remove the card at a position, with everything inside it. */
export interface RemoveCard {
  do: "remove";
  at: string;
}

/** Whether the answers of a draft have been undone. */
export interface Reopened {
  done: boolean;
}

/** Everything a page needs to replay a match, as seen by some seats, or with all secrets if it is finished. */
export interface ReplayFile {
  game: string;
  title: string;
  /** The initial language of the page, and the language of `ground` and `drawing`. */
  language: string;
  seats: string[];
  ground: string;
  drawing: string;
  /** Rewordings of the ground and the drawing in the other languages. */
  worded: Record<string, [[number, string][], [number, string][]]>;
  panels: (TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel)[];
  /** Events before the first step. */
  events: [number, GameEvent][];
  steps: FileStep[];
  labels: [number, string][];
  story: Story | null;
  emblems: Emblems;
  /** The texts of the page and of the game, by language. */
  texts: Record<string, FileTexts>;
  /** The texts of rules cited by events, by language and id. */
  rules: Record<string, Record<string, string>>;
}

/** The id of a report. */
export interface Report {
  id: string;
}

/** A report on a message of a chat, or on the person in a seat. */
export interface ReportIn {
  table: string;
  text: string;
  /** Number `n` of the message as read with `seats`. */
  message?: number | null;
  /** Null for all of the reporter's seats. */
  seats?: number[] | null;
  seat?: number | null;
}

/** The invitation to a private table. */
export interface RequestIn {
  invite?: string | null;
}

/** The confirmed address of an account. */
export interface ResetRequest {
  email: string;
}

/** The decision about a report. */
export interface ResolveIn {
  reason: string;
}

/** Retention periods in days; 0 means until removed by the operator. */
export interface Retained {
  /** Days since the last visit. */
  guests: number;
  /** Days since the last visit. */
  sessions: number;
  /** Days since a person last joined a table whose match has not started. */
  waiting_tables: number;
  /** Days since the last answer at a running, halted or closed table. */
  dead_tables: number;
  /** Days for resolved reports and the audit log. */
  reports: number;
  notices: number;
  usage: number;
  /** Age in days of the oldest scheduled backup; 0 if none are written. */
  backups: number;
}

/** The units of one side; `side` is the id of its name, such as a house or a player. */
export interface Roster {
  side: string;
  title: Message;
  stats: Stat[];
  rows: RosterRow[];
}

/** The roster of one side. */
export interface RosterPanel {
  kind: "roster";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  roster: Roster;
}

/**
 * A unit or another thing of a side. `thing` is its id as in drawings and options, such as "unit:a3"; `card` the
 * id of its card. `stats` are its current statistics, `signs` the marks on it. `gone` is true if it is destroyed
 * or out of play, `done` if it has acted.
 */
export interface RosterRow {
  thing: string;
  name: Message;
  card?: string;
  stats?: Stat[];
  signs?: Mark[];
  gone?: boolean;
  done?: boolean;
}

/** Measures of every seat at the start of a round, or, without a label, at the end of the match. */
export interface RoundCourse {
  step: number;
  label: string;
  measures: Measure[];
}

/** A rule: its id, its place in the rulebook, and a summary in our own words. */
export interface Rule {
  id: string;
  section: string;
  page: number | null;
  summary: string;
  status: string;
}

/** An open question, and the number of answers to draw. */
export interface SampleIn {
  seat: number;
  ask: string;
  n?: number;
}

/**
 * An animation of an event. Scenes are played in order. `thing` is the animated part of the drawing. `origin` is
 * the part to redraw at the beginning, such as the place that pieces leave, and `to` the part to redraw at the
 * end.
 */
export interface Scene {
  /** Number of the event, set by `scenes_of`. */
  event: number;
  kind: "appear" | "flip" | "gain" | "hit" | "move" | "roll" | "turn" | "vanish";
  /** Duration at normal speed in milliseconds. */
  ms?: number;
  thing?: string;
  origin?: string;
  to?: string;
  /** Poses along the path of a thing, without its current pose. */
  path?: Placing[];
  /** SVG centred on the origin that moves instead of the thing; the path then includes the starting pose. */
  drawing?: string;
  /** Dice or cards to show, by the ids of their names. */
  faces?: string[];
  /** Amount lost or gained. */
  amount?: number;
  /** Whether the scene starts together with the previous one. */
  together?: boolean;
}

/** Whether the player agrees that a person takes over a seat, and the invitation to a private table. */
export interface SeatAgreeIn {
  agree: boolean;
  invite?: string | null;
}

/** A draft: the answers so far, and the possible next answers. */
export interface SeatDraft {
  seat: number;
  /** Id of the open question with which the draft begins; the draft applies while that question is open. */
  ask: string;
  /** The kind of draft, such as "orders". */
  name: string;
  /** The answers, in the order in which they were added. */
  answers: Option[];
  /** The questions that can be answered next; all have the id of the draft's first question. */
  asks: Ask[];
  /** Number of answers still required before the draft can be committed. */
  missing: number;
  /** The things that still lack an answer, such as "area:hill". */
  things: string[];
  /** Whether the draft can be committed. */
  whole: boolean;
  /** Changes to the drawing. Only sent over WebSockets that have requested the drawing. */
  drawing: Patch[];
  /** The hand with the draft, if the game shows answers there. */
  hand: Panel | null;
}

/** One of your seats. */
export interface SeatIn {
  seat: number;
}

/** A seat of a table. */
export interface SeatInfo {
  seat: number;
  /** Id of the seat in the game. */
  name: string;
  person: Who | null;
  bot: string | null;
  /** Number of consecutive decisions that the bot failed to make and others made for it; only shown to members. */
  failures: number;
  /** Whether the bot has failed so often that it is only tried again on request; only shown to members. */
  given_up: boolean;
  /** The person who can take the seat back. */
  owner: Who | null;
  mine: boolean;
  asked: boolean;
  /** When the seat's clock runs out (milliseconds since 1970); null if it is not running. */
  deadline: number | null;
  /** Milliseconds on the seat's clock when it was last asked. */
  bank: number | null;
  /** Final place of the seat, from 1; ties share a place. Null during a match, and for matches of old versions. */
  place: number | null;
  looking: boolean;
}

/**
 * The army lists of a seat. `brought` is true once the player has submitted lists, `chosen` once the player has
 * locked in a choice. `lists` holds the list codes, visible to the player, and to everyone once all players have
 * submitted theirs. `choice` is the index of the chosen list, visible only to the player.
 */
export interface SeatLists {
  seat: number;
  brought: boolean;
  chosen: boolean;
  lists: string[] | null;
  choice: number | null;
}

/**
 * A side in the heading of a table, with its crest, its score, and the pieces that act once a round. `side` is
 * the id of its name, `crest` an emblem of the game.
 */
export interface SeatMark {
  side: string;
  crest: string;
  counters?: Counter[];
  pieces?: PieceMark[];
}

/** The secret of a link that offers a seat. */
export interface SeatOffer {
  offer: string;
}

/** A request to take over a seat, with the ids of the people who have not agreed yet. */
export interface SeatRequest {
  id: string;
  seat: number;
  person: Who;
  asked: string[];
}

/** A seat's decisions, what they cost together, and its luck with its standard error; shares of a win, 0 to 1. */
export interface SeatReview {
  decisions: number;
  cost: number;
  luck: number;
  error: number;
  costliest: Costly[];
}

/** A session of the signed-in person. */
export interface SessionInfo {
  id: string;
  agent: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  current: boolean;
}

/**
 * The layout of a list; `code` is its short code, empty if it has none. `options` are those of a match in which
 * the first seat has this army, or null if there is no such match.
 */
export interface Sheet {
  draft: Draft;
  code: string;
  legal: boolean;
  groups: SheetGroup[];
  budgets: Budget[];
  figures: ArmyFigure[];
  faults: SheetFault[];
  additions: Addition[];
  options: Record<string, unknown> | null;
}

/** A violated rule with suggested fixes, each a sequence of edits. */
export interface SheetFault {
  rule: string;
  message: Message;
  fixes: ((AddCard | RemoveCard | SwapCard | MoveCard | ChooseLeader | ChangeHead)[])[];
}

/** The entries of one section, such as combat units; `inside` is the section of the cards nested in them. */
export interface SheetGroup {
  id: string;
  title: Message;
  inside: string;
  cost: number;
  rows: SheetRow[];
}

/** A list, edits to apply to it in order, and the index of the entry for which to return additions. */
export interface SheetIn {
  draft: Draft;
  edits?: (AddCard | RemoveCard | SwapCard | MoveCard | ChooseLeader | Partial<ChangeHead>)[];
  into?: string;
}

/**
 * A card in a list; `at` is its position, `faults` are the indices of the faults that concern it. `leads` is
 * true for the Commander, `health` is the number of wounds the card can take, and `forms` are the formations
 * available instead of `form`.
 */
export interface SheetRow {
  at: string;
  card: string;
  name: Message;
  subtitle?: Message;
  cost: number;
  leads?: boolean;
  form?: string;
  forms?: Formation[];
  faults?: number[];
  health?: number;
  inside?: SheetRow[];
}

/**
 * A space of a track: label, items and stars; `now` marks the current one. `groups` are the sizes of groups,
 * such as armies, that the space allows.
 */
export interface Slot {
  label?: string;
  groups?: number[];
  items?: Item[];
  stars?: number;
  tone?: "" | "green" | "plain" | "red" | "yellow";
  now?: boolean;
  thing?: string;
}

/** Distribution of a quantity, such as Wounds: every possible number in ascending order, and the mean. */
export interface Spread {
  what: Message;
  bars: Bar[];
  mean: number;
}

/** What the outcome of a fight brings, or a rule that decides it. */
export interface Stake {
  text: Message;
  rule: string;
  /** Index of the side whose victory it describes; None if it holds in any case. */
  side?: number;
}

/** The state of a match as seen by a viewer. */
export interface Standing {
  view: MatchView;
  asks: Ask[];
  /** Why the last answer of each of the viewer's seats cannot be undone freely; null if it can. */
  undo: Record<string, Refusal | null>;
  /** The current or last fight, step by step. */
  panel: Panel | null;
  /** The viewer's secret possessions, such as cards. */
  hand: Panel | null;
  /** The one of the viewer's seats that answered last; null before their first answer. */
  latest: number | null;
}

/** A starter army for beginners, with its cost and short code. */
export interface Starter {
  draft: Draft;
  cost: number;
  code: string;
}

/** A number printed on a card: its glyph, its label and its value. */
export interface Stat {
  glyph: string;
  label: Message;
  value: string;
}

/** The state of a match, as in the first message of a WebSocket. */
export interface StateMessage {
  v: number;
  type: "state";
  seq: number;
  /** Number of events so far. */
  told: number;
  state: Standing;
}

/** The state of the match. */
export interface StateSent {
  type: "state";
  /** The version of the messages. */
  v: number;
  seq: number;
  /** Number of events so far. */
  told: number;
  state: Standing;
  drawing?: string;
  panels?: (TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel)[];
}

/**
 * A match after a step: the step's events, the drawing (SVG), and the panels beside it. View, drawing and panels
 * are null before a change of the rules within the match: only events are available there.
 */
export interface Step {
  step: number;
  view: Record<string, unknown> | null;
  events: [number, GameEvent][];
  drawing: string | null;
  panels: (TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel)[] | null;
  /** Animations of the events, in order. */
  scenes: Scene[];
  /** Odds of the answer, as known to its seat; empty before the end of the match. */
  odds: Odds[];
}

/** The range of a replay. */
export interface Steps {
  last: number;
  /** The first step of each round, with its label. */
  labels: [number, string][];
}

/** A reaction window, and when a seat is asked in it. */
export interface Stop {
  name: string;
  /** Description of the window, from the texts of the game. */
  label: Message;
  how: "always" | "holding" | "never";
}

/** When to ask a seat in a reaction window for the rest of the match: always, never, or if it can react. */
export interface StopIn {
  seat: number;
  name: string;
  how: "always" | "holding" | "never";
}

/**
 * How a match went. `chances`: win chance after each step for each seat, from 0 to 1; empty if the game has no
 * evaluation. `exact`: whether the game estimates win chances itself; otherwise they are derived from its
 * evaluation. `luck`: one entry for each seat and kind of result, with totals of actual and expected results.
 * `balances`: one for each seat; empty without win chances.
 */
export interface Story {
  chances: number[][];
  exact: boolean;
  turning: Turning[];
  rounds: RoundCourse[];
  luck: Luck[];
  balances: Balance[];
}

/** A browser's push subscription: the URL of its push service, and its keys. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Replace the card at a position, keeping what is inside it; a new formation is optional. */
export interface SwapCard {
  do: "swap";
  at: string;
  card: string;
  form: string;
}

/** An act on a table; `hours` is the extension of its clocks. */
export interface TableActIn {
  act: "close" | "extend" | "unhalt";
  reason: string;
  hours?: number | null;
}

/** A table. */
export interface TableInfo {
  id: string;
  title: string;
  /** Whether the title was given by a person; else it consists of the game's English title and the creator's name. */
  titled: boolean;
  rulebook: string;
  version: string;
  status: string;
  visibility: string;
  /** Secret in the link to the table; only shown to members. */
  invite: string | null;
  label: string;
  options: Record<string, unknown>;
  settings: TableSettings;
  /** The army lists of the seats that bring some; only before the match, if players bring lists. */
  lists: SeatLists[];
  seats: SeatInfo[];
  creator: Who;
  mine: boolean;
  consents: Consent[];
  /** Requests for vacated seats; only shown to members, and to the person who requests the seat. */
  requests: SeatRequest[];
  origin: Record<string, unknown> | null;
  commitment: string | null;
  /** The random key, once the match is over: sha256(salt + key) is the commitment. */
  key: string | null;
  salt: string | null;
  halted: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
}

/** A page of tables, the newest first; `next` is the `after` of the next page, null at the end. */
export interface TablePage {
  tables: TableInfo[];
  next: string | null;
}

export type TablePanel = TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel;

/** The current table. */
export interface TableSent {
  type: "table";
  /** The version of the messages. */
  v: number;
  table: TableInfo;
}

/** Settings of a table besides the options of its rulebook. */
export interface TableSettings {
  clock: Clock;
  /** What happens when a clock runs out. */
  at_zero: "bot" | "forfeit";
  /** The bot that replaces a player who leaves or runs out of time. */
  stand_in: string;
  /**
   * Who plays a seat whose player has left a running match, until that player returns. nobody: the seat waits, and
   * its clock runs; bot: the stand-in; invited: the stand-in, or a person with a link from the player who left or
   * from the table's creator; consent: the stand-in, or a person who requests the seat, if the player who left and
   * all other players agree.
   */
  succession: "bot" | "consent" | "invited" | "nobody";
  /** Number of rounds by which spectators see the match late. */
  delay_rounds: number;
  spectators: boolean;
  /** Give an answer automatically if it is the only legal one. */
  auto_single: boolean;
  /** After events that may offer secret reactions, accept no answer before `window_seconds` have passed. */
  even_windows: boolean;
  window_seconds: number;
  /** Whether answers can be undone. */
  undo: boolean;
  /** Whether the table has a chat. */
  chat: boolean;
  webhook: string;
  /**
   * Number of army lists that each player brings in secret; 0 if the options name the armies. With several lists,
   * all are shown once every player has brought them, and each player chooses one in secret.
   */
  lists: number;
}

export type ToServer = AnswerMessage | DraftMessage | PingMessage;

/**
 * A thing that a question offers, or would offer if no rule forbade it. `thing` is its id as options refer to
 * it. `glyph` is an emblem of the game or a glyph known to the client, by default that of the card or the kind
 * of thing. `value` is the number printed on it, `beside` the number beside its glyph, `tint` its color.
 */
export interface Token {
  thing: string;
  glyph?: string;
  value?: string;
  beside?: string;
  tint?: "" | "blue" | "green" | "red" | "white" | "yellow";
  /** Number left; None if it is unlimited. */
  count?: number;
  /** Reason for which no legal answer contains it. */
  refusal?: Refusal;
}

export type Told = [number, GameEvent];

/** A track: spaces in order, and the token of the leader. */
export interface TrackPanel {
  kind: "track";
  id: string;
  title: Message;
  drawer: Message;
  glyph?: string;
  thing?: string;
  card?: string;
  side?: string;
  value?: string;
  notes?: Message[];
  slots: Slot[];
  token?: Item;
}

/** A decision that a bot failed to make: it raised an exception, returned an illegal answer, or was late. */
export interface Trouble {
  seat: number;
  bot: string;
  kind: string;
}

/** A step that changed win chances more than others, with the seat that gained or lost most. */
export interface Turning {
  step: number;
  /** Number of the event that summarizes the step. */
  event: number;
  seat: number;
  change: number;
}

/** Whether the answer was undone, or else the request for consent. */
export interface Undo {
  done: boolean;
  consent: Consent | null;
}

/** A line that was not understood: line number from 1, text, and cards with similar names. */
export interface Unread {
  line: number;
  text: string;
  near: Near[];
}

/** Changes, and the new state of the match. */
export interface UpdateSent {
  type: "update";
  /** The version of the messages. */
  v: number;
  seq: number;
  /** Number of the first event; `events` replace all known events from there. */
  since: number;
  events: [number, GameEvent][];
  state: Standing;
  drawing?: Patch[];
  /** New and changed panels. */
  panels?: (TrackPanel | CountersPanel | HandPanel | DeckPanel | LegendPanel | RosterPanel | HeadingPanel)[];
  /** Ids of all panels in order; empty if unchanged. */
  panel_order?: string[];
  /** Animations of the events, in order; sent with a drawing. */
  scenes?: Scene[];
}

/** End of a vacation in milliseconds since 1970; null ends it now. */
export interface VacationIn {
  until: number | null;
}

/** A person's id and name. */
export interface Who {
  id: string;
  name: string;
}

/** A list in an export format. */
export interface Written {
  text: string;
}
