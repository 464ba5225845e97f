// Requests to the server. Every failure is an ApiError with the problem details of the server.

import type { ProblemDetails } from "./protocol";

export class ApiError extends Error {
  constructor(readonly problem: ProblemDetails) {
    super(problem.detail);
  }
}

const BASE = "/api/v1";

/** Characters of a request up to which it survives its page: browsers limit such requests to 64 KiB in all. */
const SURVIVES = 4096;

/** Answers requests on pages without a server, such as an exported match. */
let held: ((path: string) => unknown) | null = null;

export function answerFrom(answer: (path: string) => unknown): void {
  held = answer;
}

export async function request<T>(method: string, path: string, body?: unknown, key?: string, invite: string | null = null): Promise<T> {
  if (held !== null) return held(path) as T;
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key !== undefined) headers["idempotency-key"] = key;
  if (invite !== null) headers["banneret-invite"] = invite;
  const content = body === undefined ? "" : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      headers,
      credentials: "same-origin",
      keepalive: method !== "GET" && content.length <= SURVIVES, // what was just set is not lost by leaving the page
      ...(body === undefined ? {} : { body: content }),
    });
  } catch {
    throw new ApiError({ type: "offline", title: "offline", status: 0, detail: "" });
  }
  if (!answer.ok) throw new ApiError(await problemOf(answer));
  if (answer.status === 204) return undefined as T;
  const kind = answer.headers.get("content-type") ?? "";
  return (kind.includes("json") ? await answer.json() : await answer.text()) as T;
}

/** Whether an error can be ignored: a request about an answer was outdated or rate-limited. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem.title === "stale-ask" || error.problem.title === "too-many");

async function problemOf(answer: Response): Promise<ProblemDetails> {
  try {
    return (await answer.json()) as ProblemDetails;
  } catch {
    return { type: "", title: answer.statusText, status: answer.status, detail: answer.statusText };
  }
}

/** Send a GET request; `invite` is the invitation to a private table. */
export const get = <T>(path: string, invite: string | null = null): Promise<T> => request<T>("GET", path, undefined, undefined, invite);
export const post = <T>(path: string, body: unknown = {}, key?: string): Promise<T> => request<T>("POST", path, body, key);
export const put = <T>(path: string, body: unknown): Promise<T> => request<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => request<T>("PATCH", path, body);
export const remove = (path: string): Promise<void> => request<void>("DELETE", path);

/** A new idempotency key, with which a request can safely be sent twice. */
export const newKey = (): string => crypto.randomUUID();
