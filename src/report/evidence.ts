import { cut } from "../model/cut.ts";
import type { Exchange, Finding, Header, HttpSent, Json } from "../model/mod.ts";
import { isObject } from "../model/mod.ts";
import { endingDetail, firstOf, messageOf, writeText } from "./exchange.ts";

/** One labelled line of evidence; the text may come from the server, and is raw. */
export interface EvidenceLine {
  readonly label: "sent" | "got" | "";
  readonly text: string;
}

/** Headers that say something about a finding; the others go with every sound request. */
const TELLING_SENT = /^(origin|host|last-event-id|authorization|cookie|access-control-.*)$/i;
const TELLING_GOT = /^(www-authenticate|location|allow|retry-after|access-control-.*)$/i;

/** Messages and headers of one answer that are shown; the rest is counted. */
const MESSAGES = 3;
const ALL_MESSAGES = 20;
const HEADERS = 40;

/**
 * What was sent and what came back, shortened to what a reader needs: request line, telling headers, body; status,
 * the part that the finding points at, or the message. `limit` is in characters for each text. `again`: the exchange
 * was shown just before, so only what this finding points at is new.
 */
export function evidenceOf(
  exchange: Exchange,
  finding: Finding,
  how: { readonly limit: number; readonly all: boolean; readonly again: boolean },
): readonly EvidenceLine[] {
  const messages = exchange.frames.flatMap(messageOf).filter((text) => text !== "");
  const { pointer } = finding.at;
  const pointed = pointer === undefined ? undefined : pointedAt(messages, pointer, how.limit);
  if (how.again) return pointed === undefined ? [] : labelled("got", [pointed]);
  return [
    ...labelled("sent", sentLines(exchange, how.limit, how.all)),
    ...labelled("got", gotLines(exchange, messages, pointed, how.limit, how.all)),
  ];
}

function sentLines(exchange: Exchange, limit: number, all: boolean): readonly string[] {
  const { sent } = exchange;
  if (sent === undefined) return ["nothing: the server spoke unasked"];
  if (sent.kind === "stdio") {
    return sent.writes.length === 0
      ? ["nothing: we only listened"]
      : sent.writes.map((one) => cut(writeText(one), limit));
  }
  // A request that breaks a rule on purpose is told whole: what is missing from it matters too.
  const whole = all || exchange.faulty === true;
  const headers = sent.headers.filter(([name]) => whole || TELLING_SENT.test(name) || unusual(sent, name));
  const lines = [cut(`${sent.method} ${pathOf(sent.url)}`, limit), ...headerLines(headers, limit)];
  return sent.body === undefined || sent.body === "" ? lines : [...lines, cut(sent.body, limit)];
}

/** Content-Type and Accept are told where they are not the ones of every request. */
function unusual(sent: HttpSent, name: string): boolean {
  const value = sent.headers.find((header) => header[0] === name)?.[1] ?? "";
  if (/^content-type$/i.test(name)) return value.toLowerCase() !== "application/json";
  if (/^accept$/i.test(name)) return !(value.includes("application/json") && value.includes("text/event-stream"));
  return false;
}

function pathOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed === undefined ? url : parsed.pathname + parsed.search;
}

function headerLines(headers: readonly Header[], limit: number): readonly string[] {
  const lines = headers.map(([name, value]) => `${cut(name, limit)}: ${cut(value, limit)}`);
  return firstOf(lines, HEADERS, "headers");
}

function labelled(label: "sent" | "got", lines: readonly string[]): readonly EvidenceLine[] {
  return lines.map((text, at) => ({ label: at === 0 ? label : "", text }));
}

function gotLines(
  exchange: Exchange,
  messages: readonly string[],
  pointed: string | undefined,
  limit: number,
  all: boolean,
): readonly string[] {
  const lines: string[] = [];
  const head = exchange.frames.find((frame) => frame.kind === "head");
  if (head !== undefined) {
    const type = head.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "no Content-Type";
    lines.push(`HTTP ${head.status}, ${cut(type, limit)}`);
    lines.push(
      ...headerLines(
        head.headers.filter(([name]) => TELLING_GOT.test(name) || (all && !/^content-type$/i.test(name))),
        limit,
      ),
    );
  }
  if (pointed !== undefined) lines.push(pointed);
  if (pointed === undefined || all) {
    const shown = firstOf(messages, all ? ALL_MESSAGES : MESSAGES, "messages");
    lines.push(...shown.map((text) => cut(text, limit)));
  }
  if (messages.length === 0 && head !== undefined) lines.push("no body");
  const ending = endingDetail(exchange.ending);
  if (ending !== undefined) lines.push(cut(ending, limit));
  return lines.length === 0 ? ["nothing"] : lines;
}

/** The part of a message that a JSON pointer means; where it is missing, what stands there instead. */
function pointedAt(messages: readonly string[], pointer: string, limit: number): string | undefined {
  let nearest: { readonly path: string; readonly value: Json } | undefined;
  for (const text of messages) {
    const message = parse(text);
    if (message === undefined) continue;
    const found = walk(message, pointer);
    if (found.path === pointer) return `at ${cut(pointer, limit)}: ${cut(JSON.stringify(found.value), limit)}`;
    if (nearest === undefined || found.path.length > nearest.path.length) nearest = found;
  }
  if (nearest === undefined || nearest.path === "") return undefined;
  return `nothing at ${cut(pointer, limit)}; at ${cut(nearest.path, limit)}: ${cut(JSON.stringify(nearest.value), limit)}`;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Follows a JSON pointer (RFC 6901) as far as it goes. */
function walk(message: Json, pointer: string): { readonly path: string; readonly value: Json } {
  let value = message;
  let path = "";
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const next: Json | undefined = Array.isArray(value)
      ? value[Number(key)]
      : isObject(value) && Object.hasOwn(value, key)
        ? value[key]
        : undefined;
    if (next === undefined) break;
    value = next;
    path += `/${token}`;
  }
  return { path, value };
}
