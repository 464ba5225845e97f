// The review of a finished match: requested once, computed by the server, then shown to everybody at the table.

import { useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get, isPassing, request } from "../../api";
import type { MatchReview, TableInfo } from "../../protocol";
import { report } from "../../session";
import { language } from "../../texts";
import type { Table } from "../live/store";

const AGAIN_MS = 1500; // pause between requests while the review is being computed

export interface Reviewing {
  readonly review: ReadonlySignal<MatchReview | null>;
  /** The seat whose decisions are listed; null until one is chosen. */
  readonly seat: Signal<number | null>;
  /** Request the review. */
  readonly ask: () => void;
}

/** The review of the match at a table; null before the end of the match. */
export function useReview(table: Table, info: TableInfo, over: boolean): Reviewing {
  const review = useSignal<MatchReview | null>(null);
  const seat = useSignal<number | null>(null);
  const timer = useRef(0);
  const path = () => `/tables/${info.id}/review?lang=${language.value}`;
  const fetchIt = async (method: "GET" | "POST") => {
    clearTimeout(timer.current);
    const asked = path();
    try {
      const found = await (method === "GET" ? get<MatchReview>(asked, table.invite) : request<MatchReview>("POST", asked, undefined, undefined, table.invite));
      if (asked !== path()) return; // the language has changed meanwhile
      review.value = found;
      if (found.state === "working") timer.current = window.setTimeout(() => void fetchIt(method), AGAIN_MS);
    } catch (error) {
      if (method === "POST" && review.value?.state === "working") review.value = { state: "none", seats: [] };
      if (!isPassing(error)) report(error);
    }
  };
  useEffect(() => {
    if (over) void fetchIt("GET");
    else review.value = null;
    return () => clearTimeout(timer.current);
  }, [over, info.id, language.value]);
  const ask = () => {
    review.value = { state: "working", seats: [] };
    void fetchIt("POST");
  };
  return { review, seat, ask };
}
