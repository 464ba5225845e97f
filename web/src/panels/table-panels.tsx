// The panels beside the board, as defined by the game: tracks, counters, hands, decks, forces and the legend.

import type { ComponentChildren } from "preact";
import type { Counter, CountersPanel, DeckPanel, Filled, HandPanel, LegendPanel, Message, RosterPanel, Slot, TablePanel, TrackPanel } from "../protocol";
import { say, t } from "../texts";
import { Emblem, EmblemDefs } from "./emblems";
import { CardTile } from "./card-tile";
import { Piece, type Picking } from "./piece";
import { Numbers, Row } from "./rosters";

const SHORT = 3; // characters; longer labels are placed beside their spaces instead of below
const MANY = 15; // number of spaces from which a track is drawn compactly
const FEW = 2; // maximum number of hands that are all expanded
const MOST_PIPS = 8; // maximum limit of a counter that is drawn as discs

export interface PanelProps extends Picking {
  game: string;
}

/** A group of related panels, in the order of the game. */
export interface Drawer {
  key: string;
  title: Message;
  panels: TablePanel[];
}

export function drawersOf(panels: readonly TablePanel[]): Drawer[] {
  const found = new Map<string, Drawer>();
  for (const panel of panels) {
    if (panel.kind === "heading") continue; // shown above the board
    const key = JSON.stringify(panel.drawer);
    const drawer = found.get(key);
    if (drawer === undefined) found.set(key, { key, title: panel.drawer, panels: [panel] });
    else drawer.panels.push(panel);
  }
  return [...found.values()];
}

/** All panels, grouped by drawer. */
export function TablePanels(props: PanelProps & { panels: readonly TablePanel[] }) {
  const { panels, ...rest } = props;
  return (
    <div class="table-panels">
      <EmblemDefs game={props.game} />
      {drawersOf(panels).map((drawer) => (
        <DrawerPanels key={drawer.key} drawer={drawer} {...rest} />
      ))}
    </div>
  );
}

/** The panels of one drawer. */
export function DrawerPanels(props: PanelProps & { drawer: Drawer }) {
  const { drawer, ...rest } = props;
  const alone = drawer.panels.length === 1;
  return (
    <div class="drawer" role="group" aria-label={say(props.game, drawer.title)}>
      <h2 class={alone && drawer.panels[0]?.title.id !== drawer.title.id ? "unseen" : ""}>{say(props.game, drawer.title)}</h2>
      {drawer.panels.map((panel, i) => (
        <OnePanel key={panel.id} panel={panel} bare={alone && panel.title.id === drawer.title.id} open={i === 0 || drawer.panels.length <= FEW} {...rest} />
      ))}
    </div>
  );
}

/** A panel of any kind; `bare` omits the title, and `open` expands collapsible parts. */
export function OnePanel(props: PanelProps & { panel: TablePanel; bare?: boolean; open?: boolean }) {
  const { panel, bare, open, ...rest } = props;
  const notes = (panel.notes ?? []).map((note) => say(props.game, note));
  const thing = panel.thing ?? "";
  const can = thing !== "" && props.lit.has(thing);
  return (
    <div class={`board-panel ${panel.kind}-panel`} role="group" data-panel={panel.id} aria-label={say(props.game, panel.title)}>
      {bare !== true && panel.kind !== "roster" && panel.kind !== "hand" && (
        <h3 {...(thing === "" ? {} : { "data-id": thing })} {...(panel.card === undefined ? {} : { "data-cards": panel.card, tabIndex: 0 })}>
          {panel.kind === "track" && panel.token !== undefined ? (
            <Piece {...rest} item={panel.token} size={26} class="leader" />
          ) : (
            panel.glyph !== undefined && <Emblem game={props.game} id={panel.glyph} size={24} />
          )}
          {can ? (
            <button type="button" class="can" aria-pressed={props.picked.includes(thing)} onClick={() => props.onPick(thing)}>
              {say(props.game, panel.title)}
            </button>
          ) : (
            <span>{say(props.game, panel.title)}</span>
          )}
          {panel.kind === "track" && panel.token !== undefined && (
            <small class={panel.token.condition ?? "ready"}>{(panel.token.notes ?? []).map((note) => say(props.game, note)).join(" · ")}</small>
          )}
        </h3>
      )}
      {notes.length > 0 && panel.kind !== "hand" && <p class="notes">{notes.join(" · ")}</p>}
      <Body panel={panel} open={open === true} {...rest} />
    </div>
  );
}

function Body(props: PanelProps & { panel: TablePanel; open: boolean }): ComponentChildren {
  const { panel, open, ...rest } = props;
  switch (panel.kind) {
    case "track":
      return <Track panel={panel} {...rest} />;
    case "counters":
      return panel.cells === true ? <Cells panel={panel} {...rest} /> : <Counters panel={panel} {...rest} />;
    case "hand":
      return <Held panel={panel} open={open} {...rest} />;
    case "deck":
      return <Deck panel={panel} {...rest} />;
    case "legend":
      return <Legend panel={panel} {...rest} />;
    case "roster":
      return <Force panel={panel} {...rest} />;
    case "heading":
      return null;
  }
}

