// The pages of admins and moderators: reports, people, tables and the audit log.

import { Link } from "../link";
import { me } from "../session";
import { t } from "../texts";
import { Audit } from "./audit";
import { People } from "./people";
import { Reports } from "./reports";
import { Tables } from "./tables";

const TABS = { reports: Reports, people: People, tables: Tables, audit: Audit } as const;
type Tab = keyof typeof TABS;

/** The tab in a URL such as /admin/people?search=ann. */
const tabOf = (at: string): Tab => {
  const name = /^\/admin\/(\w+)/.exec(at)?.[1] ?? "";
  return name in TABS ? (name as Tab) : "reports";
};

export function AdminPage(props: { at: string }) {
  const role = me.value?.role ?? null;
  const tab = tabOf(props.at);
  const Shown = TABS[tab];
  const tabs = (Object.keys(TABS) as Tab[]).filter((one) => one !== "audit" || role === "admin");
  return (
    <div class="admin">
      <h1>{t("admin.title")}</h1>
      {role === null ? (
        <p>{t("admin.no-role")}</p>
      ) : (
        <>
          <nav class="places" aria-label={t("admin.title")}>
            {tabs.map((one) => (
              <Link key={one} to={`/admin/${one}`} current={one === tab}>
                {t(`admin.${one}`)}
              </Link>
            ))}
          </nav>
          <Shown key={props.at} at={props.at} />
        </>
      )}
    </div>
  );
}
