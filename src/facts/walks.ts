import type { Exchange } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { describe, gateOf } from "./evidence.ts";

/** One served page of a list. */
export interface Page {
  readonly exchange: Exchange;
  readonly result: JsonObject;
  readonly items: readonly Json[];
  /** Pointer of the result in its frame: "/result". */
  readonly pointer: string;
}

/** How the walk of a list ended, or what has to be asked next. */
export type WalkEnd =
  /** Not at its end: ask for the page of this cursor (undefined: the first), `again` where it was refused once. */
  | { readonly kind: "open"; readonly cursor: string | undefined; readonly again: boolean }
  /** The last page has no nextCursor. */
  | { readonly kind: "complete" }
  | { readonly kind: "bad-cursor"; readonly page: Page }
  /** 2025-11-25, where nobody says what an empty cursor means. */
  | { readonly kind: "empty-cursor"; readonly page: Page }
  /** The server refused the cursor that it gave, twice (the first page: once, there is no cursor to blame). */
  | { readonly kind: "refused"; readonly exchange: Exchange; readonly cursor: string | undefined }
  /** A result without the list's array. */
  | { readonly kind: "no-array"; readonly exchange: Exchange; readonly result: Json; readonly pointer: string }
  /** The same cursor brought the same page again, so that the walk would never end. */
  | { readonly kind: "circle"; readonly page: Page }
  /** More pages than anybody walks. */
  | { readonly kind: "cap"; readonly pages: number }
  /** No answer, or somebody else's. */
  | { readonly kind: "unseen"; readonly reason: string };

export interface Walk {
  readonly pages: readonly Page[];
  readonly end: WalkEnd;
}

/** Pages after which a walk stops: what never ends in so many is no list for a client. */
export const MOST_PAGES = { "2025-11-25": 50, "2026-07-28": 500 } as const;
/** How often the same cursor may bring the same page: a stream of events may hold the same items for a moment. */
const MOST_REPEATS = { "2025-11-25": 2, "2026-07-28": 3 } as const;

/**
 * Reads the requests of one walk, in the order of sending. The probe asks this what comes next, and the facts what came
 * of it, so that both go by the same rules.
 */
export function readWalk(
  asks: readonly Exchange[],
  member: string,
  recording: Omit<Recording, "runs">,
  most: number = MOST_PAGES[recording.revision],
): Walk {
  const pages: Page[] = [];
  const seen = new Map<string, number>();
  let cursor: string | undefined;
  let index = 0;
  const take = (): Exchange | undefined => asks[index++];
  while (pages.length < most) {
    const asked = take();
    if (asked === undefined) return { pages, end: { kind: "open", cursor, again: false } };
    let step = readPage(asked, cursor, member, recording);
    if (cursor !== undefined && (step.kind === "refused" || step.kind === "unseen")) {
      const second = take();
      if (second === undefined) return { pages, end: { kind: "open", cursor, again: true } };
      step = readPage(second, cursor, member, recording);
    }
    if (step.kind !== "page") return { pages, end: step };
    pages.push(step.page);
    const next = step.page.result["nextCursor"];
    const end = endOf(step.page, next, recording);
    if (end !== undefined) return { pages, end };
    const key = `${cursor ?? ""}\n${String(next)}\n${contentOf(step.page)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times >= MOST_REPEATS[recording.revision]) return { pages, end: { kind: "circle", page: step.page } };
    cursor = String(next);
  }
  return { pages, end: { kind: "cap", pages: pages.length } };
}

function endOf(page: Page, next: Json | undefined, recording: Omit<Recording, "runs">): WalkEnd | undefined {
  const modern = recording.revision === "2026-07-28";
  // pagination#implementation-guidelines of 2026-07-28: what is not null goes on, the empty string included.
  if (next === undefined || (modern && next === null)) return { kind: "complete" };
  if (typeof next !== "string") return { kind: "bad-cursor", page };
  return next === "" && !modern ? { kind: "empty-cursor", page } : undefined;
}

type Step =
  | { readonly kind: "page"; readonly page: Page }
  | Extract<WalkEnd, { kind: "refused" | "no-array" | "unseen" }>;

function readPage(
  exchange: Exchange,
  cursor: string | undefined,
  member: string,
  recording: Omit<Recording, "runs">,
): Step {
  const reply = replyOf(exchange);
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return { kind: "unseen", reason: gate };
  if (reply.kind === "result" && (reply.status === undefined || (reply.status >= 200 && reply.status < 300))) {
    const { result } = reply;
    const pointer = `${reply.pointer}/result`;
    const items = isObject(result) ? result[member] : undefined;
    if (!isObject(result) || !Array.isArray(items)) return { kind: "no-array", exchange, result, pointer };
    return { kind: "page", page: { exchange, result, items: items as readonly Json[], pointer } };
  }
  const status = statusOf(exchange);
  const barred = recording.revision === "2025-11-25" && status !== undefined && status >= 400 && status < 500;
  if (reply.kind === "error" || (reply.kind === "status" && barred)) return { kind: "refused", exchange, cursor };
  return { kind: "unseen", reason: describe(exchange) };
}

const contents = new WeakMap<Page["items"], string>();

function contentOf(page: Page): string {
  const before = contents.get(page.items);
  if (before !== undefined) return before;
  const text = JSON.stringify(page.items);
  contents.set(page.items, text);
  return text;
}
