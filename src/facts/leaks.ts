import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { headOf, mediaTypeOf, statusOf } from "../protocol/answer.ts";
import { messagesOf, readFrame } from "../protocol/jsonrpc.ts";
import { MALFORMED, TOOL_CALLS, UNKNOWN_METHOD } from "./errors.ts";
import { gateOf } from "./evidence.ts";
import { everyExchange } from "./scan.ts";

/** One text of an error, with its place. What the request itself said is taken out. */
export interface ErrorText {
  readonly text: string;
  readonly at: { readonly exchange: string; readonly pointer: string };
}

/** The probes whose tool errors are read too on 2025-11-25: what they send is meant to fail. */
const PROVOKED: readonly string[] = [
  UNKNOWN_METHOD,
  TOOL_CALLS,
  "errors/invalid-cursor",
  "errors/undeclared",
  MALFORMED,
];

/** Texts of the server's errors: message and data of JSON-RPC errors, and bodies of HTTP errors that are no JSON-RPC. */
export const errorTexts: Fact<readonly ErrorText[]> = fact(
  "error texts",
  [UNKNOWN_METHOD, TOOL_CALLS, "errors/invalid-cursor", MALFORMED, everyExchange],
  (recording) =>
    andThen(everyExchange.of(recording), (all): Known<readonly ErrorText[]> => {
      const texts = all.flatMap((one) => (gateOf(one, recording) === undefined ? textsOf(one, recording) : []));
      return texts.length === 0 ? absent("No error was seen") : known(texts);
    }),
  { wholeRun: true },
);

function textsOf(exchange: Exchange, recording: Recording): readonly ErrorText[] {
  const said = saidIn(exchange);
  const clean = (text: string): string => said.reduce((one, part) => one.replaceAll(part, " "), text);
  const status = statusOf(exchange) ?? 200;
  // A page with 403 is a filter's as likely as the server's; the other statuses of gateways are left out before.
  const failed = status >= 400 && status !== 403;
  const provoked =
    recording.revision === "2025-11-25" && PROVOKED.includes(exchange.id.slice(0, exchange.id.indexOf("#")));
  return exchange.frames.flatMap((frame) => {
    const messages = messagesOf(frame);
    const errors = messages.flatMap(({ json, pointer }) => {
      const at = (path: string): ErrorText["at"] => ({ exchange: exchange.id, pointer: `${pointer}${path}` });
      if ("error" in json) return stringsIn(json["error"]).map((text) => ({ text: clean(text), at: at("/error") }));
      const result = json["result"];
      return provoked && isObject(result) && result["isError"] === true
        ? stringsIn(result["content"]).map((text) => ({ text: clean(text), at: at("/result/content") }))
        : [];
    });
    const page =
      failed && frame.kind === "body" && !messages.some((one) => "error" in one.json)
        ? pageOf(frame.text, exchange)
        : [];
    return [...errors, ...page.map((text) => ({ text: clean(text), at: { exchange: exchange.id, pointer: "" } }))];
  });
}

/** All strings of a value. An array of strings is read as the lines of one text too. */
function stringsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const lines = items.filter((one) => typeof one === "string");
    return lines.length === items.length ? [lines.join("\n")] : items.flatMap(stringsIn);
  }
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** The text of an HTTP error's body: strings of JSON, or the page without its markup. */
function pageOf(text: string, exchange: Exchange): readonly string[] {
  const reading = headOf(exchange) === undefined ? undefined : jsonOf(text);
  if (reading !== undefined) return stringsIn(reading);
  return [mediaTypeOf(exchange) === "text/html" || /^\s*</.test(text) ? plain(text) : text];
}

function jsonOf(text: string): Json | undefined {
  const reading = readFrame({ kind: "body", at: 0, text, bytes: 0 });
  return reading.state === "json" ? reading.json : undefined;
}

const ENTITIES: { readonly [name: string]: string } = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: " ",
  "#39": "'",
  "#x27": "'",
};

