// Saving the army, and saved lists: the user's lists by folder, and public ones.

import { useEffect } from "preact/hooks";
import { Link } from "../link";
import type { ListInfo } from "../protocol";
import { done, me, report } from "../session";
import { nameOf, t } from "../texts";
import { sheet } from "./army";
import { copyList, current, deleteList, folder, linkTo, loadLists, loadShared, openList, own, results, save, saving, seen, shared } from "./saved";

const SEEN = ["private", "link", "public"] as const;

export function SavedLists(props: { game: string }) {
  const { game } = props;
  const who = me.value?.id;
  useEffect(() => {
    shared.value = null;
    current.value = null;
    void loadLists(game).catch(report);
  }, [game, who]);
  const folders = [...new Set(own.value.map((one) => one.folder))].sort();
  return (
    <section class="saved" aria-labelledby="saved">
      <h2 id="saved">{t("lists.title")}</h2>
      {who === undefined ? (
        <p class="quiet">
          {t("lists.sign-in")} <Link to="/me">{t("person.sign-in")}</Link>
        </p>
      ) : (
        <>
          <Saving game={game} folders={folders} />
          {own.value.length === 0 && <p class="quiet">{t("lists.none")}</p>}
          {folders.map((folder) => (
            <Folder key={folder} game={game} name={folder} lists={own.value.filter((one) => one.folder === folder)} />
          ))}
        </>
      )}
      {results.value.length > 0 && (
        <details>
          <summary>{t("lists.results")}</summary>
          <table class="results">
            <tbody>
              {results.value.map((one) => (
                <tr key={one.code}>
                  <th scope="row">
                    <a href={`/armies/${game}?code=${encodeURIComponent(one.code)}`}>{one.name === "" ? one.code : one.name}</a>
                  </th>
                  <td>{t("lists.result", { won: one.won, drawn: one.drawn, lost: one.lost })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      <details onToggle={(event) => event.currentTarget.open && void loadShared(game).catch(report)}>
        <summary>{t("lists.public")}</summary>
        {shared.value !== null && (
          <ul>
            {shared.value.map((one) => (
              <OneList key={one.id} game={game} list={one} />
            ))}
            {shared.value.length === 0 && <li class="quiet">{t("lists.none-public")}</li>}
          </ul>
        )}
      </details>
    </section>
  );
}

/** Where the army is saved and who may see it; the button that saves it is in the bar. */
function Saving(props: { game: string; folders: string[] }) {
  const old = current.value;
  useEffect(() => {
    folder.value = old?.folder ?? "";
    seen.value = old?.visibility ?? "private";
  }, [old?.id]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save(props.game, false);
      }}
    >
      <label>
        {t("lists.folder")}
        <input list="folders" maxLength={60} value={folder.value} onInput={(event) => (folder.value = event.currentTarget.value)} />
        <datalist id="folders">
          {props.folders.filter((one) => one !== "").map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      <label>
        {t("lists.seen")}
        <select value={seen.value} onChange={(event) => (seen.value = event.currentTarget.value as ListInfo["visibility"])}>
          {SEEN.map((one) => (
            <option key={one} value={one}>
              {t(`lists.seen-${one}`)}
            </option>
          ))}
        </select>
      </label>
      {old !== null && (
        <p class="acts">
          <button type="button" disabled={saving.value} onClick={() => void save(props.game, true)}>
            {t("lists.save-new")}
          </button>
        </p>
      )}
    </form>
  );
}

/** The button that saves the army, or leads to signing in. */
export function SaveButton(props: { game: string }) {
  const old = current.value;
  if (me.value === null) {
    return (
      <Link class="button main" to="/me">
        {t("lists.sign-in-to-save")}
      </Link>
    );
  }
  return (
    <button class="main" type="button" disabled={saving.value || sheet.value === null} onClick={() => void save(props.game, false)}>
      {old === null ? t("lists.save") : t("lists.save-changes", { name: titleOf(old) })}
    </button>
  );
}

function Folder(props: { game: string; name: string; lists: ListInfo[] }) {
  return (
    <>
      {props.name !== "" && <h3>{props.name}</h3>}
      <ul aria-label={props.name === "" ? t("lists.title") : props.name}>
        {props.lists.map((one) => (
          <OneList key={one.id} game={props.game} list={one} />
        ))}
      </ul>
    </>
  );
}

function OneList(props: { game: string; list: ListInfo }) {
  const { game, list } = props;
  const title = titleOf(list);
  const act = (doing: Promise<unknown>, said = "") => void doing.then(() => said !== "" && (done.value = said), report);
  return (
    <li data-list={list.id} class={current.value?.id === list.id ? "chosen" : ""}>
      <span class="names">
        <b>{title}</b>
        <small>
          {nameOf(game, list.faction)} · {list.cost} / {list.points} · {list.legal ? t("lists.legal") : t("lists.not-legal")}
          {list.mine ? ` · ${t(`lists.seen-${list.visibility}`)}` : ` · ${list.owner.name}`}
        </small>
      </span>
      <span class="acts">
        <button type="button" aria-label={t("lists.open", { name: title })} onClick={() => act(openList(list.id))}>
          {t("lists.open-short")}
        </button>
        {me.value !== null && (
          <button type="button" aria-label={t("lists.copy", { name: title })} onClick={() => act(copyList(game, list), t("lists.copied"))}>
            {t("lists.copy-short")}
          </button>
        )}
        {list.visibility !== "private" && (
          <button type="button" aria-label={t("lists.share", { name: title })} onClick={() => act(navigator.clipboard.writeText(linkTo(list)), t("armies.copied-link"))}>
            {t("lists.share-short")}
          </button>
        )}
        {list.mine && (
          <button
            type="button"
            aria-label={t("lists.delete", { name: title })}
            onClick={() => confirm(t("lists.delete-sure", { name: title })) && act(deleteList(game, list))}
          >
            ×
          </button>
        )}
      </span>
    </li>
  );
}

const titleOf = (list: ListInfo): string => (list.name === "" ? t("armies.unnamed") : list.name);
