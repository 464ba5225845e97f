// Choosing an army for a match: a random one, a saved list, a starter army, or an imported list.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { post } from "../api";
import { Link } from "../link";
import type { ArmyChoice, ArmyChoices, ChoicesIn, Imported } from "../protocol";
import { me, report } from "../session";
import { nameOf, say, t } from "../texts";
import "./armies.css";

const RANDOM = "random";
const PASTE = "paste";

export interface Match {
  game: string;
  options: Record<string, unknown>;
  seats: number;
}

const asked = new Map<string, Promise<ArmyChoices>>();

/** The available armies for a match, cached until `forgetChoices`. */
function choicesFor(match: Match, text = ""): Promise<ArmyChoices> {
  const body: ChoicesIn = { options: match.options, seats: match.seats, text };
  const key = JSON.stringify([match.game, me.value?.id, body]);
  const found = asked.get(key) ?? post<ArmyChoices>(`/rulebooks/${match.game}/armies/choices`, body);
  if (text === "") asked.set(key, found);
  found.catch(() => asked.delete(key));
  return found;
}

/** Clear the cache of available armies, since lists may have been saved in the meantime. */
export const forgetChoices = (): void => asked.clear();

export function ArmyPicker(props: { match: Match; label: string; value: string; onChange: (to: string) => void }) {
  const { label, match, onChange, value } = props;
  const all = useSignal<ArmyChoices | null>(null);
  const pasting = useSignal(false);
  const key = JSON.stringify(match);
  useEffect(() => {
    let here = true;
    choicesFor(match).then((found) => here && (all.value = found), report);
    return () => {
      here = false;
    };
  }, [key]);
  const of = all.value;
  if (of === null) return null;
  const listed = [...of.saved, ...of.starters].some((one) => one.code === value) || value === RANDOM || of.factions.includes(value);
  const folders = [...new Set(of.saved.map((one) => one.folder ?? ""))].sort();
  return (
    <span class="army-picker">
      <select
        aria-label={label}
        value={pasting.value || !listed ? PASTE : value}
        onChange={(event) => {
          const to = event.currentTarget.value;
          pasting.value = to === PASTE;
          onChange(to === PASTE ? "" : to);
        }}
      >
        <optgroup label={t("lists.random")}>
          <option value={RANDOM}>{t("lists.random-any")}</option>
          {of.factions.map((one) => (
            <option key={one} value={one}>
              {t("armies.random", { faction: nameOf(match.game, one) })}
            </option>
          ))}
        </optgroup>
        {folders.map((folder) => (
          <optgroup key={folder} label={folder === "" ? t("lists.title") : `${t("lists.title")}: ${folder}`}>
            {of.saved
              .filter((one) => (one.folder ?? "") === folder)
              .map((one, i) => (
                <Choice key={i} game={match.game} choice={one} />
              ))}
          </optgroup>
        ))}
        <optgroup label={t("lists.starters")}>
          {of.starters.map((one, i) => (
            <Choice key={i} game={match.game} choice={one} />
          ))}
        </optgroup>
        <option value={PASTE}>{t("lists.paste")}</option>
      </select>
      {(pasting.value || !listed) && <Pasted match={match} label={label} value={listed ? "" : value} onChange={onChange} />}
    </span>
  );
}

/** A list to choose; a list that does not fit the match shows the reason. */
function Choice(props: { game: string; choice: ArmyChoice }) {
  const { choice, game } = props;
  const refused = choice.refused ?? "";
  const title = `${choice.name === "" ? t("armies.unnamed") : choice.name} (${nameOf(game, choice.faction)}, ${choice.cost} / ${choice.points})`;
  return (
    <option value={choice.code} disabled={refused !== ""}>
      {refused === "" ? title : `${title}: ${reasonOf(game, choice)}`}
    </option>
  );
}

const reasonOf = (game: string, choice: ArmyChoice): string => (choice.reason === undefined || choice.reason === null ? (choice.refused ?? "") : say(game, choice.reason));

/** Input for a code, or a list in any format, with validation. */
function Pasted(props: { match: Match; label: string; value: string; onChange: (to: string) => void }) {
  const { match } = props;
  const found = useSignal<ArmyChoice | null>(null);
  const check = async (field: HTMLTextAreaElement) => {
    const text = field.value;
    found.value = null;
    field.setCustomValidity(t("lists.unchecked")); // blocks submitting the form until the list has been validated
    if (text.trim() === "") return;
    try {
      const given = (await choicesFor(match, text)).given ?? null;
      if (text !== field.value) return;
      found.value = given;
      const fits = given !== null && (given.refused ?? "") === "";
      field.setCustomValidity(fits || given === null ? "" : reasonOf(match.game, given));
      if (fits) props.onChange(given.code);
    } catch (error) {
      report(error);
    }
  };
  const one = found.value;
  const refused = one?.refused ?? "";
  return (
    <span class="pasted">
      <textarea
        rows={2}
        required
        onInput={(event) => event.currentTarget.setCustomValidity(t("lists.unchecked"))}
        maxLength={20000}
        aria-label={t("lists.paste-for", { name: props.label })}
        placeholder={t("armies.paste")}
        defaultValue={props.value}
        onChange={(event) => void check(event.currentTarget)}
      />
      {one !== null && (
        <small role="status" class={refused === "" ? "fine" : "refused"}>
          {refused === "" ? t("lists.fits", { name: `${nameOf(match.game, one.faction)}, ${one.cost} / ${one.points}` }) : reasonOf(match.game, one)}{" "}
          {one.rule !== undefined && one.rule !== "" && (
            <Link to={`/rules/${match.game}?rule=${encodeURIComponent(one.rule)}`}>§ {one.rule.slice(one.rule.indexOf(":") + 1)}</Link>
          )}
        </small>
      )}
    </span>
  );
}

/** Pickers for several lists of one seat. */
export function ListPickers(props: { match: Match; seat: string; count: number; value: string[]; onChange: (to: string[]) => void }) {
  const now = Array.from({ length: props.count }, (_, i) => props.value[i] ?? RANDOM);
  return (
    <fieldset class="list-pickers">
      <legend>{t("lists.of-seat", { seat: props.seat })}</legend>
      {now.map((value, i) => (
        <ArmyPicker
          key={i}
          match={props.match}
          label={t("lists.number", { number: i + 1 })}
          value={value}
          onChange={(to) => props.onChange(now.map((old, at) => (at === i ? to : old)))}
        />
      ))}
    </fieldset>
  );
}

const factions = new Map<string, Promise<string>>();

/** The faction of a list. */
function factionOf(game: string, code: string): Promise<string> {
  const key = `${game} ${code}`;
  const found = factions.get(key) ?? post<Imported>(`/rulebooks/${game}/armies/import`, { text: code }).then((one) => one.draft.faction);
  factions.set(key, found);
  return found;
}

/** The label of an army: the faction if it is random, else a link to the list. */
export function ArmyLink(props: { game: string; code: string; number: number }) {
  const { code, game } = props;
  const faction = useSignal("");
  useEffect(() => {
    if (/\d/.test(code)) factionOf(game, code).then((one) => (faction.value = one), report);
  }, [game, code]);
  if (code === RANDOM) return <>{t("lists.random-any")}</>;
  if (!/\d/.test(code)) return <>{t("armies.random", { faction: nameOf(game, code) })}</>; // codes begin with the points
  return <a href={`/armies/${game}?code=${encodeURIComponent(code)}`} target="_blank" rel="noreferrer">{faction.value === "" ? "" : `${nameOf(game, faction.value)}, `}{t("lists.number", { number: props.number })}</a>;
}
