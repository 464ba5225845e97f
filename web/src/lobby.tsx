// The lobby: one's own tables, those that can be joined, and a new one.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, post } from "./api";
import { Link, comeIn, go, me, report } from "./app";
import type { RulebookInfo, TableInfo } from "./protocol";
import { labelOf, loadGame, nameOf, say, t, titleOf } from "./texts";

const EVERY_MS = 5000;

export function Lobby() {
  if (me.value === null) return <Welcome />;
  return (
    <div class="lobby">
      <h1 class="unseen">{t("lobby.title")}</h1>
      <Tables />
      <NewTable />
    </div>
  );
}

/** Who comes for the first time says a name, and is in. */
export function Welcome(props: { then?: () => void }) {
  const name = useSignal("");
  const enter = async (event: Event) => {
    event.preventDefault();
    try {
      await comeIn(name.value);
      props.then?.();
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card welcome">
      <h1>{t("welcome.title")}</h1>
      <p>{t("welcome.text")}</p>
      <form onSubmit={(event) => void enter(event)}>
        <label>
          {t("welcome.name")}
          <input
            name="name"
            required
            maxLength={40}
            autocomplete="nickname"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <button class="main" type="submit">
          {t("welcome.enter")}
        </button>
      </form>
    </section>
  );
}

interface Page {
  tables: TableInfo[];
}

function Tables() {
  const mine = useSignal<TableInfo[] | null>(null);
  const open = useSignal<TableInfo[]>([]);
  useEffect(() => {
    let alive = true;
    const load = async () => {
      try {
        const [own, others] = await Promise.all([get<Page>("/tables?mine=true"), get<Page>("/tables?status=open")]);
        await Promise.all([...new Set([...own.tables, ...others.tables].map((one) => one.rulebook))].map(loadGame));
        if (!alive) return;
        mine.value = own.tables;
        open.value = others.tables.filter((one) => !one.mine);
      } catch (error) {
        report(error);
      }
    };
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void load();
    }, EVERY_MS);
    return () => {
      alive = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <>
      <section class="card" aria-labelledby="own-tables">
        <h2 id="own-tables">{t("lobby.own")}</h2>
        {mine.value !== null && mine.value.length === 0 && <p class="quiet">{t("lobby.none")}</p>}
        <TableList tables={mine.value ?? []} />
      </section>
      <section class="card" aria-labelledby="open-tables">
        <h2 id="open-tables">{t("lobby.open")}</h2>
        {open.value.length === 0 && <p class="quiet">{t("lobby.nobody")}</p>}
        <TableList tables={open.value} />
      </section>
    </>
  );
}

function TableList(props: { tables: TableInfo[] }) {
  return (
    <ul class="tables">
      {props.tables.map((table) => {
        const turn = table.status === "running" && table.seats.some((seat) => seat.mine && seat.asked);
        return (
          <li key={table.id} class={turn ? "turn" : ""}>
            <Link to={`/tables/${table.id}`}>
              <strong>{titleOf(table)}</strong>
            </Link>
            <span class="quiet">
              {t(`status.${table.status}`)}
              {table.label !== "" && ` · ${labelOf(table.rulebook, table.label)}`}
              {` · ${table.seats.filter((seat) => seat.person !== null || seat.bot !== null).length}/${table.seats.length}`}
            </span>
            {turn && <b class="badge">{t("lobby.your-turn")}</b>}
          </li>
        );
      })}
    </ul>
  );
}

type Place = "me" | "open" | "bot:fair" | "bot:hard" | "bot:easy";

function NewTable() {
  const books = useSignal<RulebookInfo[]>([]);
  const chosen = useSignal("");
  const count = useSignal(0);
  const places = useSignal<Place[]>([]);
  const seen = useSignal<"open" | "private">("private");
  const options = useSignal<Record<string, unknown>>({});
  const busy = useSignal(false);
  useEffect(() => {
    void (async () => {
      try {
        const found = await get<RulebookInfo[]>("/rulebooks");
        found.sort((one, other) => one.title.localeCompare(other.title));
        await Promise.all(found.map((one) => loadGame(one.id)));
        books.value = found;
        choose(found[0]);
      } catch (error) {
        report(error);
      }
    })();
  }, []);
  const book = books.value.find((one) => one.id === chosen.value);
  const choose = (to: RulebookInfo | undefined) => {
    if (to === undefined) return;
    chosen.value = to.id;
    options.value = {};
    resize(to.seats_at_first);
  };
  const resize = (to: number) => {
    count.value = to;
    places.value = Array.from({ length: to }, (_, i) => places.value[i] ?? (i === 0 ? "me" : "bot:fair"));
  };
  const create = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      const table = await post<TableInfo>("/tables", {
        rulebook: chosen.value,
        seats: count.value,
        options: fitted(book?.options as Schema, options.value, count.value),
        visibility: seen.value,
        places: places.value.map((place) =>
          place === "me" ? { me: true } : place === "open" ? {} : { bot: place.slice(4) },
        ),
      });
      go(`/tables/${table.id}`);
    } catch (error) {
      report(error);
    } finally {
      busy.value = false;
    }
  };
  if (book === undefined) return null;
  const names = book.seat_names[String(count.value)] ?? [];
  return (
    <section class="card" aria-labelledby="new-table">
      <h2 id="new-table">{t("new.title")}</h2>
      <form class="new" onSubmit={(event) => void create(event)}>
        <fieldset>
          <legend>{t("new.game")}</legend>
          {books.value.map((one) => (
            <label key={one.id} class="switch">
              <input type="radio" name="game" value={one.id} checked={one.id === chosen.value} onChange={() => choose(one)} />
              {say(one.id, { id: `title.${one.id}`, fields: {} })}
            </label>
          ))}
        </fieldset>
        <label>
          {t("new.seats")}
          <select class="count" value={String(count.value)} onChange={(event) => resize(Number(event.currentTarget.value))}>
            {book.seats.map((one) => (
              <option key={one} value={String(one)}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="places">
          <legend>{t("new.who")}</legend>
          {places.value.map((place, i) => (
            <label key={i}>
              {names[i] !== undefined ? nameOf(book.id, names[i]) : `${t("seat")} ${i + 1}`}
              <select
                value={place}
                onChange={(event) =>
                  (places.value = places.value.map((old, at) => (at === i ? (event.currentTarget.value as Place) : old)))
                }
              >
                <option value="me">{t("place.me")}</option>
                <option value="open">{t("place.open")}</option>
                <option value="bot:easy">{t("place.easy")}</option>
                <option value="bot:fair">{t("place.fair")}</option>
                <option value="bot:hard">{t("place.hard")}</option>
              </select>
            </label>
          ))}
        </fieldset>
        <Switches book={book} seats={count.value} options={options.value} onChange={(to) => (options.value = to)} />
        <label>
          {t("new.visibility")}
          <select value={seen.value} onChange={(event) => (seen.value = event.currentTarget.value as "open" | "private")}>
            <option value="private">{t("new.private")}</option>
            <option value="open">{t("new.public")}</option>
          </select>
        </label>
        <button class="main" type="submit" disabled={busy.value}>
          {t("new.create")}
        </button>
      </form>
    </section>
  );
}

interface OptionSchema {
  type?: string;
  enum?: string[];
  examples?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  prefixItems?: OptionSchema[];
  items?: OptionSchema;
  maxItems?: number;
}

interface Schema {
  properties?: Record<string, OptionSchema>;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

function propertiesOf(schema: Schema): Record<string, OptionSchema> {
  const named = schema.$ref === undefined ? schema : (schema.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? schema);
  return named.properties ?? {};
}

/** An option "more_x" goes on with the list "x": its texts belong to the next seats. */
const MORE = "more_";

/** What a list that goes on with another one holds for so many seats. */
function more(all: Record<string, OptionSchema>, options: Record<string, unknown>, id: string, seats: number): string[] {
  const one = all[MORE + id];
  const long = Math.max(0, Math.min(one?.maxItems ?? 0, seats - (all[id]?.prefixItems?.length ?? 0)));
  const given = (options[MORE + id] ?? []) as string[];
  return Array.from({ length: long }, (_, i) => given[i] ?? one?.items?.examples?.[0] ?? "");
}

/** The options as they are sent: of what goes on with another list no more than there are seats. */
function fitted(schema: Schema, options: Record<string, unknown>, seats: number): Record<string, unknown> {
  const all = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(options).map(([id, value]) => [id, id.startsWith(MORE) ? more(all, options, id.slice(MORE.length), seats) : value]),
  );
}

/** The options of a game from their schema: on or off, one of several, a number, or a text for each seat. */
function Switches(props: {
  book: RulebookInfo;
  seats: number;
  options: Record<string, unknown>;
  onChange: (to: Record<string, unknown>) => void;
}) {
  const known = propertiesOf(props.book.options as Schema);
  const all = Object.entries(known);
  const flags = all.filter(([, one]) => one.type === "boolean");
  const numbers = all.filter(([, one]) => one.type === "integer");
  const lists = all.filter(([, one]) => one.prefixItems !== undefined && Array.isArray(one.default));
  const choices = all.flatMap(([id, one]) => (one.enum ?? one.examples ? [{ id, one, values: one.enum ?? one.examples ?? [] }] : []));
  return (
    <>
      {choices.map(({ id, one, values }) => (
        <label key={id}>
          {say(props.book.id, { id: `option.${id}`, fields: {} })}
          <select
            value={String(props.options[id] ?? one.default)}
            onChange={(event) => props.onChange({ ...props.options, [id]: event.currentTarget.value })}
          >
            {values.map((value) => (
              <option key={value} value={value}>
                {nameOf(props.book.id, value)}
              </option>
            ))}
          </select>
          <small class="quiet">{say(props.book.id, { id: `option.${id}.help`, fields: {} })}</small>
        </label>
      ))}
      {numbers.map(([id, one]) => (
        <label key={id}>
          {say(props.book.id, { id: `option.${id}`, fields: {} })}
          <input
            type="number"
            name={id}
            min={one.minimum ?? 0}
            max={one.maximum ?? 1000}
            value={String(props.options[id] ?? one.default)}
            onChange={(event) => props.onChange({ ...props.options, [id]: event.currentTarget.valueAsNumber })}
          />
          <small class="quiet">{say(props.book.id, { id: `option.${id}.help`, fields: {} })}</small>
        </label>
      ))}
      {lists.map(([id, one]) => {
        const now = (props.options[id] ?? one.default) as string[];
        const next = more(known, props.options, id, props.seats);
        const change = (i: number, to: string) => {
          const there = [...now, ...next].map((old, at) => (at === i ? to : old));
          const rest = next.length > 0 ? { [MORE + id]: there.slice(now.length) } : {};
          props.onChange({ ...props.options, [id]: there.slice(0, now.length), ...rest });
        };
        const items = [...(one.prefixItems ?? []), ...next.map(() => known[MORE + id]?.items ?? {})];
        return (
          <fieldset key={id}>
            <legend>{say(props.book.id, { id: `option.${id}`, fields: {} })}</legend>
            {items.map((item, i) => (
              <label key={i}>
                {nameOf(props.book.id, props.book.seat_names[String(props.seats)]?.[i] ?? String(i + 1))}
                <input
                  list={`values-${id}-${i}`}
                  value={[...now, ...next][i] ?? ""}
                  onChange={(event) => change(i, event.currentTarget.value)}
                />
                <datalist id={`values-${id}-${i}`}>
                  {(item.examples ?? []).map((value) => (
                    <option key={value} value={value}>
                      {nameOf(props.book.id, value)}
                    </option>
                  ))}
                </datalist>
              </label>
            ))}
            <small class="quiet">{say(props.book.id, { id: `option.${id}.help`, fields: {} })}</small>
          </fieldset>
        );
      })}
      {flags.map(([id, one]) => (
        <label key={id} class="switch">
          <input
            type="checkbox"
            checked={(props.options[id] ?? one.default) === true}
            onChange={(event) => props.onChange({ ...props.options, [id]: event.currentTarget.checked })}
          />
          <span>
            {say(props.book.id, { id: `option.${id}`, fields: {} })}
            <small class="quiet"> {say(props.book.id, { id: `option.${id}.help`, fields: {} })}</small>
          </span>
        </label>
      ))}
    </>
  );
}
