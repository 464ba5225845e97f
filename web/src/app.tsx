// The application: header, messages, and routing.

import type { Signal } from "@preact/signals";
import { BookOpen, Dices, Layers, Menu as MenuIcon, Moon, Shield, Sun, Swords } from "lucide";
import type { IconNode } from "lucide";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Footer, ImprintPage, PrivacyPage } from "./about/pages";
import { ApiError, get, patch } from "./api";
import { books, loadBooks } from "./books";
import { Icon } from "./icon";
import { later } from "./later";
import { Link } from "./link";
import { Front } from "./lobby/front";
import { GamePage } from "./lobby/game-page";
import { Menu } from "./menu";
import { RulesPage } from "./panels/rules-page";
import { loadBlocks } from "./people/blocks";
import { ConfirmPage, NewPasswordPage } from "./people/mailed";
import type { Me } from "./protocol";
import { done, heading, me, place, report, trouble } from "./session";
import { LANGUAGES, language, loadTexts, t, type Language } from "./texts";
import { setTheme, theme } from "./theme";

const AdminPage = later(() => import("./admin/admin").then((part) => part.AdminPage));
const ArmiesPage = later(() => import("./armies/page").then((part) => part.ArmiesPage));
const CardBrowser = later(() => import("./cards/browser").then((part) => part.CardBrowser));
const NewTable = later(() => import("./lobby/new-table").then((part) => part.NewTable));
const OddsPage = later(() => import("./odds/page").then((part) => part.OddsPage));
const PersonPage = later(() => import("./people/person").then((part) => part.PersonPage));
const TablePage = later(() => import("./play/table").then((part) => part.TablePage));

export async function start(): Promise<void> {
  await loadTexts();
  try {
    me.value = await get<Me>("/me");
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.status !== 401) report(error);
  }
}

async function speak(to: Language): Promise<void> {
  try {
    await loadTexts(to);
    if (me.value !== null && to !== "qps") me.value = await patch<Me>("/me", { language: to });
  } catch (error) {
    report(error);
  }
}

/** Toggle the theme, and save it in the person's preferences for other devices. */
async function toggleTheme(): Promise<void> {
  const to = theme.value === "dark" ? "light" : "dark";
  setTheme(to);
  if (me.value === null) return;
  try {
    me.value = await patch<Me>("/me", { preferences: { ...me.value.preferences, theme: to } });
  } catch (error) {
    report(error);
  }
}

/** Pages with a fixed path, such as the targets of links in e-mails and in the footer. */
const SINGLE: Readonly<Record<string, () => JSX.Element>> = {
  "/new": () => <NewTable />,
  "/imprint": () => <ImprintPage />,
  "/privacy": () => <PrivacyPage />,
  "/confirm": () => <ConfirmPage />,
  "/new-password": () => <NewPasswordPage />,
};

export function App() {
  const at = place.value;
  const who = me.value;
  useEffect(() => {
    void loadBlocks().catch(report);
    if (who === null) return;
    const kept = who.preferences["theme"];
    if (kept === "light" || kept === "dark") setTheme(kept);
    const asked = new URLSearchParams(location.search).has("lang"); // for this visit only
    if (!asked && !who.guest && who.language in LANGUAGES && who.language !== language.value) void loadTexts(who.language as Language).catch(report);
  }, [who?.id]);
  const single = SINGLE[at.split("?")[0] ?? ""];
  const table = /^\/tables\/([\w-]+)/.exec(at)?.[1];
  const [, library, asked] = /^\/(games|cards|rules|odds|armies)(?:\/([\w-]+))?/.exec(at) ?? [];
  const book = asked ?? books.value.find((one) => library !== "armies" || one.armies)?.id;
  useEffect(() => {
    if (library !== undefined && asked === undefined) void loadBooks().catch(report);
  }, [library, asked]);
  return (
    <>
      <a class="skip" href="#main">
        {t("page.skip")}
      </a>
      <header class={heading.value === null ? "top" : "top heading"}>
        <Link to="/" class="brand">
          <img src="/banneret.svg" alt="banneret" width="26" height="26" /> <span aria-hidden="true">banneret</span>
        </Link>
        {heading.value === null ? (
          <>
            <Places at={at} library={library} />
            <Settings />
          </>
        ) : (
          <>
            {heading.value}
            <Menu class="site-menu" label={t("stage.menu")} icon={MenuIcon}>
              <Places at={at} library={library} />
              <Settings />
            </Menu>
          </>
        )}
      </header>
      <Said text={trouble} kind="trouble" role="alert" />
      <Said text={done} kind="done" role="status" />
      <main id="main" tabIndex={-1}>
        {table !== undefined ? (
          <TablePage key={table} id={table} />
        ) : library !== undefined ? (
          book !== undefined && <Library key={`${library} ${book}`} name={library} game={book} />
        ) : single !== undefined ? (
          single()
        ) : at.startsWith("/me") ? (
          <PersonPage />
        ) : at.startsWith("/admin") ? (
          <AdminPage at={at} />
        ) : at.split("?")[0] === "/" ? (
          <Front />
        ) : (
          <Missing />
        )}
      </main>
      {table === undefined && <Footer />}
    </>
  );
}

