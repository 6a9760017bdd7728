import type { Exchange } from "../model/exchange.ts";
import { isObject } from "../model/json.ts";
import { type Finding, finding, type Note, note } from "../model/rule.ts";
import { replyOf } from "../protocol/answer.ts";
import { codeOf } from "./errors.ts";
import { describe } from "./evidence.ts";

/** What a tools/call that cannot be served may be answered with beside a JSON-RPC error. */
export interface CallPolicy {
  /** What was called, for people: "a tool that does not exist". */
  readonly what: string;
  /** A result with isError true is a remark, not a fault. */
  readonly lenient: boolean;
  /** Codes that need no remark. */
  readonly usual: readonly number[];
}

const EXPECTED = "a JSON-RPC error, code -32602 (Invalid params)";

export function callFaults(exchange: Exchange, policy: CallPolicy): readonly (Finding | Note)[] {
  const { what } = policy;
  const reply = replyOf(exchange);
  if (reply.kind === "error") {
    const code = codeOf(reply);
    return policy.usual.some((one) => one === code)
      ? []
      : [
          note(
            `The error for ${what} has the code ${JSON.stringify(code)}; the usual one is ${policy.usual[0]}`,
            exchange.id,
          ),
        ];
  }
  if (reply.kind === "result") {
    const place = { exchange: exchange.id, pointer: `${reply.pointer}/result` };
    const told = isObject(reply.result) && reply.result["isError"] === true;
    if (told && policy.lenient) {
      return [note(`A call of ${what} was answered with a result with isError true, not with a protocol error`, place)];
    }
    const actual = told ? "a result with isError true" : "a result";
    return [finding(`A call of ${what} was answered with ${actual}`, place, { expected: EXPECTED, actual })];
  }
  const actual = describe(exchange);
  return [finding(`A call of ${what} was answered with ${actual}`, exchange.id, { expected: EXPECTED, actual })];
}
