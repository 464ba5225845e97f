import { language } from "../texts";

/** A moment, as it is written in the language of the page. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(language.value === "qps" ? "ja" : language.value, { dateStyle: "medium", timeStyle: "short" });
