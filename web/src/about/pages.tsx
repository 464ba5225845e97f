// Imprint and privacy policy. The default policy lists the stored data and the retention periods in the server settings.

import { useEffect } from "preact/hooks";
import { Link } from "../link";
import type { About, Retained } from "../protocol";
import { report } from "../session";
import { language, t } from "../texts";
import { about, loadAbout } from "./about";
import { OwnText } from "./own-text";

function useAbout(): About | null {
  useEffect(() => void loadAbout().catch(report), [language.value]);
  return about.value;
}

export function Footer() {
  const known = useAbout();
  return (
    <footer class="foot">
      {known !== null && known.imprint !== null && <Link to="/imprint">{t("imprint.title")}</Link>}
      <Link to="/privacy">{t("privacy.title")}</Link>
    </footer>
  );
}

export function ImprintPage() {
  const known = about.value;
  return (
    <article class="card text">
      <h1>{t("imprint.title")}</h1>
      {known !== null && (known.imprint === null ? <p>{t("imprint.none")}</p> : <OwnText text={known.imprint} />)}
    </article>
  );
}

export function PrivacyPage() {
  const known = about.value;
  return (
    <article class="card text">
      <h1>{t("privacy.title")}</h1>
      {known === null ? (
        <p class="quiet">{t("page.wait")}</p>
      ) : known.privacy !== null ? (
        <OwnText text={known.privacy} />
      ) : (
        <DefaultPrivacy retained={known.retained} hasImprint={known.imprint !== null} />
      )}
    </article>
  );
}

/** Stored data with the number of days after which it is deleted; undefined if it is kept as long as the account. */
const STORED: readonly [string, ((days: Retained) => number) | undefined][] = [
  ["guest", (days) => days.guests],
  ["account", undefined],
  ["session", (days) => days.sessions],
  ["waiting", (days) => days.waiting_tables],
  ["dead", (days) => days.dead_tables],
  ["finished", undefined],
  ["chat", undefined],
  ["notice", (days) => days.notices],
  ["report", (days) => days.reports],
  ["usage", (days) => days.usage],
];

function DefaultPrivacy(props: { retained: Retained; hasImprint: boolean }) {
  const { retained } = props;
  return (
    <>
      <p>{t("privacy.intro")}</p>
      {props.hasImprint && (
        <p>
          {t("privacy.who")} <Link to="/imprint">{t("imprint.title")}</Link>
        </p>
      )}
      <h2>{t("privacy.stored")}</h2>
      <dl class="stored">
        {STORED.map(([what, daysOf]) => (
          <div key={what}>
            <dt>{t(`privacy.${what}`)}</dt>
            <dd>
              {t(`privacy.${what}-text`)} <b>{kept(what, daysOf?.(retained))}</b>
            </dd>
          </div>
        ))}
        {retained.backups > 0 && (
          <div>
            <dt>{t("privacy.backup")}</dt>
            <dd>
              {t("privacy.backup-text")} <b>{t("privacy.days", { count: retained.backups })}</b>
            </dd>
          </div>
        )}
        <div>
          <dt>{t("privacy.log")}</dt>
          <dd>{t("privacy.log-text")}</dd>
        </div>
      </dl>
      <h2>{t("privacy.browser")}</h2>
      <p>{t("privacy.browser-text")}</p>
      <h2>{t("privacy.others")}</h2>
      <p>{t("privacy.others-text")}</p>
      <h2>{t("privacy.rights")}</h2>
      <p>{t("privacy.rights-text")}</p>
      <p>
        <Link to="/me">{t("privacy.to-settings")}</Link>
      </p>
    </>
  );
}

function kept(what: string, days: number | undefined): string {
  if (days === undefined) return t(`privacy.${what}-kept`);
  return days === 0 ? t("privacy.for-ever") : t(`privacy.${SINCE.has(what) ? "unused-days" : "days"}`, { count: days });
}

/** Data whose retention period begins with its last use. */
const SINCE = new Set(["guest", "session", "waiting", "dead"]);
