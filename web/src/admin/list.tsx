// A searchable list loaded from the server, with a message if it is empty.

import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { get } from "../api";
import { report } from "../session";
import { language, t } from "../texts";

/** The list at a path (null while loading), and a function that reloads it. */
export function useList<T>(path: string): [Signal<T[] | null>, () => Promise<void>] {
  const list = useSignal<T[] | null>(null);
  const load = async () => {
    list.value = await get<T[]>(path);
  };
  useEffect(() => void load().catch(report), [path]);
  return [list, load];
}

export function Items<T>(props: { list: T[] | null; of: (one: T) => ComponentChildren }) {
  if (props.list === null) return <p class="quiet">{t("page.wait")}</p>;
  if (props.list.length === 0) return <p class="quiet">{t("admin.none")}</p>;
  return <ul class="things">{props.list.map(props.of)}</ul>;
}

export function Search(props: { label: string; text: Signal<string> }) {
  const typed = useSignal(props.text.value);
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        props.text.value = typed.value.trim();
      }}
    >
      <label>
        {props.label}
        <input type="search" maxLength={100} value={typed.value} onInput={(event) => (typed.value = event.currentTarget.value)} />
      </label>
      <button type="submit">{t("admin.search")}</button>
    </form>
  );
}

export const searched = (at: string): string => new URLSearchParams(at.split("?")[1] ?? "").get("search") ?? "";

/** A timestamp formatted for the current language. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(language.value === "qps" ? "en" : language.value, { dateStyle: "medium", timeStyle: "short" });