function Track(props: PanelProps & { panel: TrackPanel }) {
  const { panel, ...rest } = props;
  const long = panel.slots.some((slot) => (slot.label ?? "").length > SHORT || (slot.groups ?? []).length > 0);
  const ranked = panel.slots.every((slot) => (slot.items ?? []).length === 1);
  const starred = panel.slots.some((slot) => (slot.stars ?? 0) > 0);
  const offered = panel.slots.some((slot) => (slot.items ?? []).some(({ thing }) => thing !== undefined && props.lit.has(thing)));
  return (
    <ol class={`track ${panel.slots.length > MANY ? "many" : ""} ${long ? "rows" : ""} ${ranked ? "ranked" : "scale"} ${offered ? "offered" : ""}`}>
      {panel.slots.map((slot, i) => (
        <li key={i} class={`slot ${slot.tone ?? ""} ${slot.now === true ? "now" : ""}`} {...(slot.now === true ? { "aria-current": "step" } : {})}>
          <SlotLabel slot={slot} starred={starred} />
          {(slot.groups ?? []).length > 0 && <Groups sizes={slot.groups ?? []} />}
          <span class="on">
            {(slot.items ?? []).map((item, j) => (
              <Piece key={j} {...rest} item={item} size={ranked ? 30 : 24} />
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Group sizes as boxes with a mark for each member. */
function Groups(props: { sizes: readonly number[] }) {
  return (
    <span class="groups" role="img" aria-label={props.sizes.join(", ")} title={props.sizes.join(", ")}>
      {props.sizes.map((size, i) => (
        <span key={i} class="group">
          {Array.from({ length: size }, (_, j) => (
            <i key={j} />
          ))}
        </span>
      ))}
    </span>
  );
}

/** Groups with marks for members and free places. */
function FilledGroups(props: { groups: readonly Filled[] }) {
  const words = props.groups.map(({ room, size }) => `${size ?? 0}/${room}`).join(", ");
  return (
    <span class="groups" role="img" aria-label={words} title={words}>
      {props.groups.map(({ room, size = 0 }, i) => (
        <span key={i} class={size > room ? "group over" : "group"}>
          {Array.from({ length: Math.max(room, size) }, (_, j) => (
            <i key={j} class={j < size ? "" : "free"} />
          ))}
        </span>
      ))}
    </span>
  );
}

/** Spaces of a game board side by side, with the items on them. */
function Cells(props: PanelProps & { panel: CountersPanel }) {
  const { panel, ...rest } = props;
  return (
    <ul class="cells">
      {panel.rows.map(({ owner, counters = [], items = [], notes = [] }, i) => (
        <li key={i} class={`cell ${items.length > 0 || counters.length > 0 ? "" : "free"}`}>
          {owner !== undefined && <Piece {...rest} item={owner} size={28} named class="space" />}
          {items.map((item, j) => (
            <Piece key={j} {...rest} item={item} size={30} named class="holder" />
          ))}
          {items.length === 0 && counters.length === 0 && (
            <span class="empty">
              <i aria-hidden="true" />
              {t("panels.free")}
            </span>
          )}
          {counters.map((counter, j) => (
            <Pips key={j} game={props.game} counter={counter} />
          ))}
          {notes.length > 0 && <small class="notes">{notes.map((note) => say(props.game, note)).join(" · ")}</small>}
        </li>
      ))}
    </ul>
  );
}

/** A counter: discs filled up to its value if it has a limit, else a number. */
function Pips(props: { game: string; counter: Counter }) {
  const { counter } = props;
  const [value, limit] = [Number(counter.value), Number(counter.limit)];
  const words = `${say(props.game, counter.label)} ${counter.value}${counter.limit === undefined ? "" : `/${counter.limit}`}`;
  return (
    <span class="pips" role="img" aria-label={words} title={words}>
      {counter.limit !== undefined && limit <= MOST_PIPS ? (
        Array.from({ length: Math.max(value, limit) }, (_, i) => <i key={i} class={i < value ? "" : "free"} />)
      ) : (
        <>
          <Emblem game={props.game} id={counter.glyph} size={20} />
          {counter.value}
        </>
      )}
    </span>
  );
}

function SlotLabel(props: { slot: Slot; starred: boolean }) {
  const { slot, starred } = props;
  if (!starred) return <span class="label">{slot.label}</span>;
  const stars = slot.stars ?? 0;
  return (
    <span class="label stars">
      <span class="unseen">{slot.label} </span>
      {stars > 0 ? `${stars}★` : "–"}
    </span>
  );
}

function Counters(props: PanelProps & { panel: CountersPanel }) {
  const { panel, ...rest } = props;
  return (
    <ul class="counters">
      {panel.rows.map((row, i) => (
        <li key={i} class={(row.groups ?? []).length > 0 ? "grouped" : ""}>
          {row.owner !== undefined && <Piece {...rest} item={row.owner} size={28} named />}
          {(row.counters ?? []).length > 0 && (
            <span class="numbers">
              {(row.counters ?? []).map((counter, j) => (
                <span key={j} title={say(props.game, counter.label)}>
                  <Emblem game={props.game} id={counter.glyph} size={20} />
                  <span class="unseen">{say(props.game, counter.label)} </span>
                  {counter.value}
                  {counter.limit !== undefined && <small>/{counter.limit}</small>}
                </span>
              ))}
            </span>
          )}
          {(row.groups ?? []).length > 0 && <FilledGroups groups={row.groups ?? []} />}
          {(row.items ?? []).length > 0 && (
            <span class="pieces">
              {(row.items ?? []).map((item, j) => (
                <Piece key={j} {...rest} item={item} size={32} named={item.value !== undefined} />
              ))}
            </span>
          )}
          {(row.notes ?? []).length > 0 && <small class="notes">{(row.notes ?? []).map((note) => say(props.game, note)).join(" · ")}</small>}
        </li>
      ))}
    </ul>
  );
}

function Held(props: PanelProps & { panel: HandPanel; open: boolean }) {
  const { panel, open, ...rest } = props;
  const discards = panel.discards ?? [];
  const asked = [...panel.cards, ...discards].some((item) => item.thing !== undefined && props.lit.has(item.thing));
  return (
    <details class="held" open={open || asked}>
      <summary>
        {panel.glyph !== undefined && <Emblem game={props.game} id={panel.glyph} size={24} />}
        <b>{say(props.game, panel.title)}</b>
        <small>{[...(panel.notes ?? []).map((note) => say(props.game, note)), t("panels.cards", { count: panel.cards.length })].join(" · ")}</small>
      </summary>
      <ul class="tiles">
        {panel.cards.map((item, i) => (
          <li key={i}>
            <CardTile {...rest} item={item} />
          </li>
        ))}
        {panel.cards.length === 0 && <li class="quiet">{t("panels.none")}</li>}
      </ul>
      {discards.length > 0 && (
        <ul class="tiles spent" aria-label={t("panels.spent")}>
          {discards.map((item, i) => (
            <li key={i}>
              <CardTile {...rest} item={item} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Deck(props: PanelProps & { panel: DeckPanel }) {
  const { panel, ...rest } = props;
  const [shown, top, discards] = [panel.shown ?? [], panel.top ?? [], panel.discards ?? []];
  const discarded = panel.discarded ?? discards.length;
  return (
    <div class="deck">
      {shown.length > 0 && (
        <ul class="tiles">
          {shown.map((item, i) => (
            <li key={i}>
              <CardTile {...rest} item={item} />
            </li>
          ))}
        </ul>
      )}
      <p class="notes">
        <span>{say(props.game, { id: "drawer.left", fields: { count: panel.count } })}</span>
        {top.length > 0 && (
          <span>
            {t("panels.next")}{" "}
            {top.map((item, i) => (
              <Piece key={i} {...rest} item={item} named size={18} />
            ))}
          </span>
        )}
        {discards.length === 0 && discarded > 0 && <span>{say(props.game, { id: "drawer.discarded", fields: { count: discarded } })}</span>}
      </p>
      {discards.length > 0 && (
        <details>
          <summary>{say(props.game, { id: "drawer.discarded", fields: { count: discarded } })}</summary>
          <ul class="tiles spent">
            {discards.map((item, i) => (
              <li key={i}>
                <CardTile {...rest} item={item} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Legend(props: PanelProps & { panel: LegendPanel }) {
  return (
    <ul class="legend">
      {props.panel.entries.map((entry, i) => (
        <li key={i} {...(entry.card === undefined ? {} : { "data-cards": entry.card, tabIndex: 0 })}>
          <Emblem game={props.game} id={entry.glyph} size={30} />
          <span>{say(props.game, entry.text)}</span>
        </li>
      ))}
    </ul>
  );
}

function Force(props: PanelProps & { panel: RosterPanel }) {
  const { roster } = props.panel;
  return (
    <details class="rosters force" open={roster.rows.some((row) => props.lit.has(row.thing))}>
      <summary>
        {props.panel.side !== undefined && <Emblem game={props.game} id={props.panel.side} size={24} />}
        <b>{say(props.game, roster.title)}</b>
        <Numbers game={props.game} stats={roster.stats} />
      </summary>
      <ul>
        {roster.rows.map((row) => (
          <Row key={row.thing} game={props.game} row={row} lit={props.lit} onPick={props.onPick} />
        ))}
      </ul>
    </details>
  );
}
