// Import and export of lists: starter armies, random lists, pasted text, files, codes, links, printing.

import { useSignal } from "@preact/signals";
import { Ellipsis } from "lucide";
import { useRef } from "preact/hooks";
import { books } from "../books";
import { Menu } from "../menu";
import { playBots } from "../opening";
import type { Sheet } from "../protocol";
import { report } from "../session";
import { language, nameOf, t } from "../texts";
import { about, before, imported, random, read, replace, sheet, undo, written } from "./army";
import { SaveButton } from "./saved-lists";

export function Bar(props: { game: string }) {
  const { game } = props;
  const copied = useSignal("");
  const now = sheet.value;
  if (now === null) return null;
  const copy = (what: "code" | "link" | "text") => {
    const text = what === "code" ? Promise.resolve(now.code) : what === "link" ? Promise.resolve(location.href) : written("text");
    void text.then((found) => navigator.clipboard.writeText(found)).then(() => (copied.value = t(`armies.copied-${what}`)), report);
  };
  const faults = now.faults.length;
  const some = now.code !== "" && (now.draft.entries ?? []).length > 0;
  return (
    <footer class="army-bar">
      {some && <img src={`/api/v1/rulebooks/${game}/armies/${encodeURIComponent(now.code)}/qr`} alt={t("armies.qr")} width="64" height="64" />}
      {some && (
        <p class="code">
          <small>{t("armies.code")}</small> <code title={now.code}>{now.code}</code>
        </p>
      )}
      <div class="acts">
        <button type="button" disabled={before.value.length === 0} onClick={undo}>
          {t("armies.undo")}
        </button>
        {some && (
          <>
            <button type="button" onClick={() => copy("code")}>
              {t("armies.copy-code")}
            </button>
            <button type="button" onClick={() => copy("link")}>
              {t("armies.copy-link")}
            </button>
            <button type="button" onClick={() => print()}>
              {t("armies.print")}
            </button>
            <Menu class="more" label={t("armies.more")} icon={Ellipsis}>
              <button type="button" onClick={() => copy("text")}>
                {t("armies.copy-text")}
              </button>
              <a class="button" href={pictureOf(game, now)} download="army.svg">
                {t("lists.svg")}
              </a>
              <button type="button" onClick={() => void savePng(pictureOf(game, now)).catch(report)}>
                {t("lists.png")}
              </button>
            </Menu>
          </>
        )}
      </div>
      <span role="status">{copied.value}</span>
      <TryIt game={game} />
      {some && faults > 0 && <span class="to-correct">{t("armies.to-correct", { count: faults })}</span>}
      <SaveButton game={game} />
    </footer>
  );
}

/** The button that starts a match with a legal army against a bot. */
export function TryIt(props: { game: string }) {
  const waiting = useSignal(false);
  const book = books.value.find((one) => one.id === props.game);
  const options = sheet.value?.options;
  if (book === undefined || options == null) return null;
  const start = () => {
    waiting.value = true;
    void playBots(book, options).catch(report).finally(() => (waiting.value = false));
  };
  return (
    <button class="try" type="button" disabled={waiting.value} onClick={start}>
      {t("armies.try")}
    </button>
  );
}

const pictureOf = (game: string, now: Sheet): string =>
  `/api/v1/rulebooks/${game}/armies/${encodeURIComponent(now.code)}/picture?lang=${language.value}&name=${encodeURIComponent(now.draft.name ?? "")}`;

const SHARP = 2; // resolution of a PNG relative to the drawing

/** Save a drawing as a PNG. */
async function savePng(source: string): Promise<void> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = "army.png";
  link.click();
}

export function Sources(props: { game: string }) {
  const { game } = props;
  const text = useRef<HTMLTextAreaElement>(null);
  const waiting = useSignal(false);
  const of = about.value;
  const now = sheet.value;
  if (of === null || now === null) return null;
  const starters = of.starters.filter((one) => one.draft.faction === now.draft.faction);
  const load = (doing: Promise<void>) => {
    waiting.value = true;
    void doing.catch(report).finally(() => (waiting.value = false));
  };
  const file = async (given: File) => {
    const bytes = new Uint8Array(await given.arrayBuffer());
    await read("", btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join("")));
  };
  return (
    <section class="sources" aria-labelledby="sources">
      <h2 id="sources">{t("armies.begin")}</h2>
      <div class="acts">
        {starters.map((one) => (
          <button key={one.code} type="button" onClick={() => replace(one.draft)}>
            {one.draft.name} <small>{one.cost}</small>
          </button>
        ))}
      </div>
      <div class="acts">
        <button type="button" onClick={() => load(random([]))}>
          {t("armies.random", { faction: nameOf(game, now.draft.faction) })}
        </button>
        <button type="button" onClick={() => replace({ faction: now.draft.faction, points: now.draft.points })}>
          {t("armies.empty")}
        </button>
      </div>
      <details>
        <summary>{t("armies.import")}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            load(read(text.current?.value ?? "", ""));
          }}
        >
          <label>
            {t("armies.paste")}
            <textarea ref={text} rows={6} required maxLength={20000} />
          </label>
          <p class="acts">
            <button type="submit" disabled={waiting.value}>
              {t("armies.read")}
            </button>
            <label class="file">
              {t("armies.file")}
              <input type="file" accept=".ros,.rosz,.txt,.toml,.json" onChange={(event) => event.currentTarget.files?.[0] !== undefined && load(file(event.currentTarget.files[0]))} />
            </label>
          </p>
        </form>
      </details>
      <Unread />
    </section>
  );
}

/** The lines of an import that were not understood, with suggestions. */
function Unread() {
  const found = imported.value;
  if (found === null) return null;
  const lines = found.unread ?? [];
  return (
    <div class={lines.length > 0 ? "unread" : "unread fine"} role="status">
      <p>
        <b>{lines.length > 0 ? t("armies.unread", { count: lines.length }) : t("armies.read-whole")}</b>
        <button type="button" onClick={() => (imported.value = null)} aria-label={t("page.close")}>
          ×
        </button>
      </p>
      <ul>
        {lines.map((one, i) => (
          <li key={i}>
            <q>{one.text}</q>
            {(one.near ?? []).length > 0 && <small> {t("armies.near", { names: (one.near ?? []).map((near) => near.name).join(" · ") })}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
