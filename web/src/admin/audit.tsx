// The audit log.

import type { AuditEntry } from "../protocol";
import { t } from "../texts";
import { Items, moment, useList } from "./list";

export function Audit() {
  const [list] = useList<AuditEntry>("/admin/audit");
  return (
    <section class="card" aria-labelledby="audit">
      <h2 id="audit">{t("admin.audit")}</h2>
      <Items
        list={list.value}
        of={(one) => (
          <li key={one.number}>
            <p>
              <strong>{t(`admin.${one.act}`)}</strong>
              {` · ${one.person ?? one.table ?? one.person_id ?? one.table_id ?? ""}${one.act === "resolve" || one.detail === "" ? "" : ` · ${one.detail}`}`}
            </p>
            {one.reason !== "" && <p>{one.reason}</p>}
            <p class="quiet">{`${moment(one.at)} · ${one.actor_id === null ? t("admin.command-line") : one.actor}`}</p>
          </li>
        )}
      />
    </section>
  );
}