/** At an address where nothing is. */
function Missing() {
  return (
    <article class="card text">
      <h1>{t("page.missing")}</h1>
      <p>{t("page.missing-why")}</p>
      <p>
        <Link to="/">{t("page.to-front")}</Link>
      </p>
    </article>
  );
}

/** The places of the site. */
function Places(props: { at: string; library: string | undefined }) {
  const { at, library } = props;
  const playing = at === "/" || at.startsWith("/?") || at.startsWith("/new") || library === "games";
  const places: [string, IconNode, string, boolean][] = [
    ["/", Swords, "page.play", playing],
    ...LIBRARIES.map(([name, icon, text]): [string, IconNode, string, boolean] => [`/${name}`, icon, text, library === name]),
  ];
  return (
    <nav class="site" aria-label={t("page.places")}>
      {places.map(([to, icon, text, current]) => (
        <Link key={to} to={to} current={current}>
          <Icon of={icon} size={22} /> <span>{t(text)}</span>
        </Link>
      ))}
    </nav>
  );
}

const LIBRARIES: readonly [string, IconNode, string][] = [
  ["armies", Shield, "armies.title"],
  ["cards", Layers, "cards.title"],
  ["rules", BookOpen, "rules.title"],
  ["odds", Dices, "odds.title"],
];

/** Language, theme and account. */
function Settings() {
  const who = me.value;
  return (
    <nav class="settings" aria-label={t("page.settings")}>
      <label>
        <span class="unseen">{t("page.language")}</span>
        <select value={language.value} onChange={(event) => void speak(event.currentTarget.value as Language)}>
          {Object.entries(LANGUAGES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => void toggleTheme()} aria-label={t(`page.theme-${theme.value}`)} title={t(`page.theme-${theme.value}`)}>
        <Icon of={theme.value === "dark" ? Moon : Sun} />
      </button>
      {who !== null && who.role !== null && (
        <Link to="/admin" class="who">
          {t("admin.short")}
        </Link>
      )}
      <Link to="/me" class="who">
        {who?.name ?? t("person.sign-in")}
      </Link>
    </nav>
  );
}

/** Pages about a game that need no match. */
function Library(props: { name: string; game: string }) {
  if (props.name === "games") return <GamePage game={props.game} />;
  if (props.name === "armies") return <ArmiesPage game={props.game} />;
  if (props.name === "cards") return <CardBrowser game={props.game} />;
  return props.name === "rules" ? <RulesPage game={props.game} /> : <OddsPage game={props.game} />;
}

/** A message at the top of the page that disappears after a while. */
function Said(props: { text: Signal<string>; kind: "trouble" | "done"; role: "alert" | "status" }) {
  const { text, kind, role } = props;
  useEffect(() => {
    if (text.value === "") return;
    const timer = setTimeout(() => (text.value = ""), SAID_MS);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <div class={`said ${kind}`} role={role}>
      {text.value !== "" && (
        <p>
          {text.value}
          <button type="button" onClick={() => (text.value = "")} aria-label={t("page.close")}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}

const SAID_MS = 8000;
