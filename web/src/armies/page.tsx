// The army builder page: possible additions, the list, import and saved lists. It requires no account.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError } from "../api";
import { titleOfGame } from "../books";
import { loadCards } from "../cards/index";
import { CardOpener } from "../cards/opener";
import { GameTabs } from "../game-tabs";
import { EmblemDefs } from "../panels/emblems";
import { go, place, report } from "../session";
import { loadGame, t } from "../texts";
import { Additions } from "./additions";
import { Against } from "./against";
import { about, busy, open, over, sheet, shown } from "./army";
import { Entry } from "./entry";
import { Bar, Sources } from "./exchange";
import { ListHead } from "./head";
import { Faults, Groups } from "./list";
import { PhoneBar } from "./phone-bar";
import { PrintedList } from "./printed";
import { SavedLists } from "./saved-lists";
import { openList } from "./saved";
import "./armies.css";

export function ArmiesPage(props: { game: string }) {
  const { game } = props;
  const none = useSignal(false);
  useEffect(() => {
    none.value = false;
    const asked = new URLSearchParams(place.value.split("?")[1] ?? "");
    const list = asked.get("list");
    Promise.all([loadGame(game), loadCards(game)])
      .then(() => open(game, asked.get("code")))
      .then(() => (list === null ? undefined : openList(list)))
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.problem.status === 404) none.value = true;
        else report(error);
      });
  }, [game]);
  useEffect(() => {
    document.title = `${t("armies.title")} · ${titleOfGame(game)} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [game, about.value]);
  const empty = (sheet.value?.draft.entries ?? []).length === 0;
  return (
    <div class="books-page armies-page">
      <EmblemDefs game={game} />
      <GameTabs path="armies" game={game} only={(book) => book.armies} />
      <h1 class="unseen">{t("armies.title")}</h1>
      {none.value && <p class="quiet">{t("armies.none")}</p>}
      {sheet.value !== null && !none.value && (
        <>
          <div class={empty ? "builder" : "builder with-entry"} aria-busy={busy.value} data-shown={shown.value} data-over={over.value}>
            <Additions game={game} />
            <div class="list">
              <ListHead game={game} />
              {empty && <Sources game={game} />}
              <Faults game={game} />
              <Groups game={game} />
              {!empty && <Sources game={game} />}
              {!empty && <Against game={game} />}
              <SavedLists game={game} />
            </div>
            <Entry game={game} />
          </div>
          <Bar game={game} />
          <PhoneBar game={game} />
          <PrintedList game={game} />
        </>
      )}
      <CardOpener game={game} onRule={(rule) => go(`/rules/${game}?rule=${encodeURIComponent(rule)}`)} />
    </div>
  );
}
