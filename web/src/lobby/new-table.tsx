// The form for a new table: game, seats and options.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { post } from "../api";
import { aboutGame, books, loadBooks, pictureOf, playersOf, shortTitle } from "../books";
import { PRESETS } from "../clocks";
import type { Book, TableInfo } from "../protocol";
import { go, place as where, report } from "../session";
import { t } from "../texts";
import { ArmiesField, listsOf } from "./armies-field";
import { ClockChoice } from "./clock-choice";
import { beHere } from "../opening";
import { PicturedOptions, Switches, fitted, withoutArmies, type Schema } from "./options";
import { Seating, type Place } from "./seating";
import { SideChoice } from "./sides";

/** Policies for the seat of a player who leaves. */
const SUCCESSIONS = ["consent", "invited", "bot", "nobody"] as const;
type Succession = (typeof SUCCESSIONS)[number];

export function NewTable() {
  const chosen = useSignal("");
  const count = useSignal(0);
  const places = useSignal<Place[]>([]);
  const seen = useSignal<"open" | "private">("private");
  const options = useSignal<Record<string, unknown>>({});
  const clock = useSignal("none");
  const atZero = useSignal<"bot" | "forfeit">("bot");
  const succession = useSignal<Succession>("consent");
  const lists = useSignal(0);
  const brought = useSignal<Record<number, string[]>>({});
  const busy = useSignal(false);
  useEffect(() => {
    void (async () => {
      try {
        const found = await loadBooks();
        const asked = new URLSearchParams(where.value.split("?")[1]).get("game");
        choose(found.find((one) => one.id === asked) ?? found[0]);
      } catch (error) {
        report(error);
      }
    })();
  }, []);
  const book = books.value.find((one) => one.id === chosen.value);
  const choose = (to: Book | undefined) => {
    if (to === undefined) return;
    chosen.value = to.id;
    options.value = {};
    lists.value = 0;
    brought.value = {};
    resize(to.seats_at_first);
  };
  const resize = (to: number) => {
    count.value = to;
    places.value = Array.from({ length: to }, (_, i) => places.value[i] ?? (i === 0 ? "me" : "bot:skilled"));
  };
  const bare = withoutArmies((book?.options ?? {}) as Schema, options.value);
  const create = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      await beHere();
      const table = await post<TableInfo>("/tables", {
        rulebook: chosen.value,
        seats: count.value,
        options: fitted(book?.options as Schema, lists.value > 0 ? bare : options.value, count.value),
        visibility: seen.value,
        settings: { clock: PRESETS[clock.value], at_zero: atZero.value, succession: succession.value, lists: lists.value },
        places: places.value.map((place, seat) =>
          place === "me" ? { me: true, lists: listsOf(brought.value, seat, lists.value) } : place === "open" ? {} : { bot: place.slice(4) },
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
  /** Move the user to another side, swapping places with its occupant. */
  const sitAt = (to: number) => {
    const from = places.value.indexOf("me");
    const [mine, theirs] = [places.value[from], places.value[to]];
    places.value = places.value.map((old, at): Place => (at === to ? (mine ?? "me") : at === from ? (theirs ?? "bot:skilled") : old));
  };
  return (
    <div class="new-table">
      <h1 id="new-table">{t("new.title")}</h1>
      <p class="quiet">{t("new.lead")}</p>
      <form class="new" aria-labelledby="new-table" onSubmit={(event) => void create(event)}>
        <fieldset class="which">
          <legend>{t("new.game")}</legend>
          {books.value.map((one) => (
            <label key={one.id} class="pick">
              <input type="radio" name="game" value={one.id} checked={one.id === chosen.value} onChange={() => choose(one)} />
              <span class="picture">
                <img src={pictureOf(one)} alt="" />
              </span>
              <strong>{shortTitle(one.id)}</strong>
              <span class="quiet">{[aboutGame(one.id, "subtitle"), playersOf(one)].filter((part) => part !== "").join(", ")}</span>
            </label>
          ))}
        </fieldset>
        <SideChoice book={book} seats={count.value} at={places.value.indexOf("me")} onChoose={sitAt} />
        <PicturedOptions book={book} options={options.value} onChange={(to) => (options.value = to)} />
        <ClockChoice value={clock.value} onChange={(to) => (clock.value = to)}>
          {clock.value !== "none" && (
            <label>
              {t("new.at-zero")}
              <select value={atZero.value} onChange={(event) => (atZero.value = event.currentTarget.value as "bot" | "forfeit")}>
                <option value="bot">{t("new.zero-bot")}</option>
                <option value="forfeit">{t("new.zero-forfeit")}</option>
              </select>
            </label>
          )}
        </ClockChoice>
        <div class="rest">
          <div class="parts">
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
            <Seating book={book} places={places.value} onChange={(to) => (places.value = to)} />
            <ArmiesField
              book={book}
              seats={count.value}
              mine={places.value.flatMap((place, i) => (place === "me" ? [i] : []))}
              options={bare}
              lists={lists.value}
              brought={brought.value}
              onLists={(to) => (lists.value = to)}
              onBrought={(to) => (brought.value = to)}
            />
            <Switches brought={lists.value > 0} book={book} seats={count.value} options={options.value} onChange={(to) => (options.value = to)} />
            {places.value.includes("open") && (
              <label>
                {t("new.succession")}
                <select value={succession.value} onChange={(event) => (succession.value = event.currentTarget.value as Succession)}>
                  {SUCCESSIONS.map((one) => (
                    <option key={one} value={one}>
                      {t(`succession.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label>
              {t("new.visibility")}
              <select value={seen.value} onChange={(event) => (seen.value = event.currentTarget.value as "open" | "private")}>
                <option value="private">{t("new.private")}</option>
                <option value="open">{t("new.public")}</option>
              </select>
            </label>
          </div>
          <button class="main" type="submit" disabled={busy.value}>
            {t("new.create")}
          </button>
        </div>
      </form>
    </div>
  );
}
