// Tables, with moderation actions. The matches themselves are not visible here.

import { useSignal } from "@preact/signals";
import { post } from "../api";
import { Link } from "../link";
import type { AdminTable } from "../protocol";
import { t } from "../texts";
import { Acts, type Carried } from "./acts";
import { Items, Search, moment, searched, useList } from "./list";

const STATUSES = ["any", "open", "running", "halted", "finished", "closed"] as const;

export function Tables(props: { at: string }) {
  const search = useSignal(searched(props.at));
  const status = useSignal<string>("any");
  const [list, load] = useList<AdminTable>(`/admin/tables?status=${status.value}&search=${encodeURIComponent(search.value)}`);
  return (
    <section class="card" aria-labelledby="tables">
      <h2 id="tables">{t("admin.tables")}</h2>
      <Search label={t("admin.search-tables")} text={search} />
      <label>
        {t("admin.status")}
        <select value={status.value} onChange={(event) => (status.value = event.currentTarget.value)}>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(`admin.status-${one}`)}
            </option>
          ))}
        </select>
      </label>
      <Items list={list.value} of={(one) => <TableItem key={one.id} one={one} changed={load} />} />
    </section>
  );
}

function TableItem(props: { one: AdminTable; changed: () => Promise<void> }) {
  const { one } = props;
  const carryOut = async (done: Carried) => {
    await post<AdminTable>(`/admin/tables/${one.id}/acts`, done);
    await props.changed();
  };
  return (
    <li>
      <p>
        <strong>{one.title}</strong> <b class={`badge ${one.status}`}>{t(`admin.status-${one.status}`)}</b>
      </p>
      <p class="quiet">{`${moment(one.created_at)} · ${t(`admin.${one.visibility}`)} · ${one.id}`}</p>
      {one.people.length > 0 && (
        <p>
          {one.people.map((person, i) => (
            <>
              {i > 0 && ", "}
              <Link to={`/admin/people?search=${person.id}`}>{person.name}</Link>
            </>
          ))}
        </p>
      )}
      {one.halted !== null && <p class="quiet">{one.halted}</p>}
      <Acts on={one.title} acts={one.acts} carryOut={carryOut} />
    </li>
  );
}
