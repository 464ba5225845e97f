// People, with moderation actions.

import { useSignal } from "@preact/signals";
import { post } from "../api";
import type { AdminPerson, PersonAct } from "../protocol";
import { t } from "../texts";
import { Acts, type Carried } from "./acts";
import { Items, Search, moment, searched, useList } from "./list";

/** Later ends of mutes and bans mean that they last until they are lifted. */
const ENDLESS = 2 ** 51;

export function People(props: { at: string }) {
  const search = useSignal(searched(props.at));
  const [list, load] = useList<AdminPerson>(`/admin/people?search=${encodeURIComponent(search.value)}`);
  return (
    <section class="card" aria-labelledby="people">
      <h2 id="people">{t("admin.people")}</h2>
      <Search label={t("admin.search-people")} text={search} />
      <Items list={list.value} of={(one) => <Person key={one.id} one={one} changed={load} />} />
    </section>
  );
}

function Person(props: { one: AdminPerson; changed: () => Promise<void> }) {
  const { one } = props;
  const reset = useSignal<PersonAct | null>(null);
  const carryOut = async (done: Carried) => {
    reset.value = await post<PersonAct>(`/admin/people/${one.id}/acts`, done);
    await props.changed();
  };
  const until = (id: string, end: number | null) =>
    end === null || end <= Date.now() ? null : (
      <b class="badge">{end > ENDLESS ? t(`admin.${id}`) : t(`admin.${id}-until`, { until: moment(end) })}</b>
    );
  return (
    <li>
      <p>
        <strong>{one.name}</strong> {one.role !== null && <b class="badge">{t(`admin.role-${one.role}`)}</b>} {until("muted", one.muted_until)}{" "}
        {until("banned", one.banned_until)}
      </p>
      <p class="quiet">{`${one.login ?? t("admin.guest")} · ${t("admin.since", { at: moment(one.created_at) })} · ${one.id}`}</p>
      {reset.value?.mailed === true && <p role="status">{t("admin.reset-mailed")}</p>}
      {(reset.value?.link ?? "") !== "" && (
        <p role="status">
          {t("admin.reset-link")} <code>{reset.value?.link}</code>
        </p>
      )}
      <Acts on={one.name} acts={one.acts} carryOut={carryOut} />
    </li>
  );
}
