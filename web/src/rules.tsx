// The rules: searched by words or id; the one that is carried out now stands first.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "./api";
import { report } from "./app";
import type { Rule } from "./protocol";
import { has, say, t } from "./texts";

const SHOWN = 40;

export function Rules(props: { game: string; chosen: string; current: string; onChoose: (id: string) => void }) {
  const rules = useSignal<Rule[]>([]);
  const words = useSignal("");
  useEffect(() => {
    get<Rule[]>(`/rulebooks/${props.game}/rules`).then((found) => (rules.value = found), report);
  }, [props.game]);
  const text = (rule: Rule) => (has(props.game, `rule.${rule.id}`) ? say(props.game, { id: `rule.${rule.id}`, fields: {} }) : rule.summary);
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const first = props.chosen !== "" ? props.chosen : props.current;
  const found = rules.value.filter((rule) =>
    wanted.length === 0
      ? rule.id === first || (first !== "" && rule.id.startsWith(first.replace(/\.[^.]*$/, ".")))
      : wanted.every((word) => `${rule.id} ${rule.section} ${text(rule)}`.toLowerCase().includes(word)),
  );
  found.sort((a, b) => Number(b.id === first) - Number(a.id === first));
  return (
    <>
      <label class="search">
        {t("rules.search")}
        <input type="search" value={words.value} onInput={(event) => (words.value = event.currentTarget.value)} />
      </label>
      <ul class="rules">
        {found.slice(0, SHOWN).map((rule) => (
          <li key={rule.id} class={rule.id === first ? "chosen" : ""}>
            <b>§ {rule.id}</b>
            {rule.page !== null && <small> {t("rules.page")} {rule.page}</small>}
            <p>{text(rule)}</p>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="quiet">{t("rules.none")}</p>}
    </>
  );
}
