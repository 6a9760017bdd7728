import { type Finding, finding, type Note, note } from "../model/rule.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import type { MalformedAnswer } from "./errors.ts";
import { describe } from "./evidence.ts";

/**
 * What is wrong with the answer to a body that is no message: it has to be refused, by a JSON-RPC error or a 4xx, and the
 * server has to live on. A 5xx alone is a fault on 2026-07-28 and a remark before.
 */
export function refusalFaults({ exchange, dead }: MalformedAnswer, modern: boolean): readonly (Finding | Note)[] {
  const what = exchange.label;
  if (dead !== undefined) {
    return [
      finding(`After ${what} the server was gone`, dead.id, {
        expected: "the next request served",
        actual: describe(dead),
      }),
    ];
  }
  const reply = replyOf(exchange);
  const status = statusOf(exchange) ?? 0;
  if (reply.kind === "error" || (reply.kind === "status" && status >= 400 && status < 500)) return [];
  const said = { expected: "a JSON-RPC error, or HTTP 4xx", actual: describe(exchange) };
  if (reply.kind === "status" && status >= 500) {
    const message = `${capital(what)} made the server fail with ${describe(exchange)} instead of being refused`;
    return [modern ? finding(message, exchange.id, said) : note(message, exchange.id)];
  }
  return [finding(`${capital(what)} was answered with ${describe(exchange)}`, exchange.id, said)];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
