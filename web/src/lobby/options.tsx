// Form fields for the options of a game, generated from their JSON Schema.

import { ArmyPicker } from "../armies/choice";
import type { Book } from "../protocol";
import { has, nameOf, say } from "../texts";

interface OptionSchema {
  type?: string;
  format?: string;
  enum?: string[];
  examples?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  prefixItems?: OptionSchema[];
  items?: OptionSchema;
  maxItems?: number;
}

export interface Schema {
  properties?: Record<string, OptionSchema>;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

function propertiesOf(schema: Schema): Record<string, OptionSchema> {
  const named = schema.$ref === undefined ? schema : (schema.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? schema);
  return named.properties ?? {};
}

/** Prefix of options that continue a list: "more_x" contains the values of further seats for "x". */
const MORE = "more_";

/** The values of a continuation for a number of seats; missing values are defaults. */
function more(all: Record<string, OptionSchema>, options: Record<string, unknown>, id: string, seats: number): string[] {
  const one = all[MORE + id];
  const long = Math.max(0, Math.min(one?.maxItems ?? 0, seats - (all[id]?.prefixItems?.length ?? 0)));
  const given = (options[MORE + id] ?? []) as string[];
  return Array.from({ length: long }, (_, i) => given[i] ?? one?.items?.examples?.[0] ?? "");
}

/** The options to send to the server, with continuations limited to the number of seats. */
export function fitted(schema: Schema, options: Record<string, unknown>, seats: number): Record<string, unknown> {
  const all = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(options).map(([id, value]) => [id, id.startsWith(MORE) ? more(all, options, id.slice(MORE.length), seats) : value]),
  );
}

const isArmies = (one: OptionSchema): boolean => (one.prefixItems?.[0] ?? one.items)?.format === "army";

/** The options without armies, for tables to which players bring them. */
export function withoutArmies(schema: Schema, options: Record<string, unknown>): Record<string, unknown> {
  const all = propertiesOf(schema);
  return Object.fromEntries(Object.entries(options).filter(([id]) => all[id] === undefined || !isArmies(all[id])));
}

/** Fields for the options of a game: checkboxes, selections, numbers, and one text per seat. */
export function Switches(props: {
  book: Book;
  seats: number;
  options: Record<string, unknown>;
  /** Whether players bring their armies, in which case they are not options. */
  brought?: boolean;
  onChange: (to: Record<string, unknown>) => void;
}) {
  const known = propertiesOf(props.book.options as Schema);
  const all = Object.entries(known).filter(([, one]) => props.brought !== true || !isArmies(one));
  const flags = all.filter(([, one]) => one.type === "boolean");
  const numbers = all.filter(([, one]) => one.type === "integer");
  const lists = all.filter(([, one]) => one.prefixItems !== undefined && Array.isArray(one.default));
  const pictured = props.book.introduction?.pictured ?? [];
  const choices = all.flatMap(([id, one]) => (!pictured.includes(id) && (one.enum ?? one.examples) ? [{ id, one, values: one.enum ?? one.examples ?? [] }] : []));
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
                {item.format === "army" ? (
                  <ArmyPicker
                    match={{ game: props.book.id, options: withoutArmies(props.book.options as Schema, props.options), seats: props.seats }}
                    label={`${say(props.book.id, { id: `option.${id}`, fields: {} })}: ${nameOf(props.book.id, props.book.seat_names[String(props.seats)]?.[i] ?? String(i + 1))}`}
                    value={[...now, ...next][i] ?? ""}
                    onChange={(to) => change(i, to)}
                  />
                ) : (
                <>
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
                </>
                )}
              </label>
            ))}
            {!isArmies(one) && <small class="quiet">{say(props.book.id, { id: `option.${id}.help`, fields: {} })}</small>}
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

/** Options whose values are presented as pictures of the board with a description. */
export function PicturedOptions(props: { book: Book; options: Record<string, unknown>; onChange: (to: Record<string, unknown>) => void }) {
  const { book, options } = props;
  const known = propertiesOf(book.options as Schema);
  return (
    <>
      {(book.introduction?.pictured ?? []).map((id) => (
        <fieldset key={id} class="values">
          <legend>{say(book.id, { id: `option.${id}`, fields: {} })}</legend>
          {(known[id]?.enum ?? known[id]?.examples ?? []).map((value) => (
            <label key={value} class="pick">
              <input
                type="radio"
                name={id}
                value={value}
                checked={value === (options[id] ?? known[id]?.default)}
                onChange={() => props.onChange({ ...options, [id]: value })}
              />
              <span class="picture">
                <img src={`/api/v1/rulebooks/${book.id}/options/${id}/${value}/picture?v=${book.version}`} alt="" loading="lazy" />
              </span>
              <strong>{nameOf(book.id, value)}</strong>
              {has(book.id, `about.${value}`) && <span class="quiet">{say(book.id, { id: `about.${value}`, fields: {} })}</span>}
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