function plain(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<(br|\/p|\/li|\/div|\/tr|\/h\d)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|amp|quot|nbsp|#39|#x27);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}

/** Shorter parts of a request could be anything. */
const LEAST = 4;

/** What the request said: its strings and its body, longest first. An echo of it is no leak. */
function saidIn(exchange: Exchange): readonly string[] {
  const { sent } = exchange;
  if (sent === undefined) return [];
  const body = sent.kind === "http" ? (sent.body ?? "") : sent.writes.filter((one) => typeof one === "string").join("");
  const headers = sent.kind === "http" ? sent.headers.map(([, value]) => value) : [];
  const json = jsonOf(body);
  const parts = [body.trim(), ...headers, ...(json === undefined ? [] : stringsIn(json))];
  return [...new Set(parts)].filter((one) => one.length >= LEAST).sort((a, b) => b.length - a.length);
}

const PLACE = String.raw`[\w$@~%+,.\-/\\: ()<>\[\]]*?`;

/** One frame of a stack trace, by runtime. */
const FRAMES: readonly RegExp[] = [
  // JavaScript: at f (/p/x.js:1:2), at async file:///p/x.js:1:2, at JSON.parse (<anonymous>)
  new RegExp(String.raw`^at (?:async |new )?${PLACE}(?::\d+:\d+\)?|\((?:<anonymous>|native)\))$`),
  // Python: File "/p/x.py", line 1, in f
  /^File "[^"]+", line \d+, in \S+/,
  // Java, Kotlin, Scala: at a.B.c(F.java:1)
  /^at [\w$.<>/@]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/,
  // .NET: at A.B.C(String s) in C:\x.cs:line 12
  /^at [\w.`<>[\]]+\([^)]*\)(?: in .+:line \d+)$/,
  // Go: /p/x.go:12 +0x1d
  /^\S+\.go:\d+(?: \+0x[0-9a-f]+)?$/,
  // PHP: #0 /p/x.php(12): f()
  /^#\d+ \S+\(\d+\): /,
  // Rust: at /p/x.rs:12:5
  /^at \S+\.rs:\d+(?::\d+)?$/,
  // Ruby: /p/x.rb:12:in `f'
  /^(?:from )?\S+\.rb:\d+:in /,
];

/** Lines between two frames: Python shows the code, Go and Rust the function. */
const GAP: readonly number[] = [0, 1, 0, 0, 1, 0, 1, 0];

/** A frame is shorter; what is longer is data. */
const LONGEST_LINE = 1000;

/** Two consecutive frames of one runtime, or undefined: one alone is a place, and no trace. */
export function traceIn(text: string): string | undefined {
  // Some servers put the text of a trace into JSON twice.
  const lines = text.split(/\r?\n|\\n/).map((one) => one.trim().slice(0, LONGEST_LINE));
  for (const [kind, pattern] of FRAMES.entries()) {
    const reach = 1 + (GAP[kind] ?? 0);
    for (const [index, line] of lines.entries()) {
      if (!pattern.test(line)) continue;
      const next = lines.slice(index + 1, index + 1 + reach).find((one) => pattern.test(one));
      if (next !== undefined) return `${line} / ${next}`;
    }
  }
  return undefined;
}

/** A connection URL with a password in it, the password left out; undefined where there is none. */
export function passwordIn(text: string): string | undefined {
  for (const match of text.matchAll(/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/?#@"'<>]*):([^\s/?#@"'<>]+)@([\w.-]+)/gi)) {
    const [, before = "", password = "", host = ""] = match;
    if (!isMask(password)) return `${before}:...@${host}`;
  }
  return undefined;
}

/** What stands where a password was, or would be: stars, a placeholder, our own mark. */
function isMask(password: string): boolean {
  return (
    /^[*x•.]+$/i.test(password) ||
    /^[[{<$%(]/.test(password) ||
    /^(password|passwd|pass|secret|redacted)$/i.test(password)
  );
}

/** An absolute path of a file: worth a remark. */
export function pathIn(text: string): string | undefined {
  return /(?:^|[\s"'(])((?:\/(?:home|Users|usr|var|opt|app|srv|root|tmp)|[A-Z]:\\)[\w./\\-]+)/.exec(text)?.[1];
}
