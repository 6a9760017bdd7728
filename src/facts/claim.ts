import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { replyOf } from "../protocol/answer.ts";
import { initializeExchange, initializeResult } from "./session.ts";

/** The revision that has none. */
const WITHOUT_INITIALIZE = "2026-07-28";

export interface Claim {
  readonly version: string;
  readonly exchange: Exchange;
  /** Of the version in the message. */
  readonly pointer: string;
}

/** An initialize that was answered with a revision that has none. It was not asked for: the server says so by itself. */
export const initializeClaim = fact<Claim>(
  "revision claimed on initialize",
  [initializeExchange, initializeResult],
  (recording) =>
    andThen(initializeResult.of(recording), (result) =>
      andThen(initializeExchange.of(recording), (exchange): Known<Claim> => {
        const version = result["protocolVersion"];
        const reply = replyOf(exchange);
        if (reply.kind !== "result") return unknown("initialize was not served");
        if (version !== WITHOUT_INITIALIZE) return absent("The server speaks a revision that has initialize");
        return known({ version, exchange, pointer: `${reply.pointer}/result/protocolVersion` });
      }),
    ),
);
