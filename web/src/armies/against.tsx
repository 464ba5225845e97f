// Odds of the army's units against those of another list.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, post } from "../api";
import { MatrixTable } from "../odds/matrix";
import type { Draft, Field, Imported, List } from "../protocol";
import { report } from "../session";
import { nameOf, t } from "../texts";
import { about, sheet } from "./army";
import { own } from "./saved";

const NOTHING = new Map<string, string>();

/** The distinct cards of a list that can be compared. */
const unitsOf = (draft: Draft, choices: string[]): string[] => [...new Set((draft.entries ?? []).map((one) => one.card))].filter((card) => choices.includes(card));

export function Against(props: { game: string }) {
  const { game } = props;
  const fields = useSignal<Field[]>([]);
  const other = useSignal<Draft | null>(null);
  const chosen = useSignal("");
  useEffect(() => {
    fields.value = [];
    other.value = null;
    chosen.value = "";
    get<Field[]>(`/rulebooks/${game}/odds/fields`).then((found) => (fields.value = found), report);
  }, [game]);
  const [attackers, defenders] = fields.value.filter((one) => one.compared);
  const mine = sheet.value?.draft;
  if (attackers === undefined || defenders === undefined || mine === undefined) return null;
  const open = async (value: string) => {
    chosen.value = value;
    const [kind = "", id = ""] = value.split(" ");
    try {
      if (kind === "starter") other.value = about.value?.starters[Number(id)]?.draft ?? null;
      else if (kind === "saved") other.value = (await get<List>(`/lists/${id}`)).draft;
      else other.value = null;
    } catch (error) {
      report(error);
    }
  };
  const paste = async (text: string) => {
    if (text.trim() === "") return;
    try {
      other.value = (await post<Imported>(`/rulebooks/${game}/armies/import`, { text, points: mine.points })).draft;
    } catch (error) {
      report(error);
    }
  };
  const rows = unitsOf(mine, attackers.choices);
  const columns = other.value === null ? [] : unitsOf(other.value, defenders.choices);
  return (
    <details class="against">
      <summary>{t("lists.against")}</summary>
      <label>
        {t("lists.other")}
        <select value={chosen.value} onChange={(event) => void open(event.currentTarget.value)}>
          <option value="">{t("lists.other-none")}</option>
          <optgroup label={t("lists.title")}>
            {own.value.map((one) => (
              <option key={one.id} value={`saved ${one.id}`}>
                {one.name === "" ? t("armies.unnamed") : one.name} ({nameOf(game, one.faction)})
              </option>
            ))}
          </optgroup>
          <optgroup label={t("lists.starters")}>
            {(about.value?.starters ?? []).map((one, i) => (
              <option key={one.code} value={`starter ${i}`}>
                {one.draft.name} ({nameOf(game, one.draft.faction)})
              </option>
            ))}
          </optgroup>
          <option value="paste">{t("lists.paste")}</option>
        </select>
      </label>
      {chosen.value === "paste" && (
        <label>
          {t("armies.paste")}
          <textarea rows={2} maxLength={20000} onChange={(event) => void paste(event.currentTarget.value)} />
        </label>
      )}
      {columns.length > 0 && rows.length > 0 && (
        <MatrixTable key={`${rows.join()} ${columns.join()}`} game={game} fields={fields.value} given={NOTHING} attackers={rows} defenders={columns} />
      )}
    </details>
  );
}
