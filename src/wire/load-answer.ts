import type { LoadFault } from "../model/load.ts";
import { type Judged, judgeStream, judgeText, type Sent } from "./load-judge.ts";

/** A minimal reader of HTTP/1.1 answers: one answer on a connection at a time, content-length, chunked, or to the end. */

/** Bytes of one answer, head and body. */
export const LARGEST_ANSWER = 16 * 1024 * 1024;
const LARGEST_HEAD = 256 * 1024;

export interface Head {
  readonly status: number;
  /** Bytes of the head with its empty line. */
  readonly size: number;
  readonly framing: { readonly kind: "length"; readonly length: number } | { readonly kind: "chunked" | "to-end" };
  readonly stream: boolean;
  /** As it was sent; empty: none. */
  readonly type: string;
  /** The server keeps the connection. */
  readonly keep: boolean;
  readonly coding: string | undefined;
  readonly location: string | undefined;
}

export type Read =
  /** `need`: how many bytes there must be before it is worth looking again. */
  | { readonly state: "more"; readonly need: number }
  | { readonly state: "malformed"; readonly detail: string }
  /** An event stream that holds the answer already and has not ended. */
  | { readonly state: "answered"; readonly judged: LoadFault | undefined }
  | { readonly state: "whole"; readonly judged: LoadFault | undefined; readonly keep: boolean; readonly size: number };

/** Reads what has come of one answer. `ended`: nothing more will come on the connection. */
export function readAnswer(bytes: Buffer, ended: boolean, id: number, sent: Sent): Read {
  const head = readHead(bytes);
  if ("state" in head) {
    return head.state === "more" && ended ? { state: "malformed", detail: "closed in the middle of the head" } : head;
  }
  const body = bodyOf(bytes, head, ended);
  if (body.state === "malformed") return body;
  if (body.state === "more") {
    const early = head.stream && head.status < 300 ? judgeStream(body.text(), id, sent) : "later";
    if (early !== "later") return { state: "answered", judged: early };
    if (ended) return { state: "malformed", detail: "the connection was closed in the middle of the answer" };
    return { state: "more", need: body.need };
  }
  const judged = judge(head, body.text(), id, sent);
  const keep = head.keep && head.framing.kind !== "to-end";
  return { state: "whole", judged, keep, size: body.end };
}

function judge(head: Head, text: string, id: number, sent: Sent): LoadFault | undefined {
  if (head.status < 200 || head.status >= 300) {
    const where = head.location === undefined ? "" : ` to ${head.location} (not followed)`;
    return { kind: `http_${head.status}`, example: `HTTP ${head.status}${where} ${text}`.trim() };
  }
  if (head.coding !== undefined) return { kind: "not_jsonrpc", example: `content-encoding ${head.coding}` };
  const judged: Judged = head.stream ? judgeStream(text, id, sent) : judgeText(text, id, sent);
  // A client takes an answer by its type: JSON under another one reaches nobody.
  if (judged === undefined && !head.stream && !JSON_TYPE.test(head.type)) {
    return { kind: "wrong_type", example: `content-type ${head.type === "" ? "missing" : head.type}: ${text}` };
  }
  if (judged !== "later") return judged;
  return { kind: "no_response", example: `HTTP ${head.status} without a response in it` };
}

const JSON_TYPE = /^application\/json\s*(;|$)/;

/** The head of the final answer; interim ones (1xx) before it are passed over. */
function readHead(bytes: Buffer): Head | Extract<Read, { state: "more" | "malformed" }> {
  let from = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n\r\n", from, "latin1");
    if (end < 0) {
      if (bytes.length - from > LARGEST_HEAD) return { state: "malformed", detail: "a head above 256 kB" };
      const start = bytes.toString("latin1", from, Math.min(bytes.length, from + 5));
      if (!"HTTP/".startsWith(start)) return { state: "malformed", detail: "the answer is no HTTP" };
      return { state: "more", need: bytes.length + 1 };
    }
    const lines = bytes.toString("latin1", from, end).split("\r\n");
    const first = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(lines[0] ?? "");
    if (first === null) return { state: "malformed", detail: "the answer is no HTTP/1.1" };
    from = end + 4;
    const status = Number(first[2]);
    if (status >= 100 && status < 200) continue;
    return headOf(lines, status, from, first[1] === "1");
  }
}

