// The army list: faults and entries.

import { CardThumb } from "../cards/line";
import { cardsOf } from "../cards/index";
import { Link } from "../link";
import type { SheetFault, SheetRow } from "../protocol";
import { say, t } from "../texts";
import { fullName } from "./additions";
import { change, choose, chosen, type Edit, looked, over, sheet } from "./army";

export function Faults(props: { game: string }) {
  const { game } = props;
  const found = sheet.value?.faults ?? [];
  const empty = (sheet.value?.draft.entries ?? []).length === 0;
  return (
    <ul class="faults" aria-live="polite" aria-label={t("armies.faults")}>
      {found.map((one, i) => (
        <OneFault key={i} game={game} fault={one} calm={empty} />
      ))}
      {found.length === 0 && <li class="fine">✓ {t("armies.legal")}</li>}
    </ul>
  );
}

function OneFault(props: { game: string; fault: SheetFault; calm: boolean }) {
  const { fault, game } = props;
  return (
    <li class={props.calm ? "calm" : ""}>
      <p>
        <b>{say(game, fault.message)}</b>{" "}
        <Link to={`/rules/${game}?rule=${encodeURIComponent(fault.rule)}`}>§ {fault.rule.slice(fault.rule.indexOf(":") + 1)}</Link>
      </p>
      <div class="acts">
        {(fault.fixes ?? []).map((edits, i) => (
          <button key={i} type="button" onClick={() => change(edits as Edit[])}>
            {wordsOfAll(game, edits as Edit[])}
          </button>
        ))}
      </div>
    </li>
  );
}

/** A description of edits; a card that is added as the leader is mentioned once. */
function wordsOfAll(game: string, edits: Edit[]): string {
  const leader = edits.find((edit) => edit.do === "lead")?.card;
  const shown = edits.filter((edit) => edit.do !== "add" || edit.card !== leader);
  return shown.map((edit) => wordsOf(game, edit)).filter(Boolean).join(", ");
}

/** A description of an edit. */
function wordsOf(game: string, edit: Edit): string {
  const rows = (sheet.value?.groups ?? []).flatMap((group) => group.rows).flatMap((row) => [row, ...(row.inside ?? [])]);
  const at = (place: string) => rows.find((row) => row.at === place)?.card ?? "";
  const form = "form" in edit && edit.form !== undefined && edit.form !== "" ? ` ${edit.form.replace("x", " × ")}` : "";
  switch (edit.do) {
    case "add":
      return t("armies.fix-add", { name: fullName(game, edit.card) + form });
    case "remove":
      return t("armies.fix-remove", { name: fullName(game, at(edit.at)) });
    case "swap":
      return t("armies.fix-swap", { name: fullName(game, edit.card) + form, other: fullName(game, at(edit.at)) });
    case "lead":
      return t("armies.fix-lead", { name: fullName(game, edit.card) });
    default:
      return "";
  }
}

export function Groups(props: { game: string }) {
  const { game } = props;
  const groups = (sheet.value?.groups ?? []).filter((group) => group.rows.length > 0);
  return (
    <>
      {groups.map((group) => (
        <section key={group.id} class="army-group" aria-label={say(game, group.title)}>
          <h2>
            {say(game, group.title)} <span>{group.cost}</span>
          </h2>
          <ol>
            {group.rows.map((row) => (
              <OneRow key={row.at} game={game} row={row} inside={group.inside} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

/** An entry; `inside` is the section of the cards that can be nested in it, if any. */
function OneRow(props: { game: string; row: SheetRow; inside: string }) {
  const { game, inside, row } = props;
  const look = () => (inside === "" ? (looked.value = row.at) : choose(row.at, inside));
  const add = () => {
    choose(row.at, inside);
    over.value = "adding";
  };
  const card = cardsOf(game)?.get(row.card);
  const name = fullName(game, row.card);
  const forms = row.forms ?? [];
  const wrong = (row.faults ?? []).length > 0;
  return (
    <li class={`${chosen.value === row.at ? "chosen" : ""} ${wrong ? "wrong" : ""}`} data-row={row.at}>
      <div class="what" data-cards={row.card} tabIndex={0} onClick={look} onKeyDown={(event) => event.key === "Enter" && look()}>
        {card !== undefined && <CardThumb game={game} card={card} thing={card.kind} />}
        <span class="names">
          <b>{say(game, row.name)}</b>
          {row.subtitle !== undefined && <small>{say(game, row.subtitle)}</small>}
          {row.leads === true && <small class="leads">♛ {t("armies.leads")}</small>}
        </span>
      </div>
      {forms.length > 1 && (
        <select aria-label={t("armies.formation", { name })} value={row.form ?? ""} onChange={(event) => change([{ do: "swap", at: row.at, card: row.card, form: event.currentTarget.value }])}>
          {forms.map((one) => (
            <option key={one.form} value={one.form}>
              {one.form.replace("x", " × ")} ({one.cost})
            </option>
          ))}
        </select>
      )}
      <ul class="inside">
        {(row.inside ?? []).map((one) => (
          <li key={one.at} class={`${(one.faults ?? []).length > 0 ? "wrong" : ""} ${one.leads === true ? "leader" : ""}`}>
            <span data-cards={one.card} tabIndex={0}>
              {one.leads === true && <span title={t("armies.leads")}>♛ </span>}
              {say(game, one.name)} {one.subtitle !== undefined && <small>{say(game, one.subtitle)}</small>} <b>{one.cost}</b>
            </span>
            <button type="button" onClick={() => change([{ do: "remove", at: one.at }])} aria-label={t("armies.remove", { name: fullName(game, one.card) })}>
              ×
            </button>
          </li>
        ))}
        {inside !== "" && (
          <li>
            <button type="button" class="into" {...(chosen.value === row.at ? { "aria-current": "true" as const } : {})} onClick={add} aria-label={t("armies.into", { name })}>
              +{(row.inside ?? []).length === 0 && ` ${t("armies.into-short")}`}
            </button>
          </li>
        )}
      </ul>
      <span class="cost">{row.cost}</span>
      <button type="button" class="remove" onClick={() => change([{ do: "remove", at: row.at }])} aria-label={t("armies.remove", { name })}>
        ×
      </button>
    </li>
  );
}
