import type { Exchange, RpcId } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { asksOf, describe, gateOf, isServed } from "./evidence.ts";

export const IDS = "lifecycle/ids";
/** The label of the request with an id that nobody minds. Others begin with "integer" or "string". */
export const ORDINARY = "integer";

/** The label of the second try. */
export function again(label: string): string {
  return `${label} again`;
}

/** How a request with one id was answered. */
export type IdAnswer =
  /** With a response. `refused`: with an error, twice, while the ordinary id was served. */
  | {
      readonly kind: "response";
      readonly id: RpcId;
      readonly exchange: Exchange;
      readonly message: JsonObject;
      readonly pointer: string;
      readonly refused: boolean;
    }
  /** By HTTP alone, or not at all, twice, while the ordinary id was served. */
  | { readonly kind: "no-response"; readonly id: RpcId; readonly exchange: Exchange };

function idFacts(name: string, prefix: string): Fact<readonly Known<IdAnswer>[]> {
  return fact(name, [IDS], (recording) =>
    andThen(asksOf(recording, IDS), (asks) => {
      const own = asks.filter((one) => one.label.startsWith(prefix) && !one.label.endsWith(" again"));
      return own.length === 0
        ? unknown(`the probe ${IDS} did not come to its ${prefix} ids`)
        : known(own.map((one) => answerOf(one, asks, recording)));
    }),
  );
}

/** Requests with integer ids, the ordinary one among them. */
export const integerIds: Fact<readonly Known<IdAnswer>[]> = idFacts("integer ids", "integer");
/** Requests with string ids. */
export const stringIds: Fact<readonly Known<IdAnswer>[]> = idFacts("string ids", "string");

function answerOf(exchange: Exchange, asks: readonly Exchange[], recording: Recording): Known<IdAnswer> {
  const id = exchange.sent?.ids[0];
  if (id === undefined) return unknown(`the request "${exchange.label}" has no id`);
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  const ordinary = asks.find((one) => one.label === ORDINARY);
  if (ordinary === undefined || !isAnswered(ordinary, recording)) {
    return unknown(
      `a request with an ordinary id was not served${ordinary === undefined ? "" : `: ${describe(ordinary)}`}`,
    );
  }
  const twice = isRefusedTwice(exchange, ordinary, asks);
  const reply = replyOf(exchange);
  if (reply.kind === "result" || reply.kind === "error" || reply.kind === "foreign") {
    const { message, pointer } = reply;
    return known({ kind: "response", id, exchange, message, pointer, refused: twice && reply.kind === "error" });
  }
  return twice ? known({ kind: "no-response", id, exchange }) : unknown(describe(exchange));
}

/** An answer that belongs to the request, whatever its id became on the way. */
function isAnswered(exchange: Exchange, recording: Recording): boolean {
  const reply = replyOf(exchange);
  if (reply.kind === "none" || reply.kind === "status" || gateOf(exchange, recording) !== undefined) return false;
  return reply.status === undefined || (reply.status >= 200 && reply.status < 300);
}

function isRefusedTwice(exchange: Exchange, ordinary: Exchange, asks: readonly Exchange[]): boolean {
  const second = asks.find((one) => one.label === again(exchange.label));
  const control = asks.find((one) => one.label === again(ORDINARY));
  if (second === undefined || control === undefined) return false;
  return isServed(ordinary) && isServed(control) && !isServed(exchange) && !isServed(second);
}
