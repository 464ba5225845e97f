// The lobby: one's own tables, those that can be joined, and a new one.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import type { TableInfo, TablePage } from "../protocol";
import { me, report } from "../session";
import { loadGame, t } from "../texts";
import { Front } from "./front";
import { NewTable } from "./new-table";
import { TableList } from "./table-list";

const EVERY_MS = 5000;

export function Lobby() {
  if (me.value === null) return <Front />;
  return (
    <div class="lobby">
      <h1 class="unseen">{t("lobby.title")}</h1>
      <Tables />
      <NewTable />
    </div>
  );
}

function Tables() {
  const mine = useSignal<TableInfo[] | null>(null);
  const open = useSignal<TableInfo[]>([]);
  useEffect(() => {
    let alive = true;
    const load = async () => {
      try {
        const [own, others] = await Promise.all([get<TablePage>("/tables?mine=true"), get<TablePage>("/tables?status=open")]);
        await Promise.all([...new Set([...own.tables, ...others.tables].map((one) => one.rulebook))].map(loadGame));
        if (!alive) return;
        mine.value = own.tables;
        open.value = others.tables.filter((one) => !one.mine);
      } catch (error) {
        report(error);
      }
    };
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void load();
    }, EVERY_MS);
    return () => {
      alive = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <>
      <section class="card" aria-labelledby="own-tables">
        <h2 id="own-tables">{t("lobby.own")}</h2>
        {mine.value !== null && mine.value.length === 0 && <p class="quiet">{t("lobby.none")}</p>}
        <TableList tables={mine.value ?? []} />
      </section>
      <section class="card" aria-labelledby="open-tables">
        <h2 id="open-tables">{t("lobby.open")}</h2>
        {open.value.length === 0 && <p class="quiet">{t("lobby.nobody")}</p>}
        <TableList tables={open.value} />
      </section>
    </>
  );
}
