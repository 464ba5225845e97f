// Reports by users about others, with the decisions of moderators.

import { useSignal } from "@preact/signals";
import { post } from "../api";
import { Link } from "../link";
import type { FiledReport } from "../protocol";
import { t } from "../texts";
import { Acts, type Carried } from "./acts";
import { Items, moment, useList } from "./list";

export function Reports() {
  const all = useSignal(false);
  const [list, load] = useList<FiledReport>(`/admin/reports?status=${all.value ? "any" : "open"}`);
  return (
    <section class="card" aria-labelledby="reports">
      <h2 id="reports">{t("admin.reports")}</h2>
      <label class="switch">
        <input type="checkbox" checked={all.value} onChange={(event) => (all.value = event.currentTarget.checked)} />
        {t("admin.all-reports")}
      </label>
      <Items list={list.value} of={(one) => <Report key={one.id} one={one} changed={load} />} />
    </section>
  );
}

function Report(props: { one: FiledReport; changed: () => Promise<void> }) {
  const { one } = props;
  const carryOut = async ({ reason }: Carried) => {
    await post(`/admin/reports/${one.id}/resolve`, { reason });
    await props.changed();
  };
  return (
    <li>
      <p>{t("admin.reported", { reporter: one.reporter, person: one.person })}</p>
      {one.quote !== "" && <blockquote>{one.quote}</blockquote>}
      <p>{one.text}</p>
      <p class="quiet">
        {moment(one.at)}
        {one.person_id !== null && (
          <>
            {" · "}
            <Link to={`/admin/people?search=${one.person_id}`}>{t("admin.to-person", { person: one.person })}</Link>
          </>
        )}
        {" · "}
        <Link to={`/admin/tables?search=${one.table_id}`}>{t("admin.to-table")}</Link>
      </p>
      {one.status === "open" ? (
        <Acts on={one.person} acts={["resolve"]} carryOut={carryOut} />
      ) : (
        <p class="quiet">{t("admin.resolved", { at: one.resolved_at === null ? "" : moment(one.resolved_at), how: one.resolution })}</p>
      )}
    </li>
  );
}
