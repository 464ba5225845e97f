import { language } from "../texts";

/** A timestamp formatted for the current language. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(language.value === "qps" ? "ja" : language.value, { dateStyle: "medium", timeStyle: "short" });
