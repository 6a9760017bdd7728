import { type Finding, finding, type Note, note } from "../model/rule.ts";
import { describe, methodOf } from "./evidence.ts";
import type { Incomplete } from "./meta.ts";

const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const EXPECTED = "-32602 (Invalid params), over HTTP with status 400";

/**
 * Judges the refusal that a request without a required `_meta` field has to get. `versionless`: the field is the version,
 * or all of `_meta`. Then over HTTP the header has no counterpart, which has a code of its own, and a server of both eras
 * may take the request for one of an earlier revision.
 */
export function judgeIncomplete(incomplete: Incomplete, versionless: boolean): readonly (Finding | Note)[] {
  const { exchange, answer, era } = incomplete;
  const actual = describe(exchange);
  const what = `${methodOf(exchange)} ${exchange.label.split(":")[0]}`;
  const wrong = (text: string): readonly Finding[] => [
    finding(`${what} ${text}`, exchange.id, { expected: EXPECTED, actual }),
  ];
  const remark = (text: string): readonly Note[] => [note(`${what} ${text}`, exchange.id)];
  const http = exchange.sent?.kind === "http";
  const mayBeLegacy = versionless && era !== "modern-only";
  if (answer.kind === "bare-400")
    return remark("was refused with HTTP 400 without a JSON-RPC error, which an intermediary may have sent");
  if (answer.kind === "served-as-legacy" && !http && mayBeLegacy)
    return remark("was served in the way of an earlier revision");
  if (answer.kind !== "error") return wrong("is served");
  const { code, status } = answer;
  if (code === INVALID_PARAMS && (!http || status === 400)) return [];
  if (code === HEADER_MISMATCH && versionless && status === 400) {
    return remark("was refused with -32020: the version in the header has no counterpart in the body");
  }
  if (mayBeLegacy && era === "dual") return remark(`was refused in the way of an earlier revision: ${actual}`);
  if (code === INVALID_PARAMS) return wrong(`is refused with -32602 under HTTP ${status}`);
  return wrong(`is refused with another code than -32602: ${actual}`);
}
