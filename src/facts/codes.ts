import type { Exchange } from "../model/exchange.ts";
import { type Finding, finding, type Note, note } from "../model/rule.ts";
import { replyOf } from "../protocol/answer.ts";
import { codeOf } from "./errors.ts";
import { describe } from "./evidence.ts";

/** Which codes an error may have, and what the request was, for people. */
export interface Wanted {
  readonly what: string;
  readonly code: number;
  readonly name: string;
  /** Other codes that are let pass with a remark. */
  readonly tolerated: (code: number) => boolean;
}

/** What is wrong with the code of an answer. One without a JSON-RPC error has no code to judge. */
export function codeFaults(exchange: Exchange, wanted: Wanted): readonly (Finding | Note)[] {
  const reply = replyOf(exchange);
  if (reply.kind !== "error") {
    return [note(`${capital(wanted.what)} was answered with ${describe(exchange)}, without a code`, exchange.id)];
  }
  const code = codeOf(reply);
  if (code === wanted.code) return [];
  const place = { exchange: exchange.id, pointer: `${reply.pointer}/error/code` };
  if (typeof code === "number" && wanted.tolerated(code)) {
    return [note(`${capital(wanted.what)} has the code ${code}; the usual one is ${wanted.code}`, place)];
  }
  return [
    finding(`${capital(wanted.what)} has another code than ${wanted.code}`, place, {
      expected: `${wanted.code} (${wanted.name})`,
      actual: describe(exchange),
    }),
  ];
}

/** -32000 to -32099: errors that a server defines for itself. */
export function isServerRange(code: number): boolean {
  return code <= -32000 && code >= -32099;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
