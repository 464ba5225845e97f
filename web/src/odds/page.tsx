// The odds page: a form for a hypothetical case, with a URL that can be shared.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import { titleOfGame } from "../books";
import { GameTabs } from "../game-tabs";
import type { Field, Odds } from "../protocol";
import { place, report } from "../session";
import { loadGame, nameOf, say, t } from "../texts";
import { MatrixTable } from "./matrix";
import { OddsShown } from "./shown";
import "./odds.css";

/** The columns of the form, and what concerns neither side below them. */
const SIDES = ["attacker", "defender", ""] as const;

export function OddsPage(props: { game: string }) {
  const { game } = props;
  const line = new URLSearchParams(place.value.split("?")[1] ?? "").get("case") ?? "";
  const given = readCase(line);
  const fields = useSignal<Field[] | null>(null);
  const odds = useSignal<Odds[]>([]);
  const copied = useSignal(false);
  useEffect(() => {
    Promise.all([get<Field[]>(`/rulebooks/${game}/odds/fields`), loadGame(game)]).then(([found]) => (fields.value = found), report);
  }, [game]);
  useEffect(() => {
    document.title = `${t("odds.title")} · ${titleOfGame(game)} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [game, fields.value]);
  useEffect(() => {
    if (fields.value === null || fields.value.length === 0) return;
    let stale = false;
    get<Odds>(`/rulebooks/${game}/odds?case=${encodeURIComponent(line)}`).then(
      (found) => {
        if (!stale) odds.value = [found];
      },
      (error) => {
        if (stale) return;
        odds.value = [];
        report(error);
      },
    );
    return () => {
      stale = true;
    };
  }, [game, line, fields.value]);
  const choose = (id: string, value: string) => {
    const next = [...given].filter(([name]) => name !== id);
    const path = `/odds/${game}?case=${encodeURIComponent([...next, [id, value]].map((one) => one.join(":")).join(","))}`;
    history.replaceState(null, "", path);
    place.value = path;
    copied.value = false;
  };
  const copy = () => void navigator.clipboard.writeText(location.href).then(() => (copied.value = true));
  return (
    <div class="books-page odds-page">
      <GameTabs path="odds" game={game} />
      <h1 class="unseen">{t("odds.title")}</h1>
      {fields.value !== null && fields.value.length === 0 && <p class="quiet">{t("odds.none")}</p>}
      {fields.value !== null && fields.value.length > 0 && (
        <div class="case">
          <form onSubmit={(event) => event.preventDefault()} aria-labelledby="case">
            <h2 id="case">{t("odds.case")}</h2>
            {SIDES.map((side) => {
              const group = (fields.value ?? []).filter((field) => (field.side ?? "") === side);
              return (
                group.length > 0 && (
                  <div key={side} class={side === "" ? "column both" : "column"} role="group" aria-labelledby={`case-${side}`}>
                    <h3 id={`case-${side}`}>{side === "" || group[0] === undefined ? t("odds.circumstances") : say(game, group[0].label)}</h3>
                    {group.map((field) => (
                      <FieldInput key={field.id} game={game} field={field} value={given.get(field.id) ?? field.initial} onValue={(value) => choose(field.id, value)} />
                    ))}
                  </div>
                )
              );
            })}
            <p class="acts">
              <button type="button" onClick={copy}>
                {t("odds.copy")}
              </button>
              <span role="status">{copied.value ? t("odds.copied") : ""}</span>
            </p>
          </form>
          <OddsShown game={game} odds={odds.value} />
          <MatrixTable game={game} fields={fields.value} given={given} />
        </div>
      )}
    </div>
  );
}

function FieldInput(props: { game: string; field: Field; value: string; onValue: (value: string) => void }) {
  const { field, game, value } = props;
  return (
    <label>
      <span>{say(game, field.label)}</span>
      {field.choices.length > 0 ? (
        <select value={value} onChange={(event) => props.onValue(event.currentTarget.value)}>
          {field.choices.map((one) => (
            <option key={one} value={one}>
              {nameOf(game, one)}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="number"
          min={field.least ?? 0}
          max={field.most ?? 0}
          value={value}
          onChange={(event) => {
            if (event.currentTarget.reportValidity() && event.currentTarget.value !== "") props.onValue(event.currentTarget.value);
          }}
        />
      )}
    </label>
  );
}

/** Parse the fields of a case, such as "attacker:10101,side:rear". */
function readCase(line: string): Map<string, string> {
  const parts = line.split(",").filter((one) => one.includes(":"));
  return new Map(parts.map((one) => [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 1)]));
}
