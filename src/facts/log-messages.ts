import type { Exchange } from "../model/exchange.ts";
import { andThen, fact, known } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import { META_LOG_LEVEL } from "../protocol/dialects/2026-07-28.ts";
import { sentMessage } from "./evidence.ts";
import { everyExchange, everyMessage, everyResponse, type Seen } from "./scan.ts";

/**
 * Log messages that nobody asked for (2026-07-28). HTTP: on the stream of a request without logLevel. stdio: before any
 * request with one was made in that process. Where a broken request was made a stdio server may have gone over to an
 * earlier revision: what it says then is not counted.
 */
export const unaskedLogs = fact<readonly Seen[]>("unasked log messages", [everyMessage, everyResponse], (recording) =>
  andThen(everyMessage.of(recording), (all) =>
    andThen(everyExchange.of(recording), (exchanges) => {
      const logs = all.filter(({ exchange, frame, kind, message }) => {
        if (kind !== "notification" || message["method"] !== "notifications/message") return false;
        if (exchange.faulty === true) return false;
        if (exchange.sent?.kind === "http") return !asksForLogs(exchange);
        return !exchanges.some(
          (one) =>
            one.connection === exchange.connection && one.at <= frame.at && (asksForLogs(one) || one.faulty === true),
        );
      });
      // A server that answers nothing shows nothing by being silent.
      return logs.length > 0 ? known(logs) : andThen(everyResponse.of(recording), () => known(logs));
    }),
  ),
);

/** True for a request that sets logLevel, and for one that cannot be read. */
function asksForLogs(exchange: Exchange): boolean {
  if (exchange.sent === undefined) return false;
  const message = sentMessage(exchange);
  if (message === undefined) return true;
  const params = message["params"];
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) && META_LOG_LEVEL in meta;
}
