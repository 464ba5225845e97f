// The rules reference of a game: the complete index by chapter, with search by words or id.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { titleOfGame } from "../books";
import { GameTabs } from "../game-tabs";
import type { Rule } from "../protocol";
import { place, report } from "../session";
import { loadGame, t } from "../texts";
import { loadRules, matches, rulesOf, sectionOf, summaryOf } from "./rules";

export function RulesPage(props: { game: string }) {
  const { game } = props;
  const chosen = new URLSearchParams(place.value.split("?")[1] ?? "").get("rule") ?? "";
  const words = useSignal("");
  const ready = useSignal(false);
  useEffect(() => {
    ready.value = false;
    loadRules(game);
    loadGame(game).then(() => (ready.value = true), report);
  }, [game]);
  useEffect(() => {
    document.title = `${t("rules.title")} · ${titleOfGame(game)} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [game, ready.value]);
  const all = ready.value ? rulesOf(game) : [];
  const found = all.filter((rule) => matches(game, rule, words.value));
  useLayoutEffect(() => {
    if (chosen !== "" && all.length > 0) document.getElementById(`rule-${chosen}`)?.scrollIntoView({ block: "center" });
  }, [chosen, all.length]);
  const chapters = new Map<string, Rule[]>();
  for (const rule of found) chapters.set(rule.section, [...(chapters.get(rule.section) ?? []), rule]);
  return (
    <div class="books-page reference">
      <GameTabs path="rules" game={game} />
      <h1 class="unseen">{t("rules.title")}</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          {t("rules.search")}
          <input type="search" value={words.value} onInput={(event) => (words.value = event.currentTarget.value)} />
        </label>
        <details open={matchMedia("(min-width: 52rem)").matches}>
          <summary>{t("rules.chapters")}</summary>
          <ul class="chapters">
            {[...chapters].map(([section, rules]) => (
              <li key={section}>
                <a
                  href={`#chapter-${section}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(`chapter-${section}`)?.scrollIntoView();
                  }}
                >
                  {sectionOf(game, rules[0] as Rule)}
                </a>
                <small>{rules.length}</small>
              </li>
            ))}
          </ul>
        </details>
      </form>
      <section class="found">
        <p role="status">{ready.value && all.length > 0 ? t("rules.count", { found: found.length, all: all.length }) : t("page.wait")}</p>
        {[...chapters].map(([section, rules]) => (
          <div key={section} class="card">
            <h2 id={`chapter-${section}`}>{sectionOf(game, rules[0] as Rule)}</h2>
            <ul class="rules">
              {rules.map((rule) => (
                <li key={rule.id} id={`rule-${rule.id}`} class={rule.id === chosen ? "chosen" : ""}>
                  <b>§ {rule.id}</b>
                  {rule.page !== null && (
                    <small>
                      {" "}
                      {t("rules.page")} {rule.page}
                    </small>
                  )}
                  <p>{summaryOf(game, rule)}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </div>
  );
}
