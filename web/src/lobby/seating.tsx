// Choice of the player of each seat of a new table, as pictures with a description of the selected one.

import type { IconNode } from "lucide";
import { BrainCircuit, Coffee, DoorOpen, Shield, Sprout, Swords, UserRound } from "lucide";
import { Icon } from "../icon";
import { Emblem } from "../panels/emblems";
import type { Book } from "../protocol";
import { nameOf, t } from "../texts";
import { sidesOf } from "./sides";

const PLACES = {
  me: UserRound,
  open: DoorOpen,
  "bot:beginner": Sprout,
  "bot:casual": Coffee,
  "bot:skilled": Shield,
  "bot:strong": Swords,
  "bot:expert": BrainCircuit,
} satisfies Record<string, IconNode>;

type Kind = keyof typeof PLACES;
/** A kind of player, or a bot with a style, such as "bot:aggressive-strong". */
export type Place = Kind | `bot:${string}-${string}`;

const ALL = Object.entries(PLACES) as [Kind, IconNode][];
/** Number of places for people; the others are bots. */
const PEOPLE = 2;
/** Bots that can play in a style. */
const STYLED: readonly Place[] = ["bot:strong", "bot:expert"];

/** The id of a place in the catalogue. */
const idOf = (place: Kind): string => place.slice(place.indexOf(":") + 1);

/** The style of a bot, or "", and the same place without it. */
function parted(place: Place): [string, Kind] {
  const [, style = "", level = ""] = place.match(/^bot:(\w+)-(\w+)$/) ?? [];
  return [style, (style === "" ? place : `bot:${level}`) as Kind];
}

export function Seating(props: { book: Book; places: Place[]; onChange: (to: Place[]) => void }) {
  const { book, places } = props;
  const names = book.seat_names[String(places.length)] ?? [];
  const sides = sidesOf(book, places.length);
  return (
    <fieldset class="places">
      <legend>{t("new.who")}</legend>
      {places.map((place, i) => {
        const name = names[i] !== undefined ? nameOf(book.id, names[i]) : `${t("seat")} ${i + 1}`;
        const side = sides[i];
        const [style, kind] = parted(place);
        const change = (to: Place) => props.onChange(places.map((old, at) => (at === i ? to : old)));
        return (
          <div key={i} class="place" role="radiogroup" aria-label={name} aria-describedby={`place-${i}`}>
            <p>
              {side !== undefined && <Emblem game={book.id} id={side} size={22} />}
              <strong>{name}</strong>
              <small class="taken" aria-hidden="true">{t(`place.${idOf(kind)}`)}</small>
            </p>
            <div class="segments">
              {ALL.map(([one, icon], at) => [
                at === PEOPLE && (
                  <span key="bot" aria-hidden="true">
                    {t("seat.bot")}
                  </span>
                ),
                <label key={one} title={`${t(`place.${idOf(one)}`)}. ${t(`place.${idOf(one)}.help`)}`}>
                  <input
                    type="radio"
                    name={`place-${i}`}
                    value={one}
                    checked={one === kind}
                    aria-label={t(`place.${idOf(one)}`)}
                    onChange={() => change(one)}
                  />
                  <Icon of={icon} size={18} />
                  <span>{t(at < PEOPLE ? `place.${one}` : `level.${idOf(one)}`)}</span>
                </label>,
              ])}
            </div>
            <small id={`place-${i}`} class="quiet help">
              {t(`place.${idOf(kind)}.help`)}
            </small>
            {STYLED.includes(kind) && book.styles.length > 0 && (
              <label class="style">
                {t("style.title")}
                <select value={style} onChange={(event) => change(event.currentTarget.value === "" ? kind : `bot:${event.currentTarget.value}-${idOf(kind)}`)}>
                  {["", ...book.styles].map((one) => (
                    <option key={one} value={one}>
                      {t(`style.${one || "none"}`)}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
