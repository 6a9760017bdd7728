import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { kindOf } from "./jsonrpc.ts";

/** One line of a child's stdout, or several that belong together. `from` and `to` count the lines given, both included. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly what:
    | "blank"
    /** One line with one JSON value, whatever it is. */
    | "value"
    /** A JSON-RPC message that can be read only when lines are joined. */
    | "spread"
    /** Several JSON-RPC messages on one line. */
    | "several"
    /** A header of another framing: `Content-Length: 123`. */
    | "header"
    | "noise";
  /** What could be read. */
  readonly values: readonly Json[];
}

export interface LineReader {
  /** Takes the next line, without its end, and gives the pieces that it completes. */
  push(text: string): readonly Piece[];
  /** The output is over: lines that waited for their other half are noise. */
  end(): readonly Piece[];
}

/** A message that is not complete after so many characters is none. */
const LONGEST_PENDING = 4 * 1024 * 1024;

/** Reads stdout however it is framed, so that wrong framing can be named instead of being waited out. */
export function lineReader(): LineReader {
  let count = 0;
  let pending:
    | { readonly from: number; readonly lines: string[]; readonly brackets: Brackets; length: number }
    | undefined;

  function giveUp(): readonly Piece[] {
    const pieces = pending?.lines.map((_, index): Piece => piece((pending?.from ?? 0) + index, "noise", []));
    pending = undefined;
    return pieces ?? [];
  }

  function goOn(text: string, at: number): readonly Piece[] {
    if (pending === undefined) return [];
    pending.lines.push(text);
    pending.length += text.length;
    if (pending.brackets.push(`${text}\n`) > 0) return pending.length > LONGEST_PENDING ? giveUp() : [];
    // A line break inside a string is no JSON even when joined; without it the rest may be.
    const value = parsed(pending.lines.join("\n")) ?? parsed(pending.lines.join(""));
    if (value === undefined || !isMessage(value)) return giveUp();
    const { from } = pending;
    pending = undefined;
    return [{ from, to: at, what: "spread", values: [value] }];
  }

  return {
    push(text) {
      const at = count;
      count += 1;
      const alone = parsed(text);
      if (pending !== undefined) {
        if (alone === undefined || !isMessage(alone)) return goOn(text, at);
        // What came before was no beginning of a message.
        return [...giveUp(), piece(at, "value", [alone])];
      }
      if (alone !== undefined) return [piece(at, "value", [alone])];
      if (text.trim() === "") return [piece(at, "blank", [])];
      if (/^\s*Content-Length:\s*\d+\s*$/i.test(text)) return [piece(at, "header", [])];
      const values = /^\s*[{[]/.test(text) ? valuesIn(text) : [];
      if (values.length > 0) return [piece(at, values.filter(isMessage).length > 1 ? "several" : "noise", values)];
      const brackets = createBrackets();
      if (!/^\s*[{[]/.test(text) || brackets.push(`${text}\n`) === 0) return [piece(at, "noise", [])];
      pending = { from: at, lines: [text], brackets, length: text.length };
      return [];
    },
    end: giveUp,
  };
}

function piece(at: number, what: Piece["what"], values: readonly Json[]): Piece {
  return { from: at, to: at, what, values };
}

/** True for a JSON-RPC message, and for a batch of them. */
export function isMessage(value: Json): value is JsonObject | readonly JsonObject[] {
  if (Array.isArray(value))
    return value.length > 0 && (value as readonly Json[]).every((each) => isObject(each) && isMessage(each));
  return kindOf(value) !== "other";
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

interface Brackets {
  /** Takes the next characters and gives how many brackets are open after them. */
  push(text: string): number;
}

/** Counts open brackets, those in strings left out. */
function createBrackets(): Brackets {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return {
    push(text) {
      for (const char of text) {
        if (escaped) escaped = false;
        else if (inString) {
          if (char === "\\") escaped = true;
          else if (char === '"') inString = false;
        } else if (char === '"') inString = true;
        else if (char === "{" || char === "[") depth += 1;
        else if (char === "}" || char === "]") depth = Math.max(0, depth - 1);
      }
      return depth;
    },
  };
}

/** The JSON objects and arrays that stand one after the other in a text that is no JSON as a whole. */
function valuesIn(text: string): readonly Json[] {
  const values: Json[] = [];
  let from = text.search(/[{[]/);
  while (from !== -1 && from < text.length) {
    const end = closingOf(text, from);
    const value = end === -1 ? undefined : parsed(text.slice(from, end + 1));
    if (value !== undefined) values.push(value);
    // What has no end, or is none, hides nothing that begins inside it.
    if (value === undefined) return values;
    const next = text.slice(end + 1).search(/[{[]/);
    from = next === -1 ? -1 : end + 1 + next;
  }
  return values;
}

function closingOf(text: string, from: number): number {
  const brackets = createBrackets();
  for (let at = from; at < text.length; at += 1) if (brackets.push(text.charAt(at)) === 0) return at;
  return -1;
}