function headOf(
  lines: readonly string[],
  status: number,
  size: number,
  modern: boolean,
): Head | Extract<Read, { state: "malformed" }> {
  let length: number | undefined;
  let chunked = false;
  let keep = modern;
  let type = "";
  let coding: string | undefined;
  let location: string | undefined;
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(":");
    if (colon <= 0) return { state: "malformed", detail: "a header line without a name" };
    const value = line.slice(colon + 1).trim();
    switch (line.slice(0, colon).toLowerCase()) {
      case "content-length":
        if (!/^\d{1,15}$/.test(value) || (length !== undefined && length !== Number(value))) {
          return { state: "malformed", detail: "an unreadable Content-Length" };
        }
        length = Number(value);
        break;
      case "transfer-encoding":
        chunked = /(^|,)\s*chunked\s*$/i.test(value);
        break;
      case "connection":
        if (/\bclose\b/i.test(value)) keep = false;
        else if (/\bkeep-alive\b/i.test(value)) keep = true;
        break;
      case "content-type":
        type = value.toLowerCase();
        break;
      case "content-encoding":
        if (value.toLowerCase() !== "identity") coding = value;
        break;
      case "location":
        location = value;
        break;
    }
  }
  const bare = status === 204 || status === 304;
  const framing: Head["framing"] = bare
    ? { kind: "length", length: 0 }
    : chunked
      ? { kind: "chunked" }
      : length === undefined
        ? { kind: "to-end" }
        : { kind: "length", length };
  return { status, size, framing, stream: /^text\/event-stream\b/.test(type), type, keep, coding, location };
}

type Body =
  | { readonly state: "more"; readonly need: number; readonly text: () => string }
  | { readonly state: "malformed"; readonly detail: string }
  | { readonly state: "whole"; readonly text: () => string; readonly end: number };

function bodyOf(bytes: Buffer, head: Head, ended: boolean): Body {
  const { framing, size } = head;
  if (framing.kind === "chunked") return chunkedBody(bytes, size);
  const end = framing.kind === "length" ? size + framing.length : ended ? bytes.length : Number.POSITIVE_INFINITY;
  const text = () => bytes.toString("utf8", size, Math.min(end, bytes.length));
  if (bytes.length >= end) return { state: "whole", text, end };
  // An event stream may hold the answer long before its end.
  return { state: "more", need: head.stream || framing.kind === "to-end" ? bytes.length + 1 : end, text };
}

function chunkedBody(bytes: Buffer, from: number): Body {
  const pieces: (readonly [number, number])[] = [];
  const text = () => {
    const [only] = pieces;
    if (only === undefined) return "";
    if (pieces.length === 1) return bytes.toString("utf8", only[0], only[1]);
    return Buffer.concat(pieces.map(([start, end]) => bytes.subarray(start, end))).toString("utf8");
  };
  const more = (need: number): Body => ({ state: "more", need, text });
  for (let at = from; ; ) {
    const line = bytes.indexOf("\r\n", at, "latin1");
    if (line < 0)
      return bytes.length - at > 1024 ? { state: "malformed", detail: "no chunk size" } : more(bytes.length + 1);
    const size = /^([0-9a-f]{1,8})\s*(;.*)?$/i.exec(bytes.toString("latin1", at, line));
    if (size?.[1] === undefined) return { state: "malformed", detail: "an unreadable chunk size" };
    const length = Number.parseInt(size[1], 16);
    const start = line + 2;
    if (length === 0) return trailer(bytes, start, text, more);
    if (bytes.length < start + length) {
      pieces.push([start, bytes.length]);
      return more(start + length + 2);
    }
    pieces.push([start, start + length]);
    if (bytes.length < start + length + 2) return more(start + length + 2);
    if (bytes[start + length] !== 13 || bytes[start + length + 1] !== 10) {
      return { state: "malformed", detail: "a chunk longer than its size" };
    }
    at = start + length + 2;
  }
}

function trailer(bytes: Buffer, start: number, text: () => string, more: (need: number) => Body): Body {
  if (bytes[start] === 13 && bytes[start + 1] === 10) return { state: "whole", text, end: start + 2 };
  const end = bytes.indexOf("\r\n\r\n", start, "latin1");
  return end < 0 ? more(bytes.length + 1) : { state: "whole", text, end: end + 4 };
}
