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

export type Place = keyof typeof PLACES;

const ALL = Object.entries(PLACES) as [Place, IconNode][];
/** Number of places for people; the others are bots. */
const PEOPLE = 2;

/** The id of a place in the catalogue. */
const idOf = (place: Place): string => place.slice(place.indexOf(":") + 1);

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
        return (
          <div key={i} class="place" role="radiogroup" aria-label={name} aria-describedby={`place-${i}`}>
            <p>
              {side !== undefined && <Emblem game={book.id} id={side} size={22} />}
              <strong>{name}</strong>
            </p>
            <div class="segments">
              {ALL.map(([one, icon], at) => [
                at === PEOPLE && (
                  <span key="bot" aria-hidden="true">
                    {t("seat.bot")}
                  </span>
                ),
                <label key={one}>
                  <input
                    type="radio"
                    name={`place-${i}`}
                    value={one}
                    checked={one === place}
                    aria-label={t(`place.${idOf(one)}`)}
                    onChange={() => props.onChange(places.map((old, at) => (at === i ? one : old)))}
                  />
                  <Icon of={icon} size={18} />
                  <span>{t(at < PEOPLE ? `place.${one}` : `level.${idOf(one)}`)}</span>
                </label>,
              ])}
            </div>
            <small id={`place-${i}`} class="quiet">
              {t(`place.${idOf(place)}.help`)}
            </small>
          </div>
        );
      })}
    </fieldset>
  );
}
