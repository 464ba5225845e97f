// The sides of a game with picture and description, as a list or as a choice.

import type { ComponentChildren } from "preact";
import { Emblem, EmblemDefs } from "../panels/emblems";
import type { Book } from "../protocol";
import { has, nameOf, say, t } from "../texts";

/** The names of the sides to which the game assigns a color. */
export function sidesOf(book: Book, seats: number): readonly string[] {
  const tints = book.introduction?.tints ?? {};
  const names = book.seat_names[String(seats)] ?? [];
  return names.every((name) => name in tints) ? names : [];
}

/** A list of the sides. */
export function Sides(props: { book: Book; seats: number }) {
  const names = sidesOf(props.book, props.seats);
  if (names.length === 0) return null;
  return (
    <section class="sides" aria-labelledby="sides">
      <EmblemDefs game={props.book.id} />
      <h2 id="sides">{t("about.seats")}</h2>
      <ul>
        {names.map((name) => (
          <li key={name} class="side">
            <Side book={props.book} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A choice of side; `at` is the index of the selected one. */
export function SideChoice(props: { book: Book; seats: number; at: number; onChoose: (to: number) => void }) {
  const names = sidesOf(props.book, props.seats);
  if (names.length === 0) return null;
  return (
    <fieldset class="sides">
      <EmblemDefs game={props.book.id} />
      <legend>{t("new.side")}</legend>
      {names.map((name, i) => (
        <label key={name} class="side">
          <input type="radio" name="side" value={name} checked={i === props.at} onChange={() => props.onChoose(i)} />
          <Side book={props.book} name={name} />
        </label>
      ))}
    </fieldset>
  );
}

function Side(props: { book: Book; name: string }): ComponentChildren {
  const { book, name } = props;
  const tint = book.introduction?.tints[name] ?? "";
  const sentence = `about.seat.${name}`;
  return (
    <>
      <span class="banner" style={{ background: tint, color: inkOn(tint) }}>
        <strong>{nameOf(book.id, name)}</strong>
        <Emblem game={book.id} id={name} size={56} />
      </span>
      {has(book.id, sentence) && <span class="sentence">{say(book.id, { id: sentence, fields: {} })}</span>}
    </>
  );
}

/** A text color with sufficient contrast on a background color. */
function inkOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const light = 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0);
  return light > 0.5 ? "#221a0e" : "#ffffff";
}
