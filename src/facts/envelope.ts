import { andThen, fact, known, unknown } from "../model/fact.ts";
import { sameIdText } from "../protocol/jsonrpc.ts";
import { everyMessage, type Seen } from "./scan.ts";

/** The server's own answers to sound requests: each has to be a JSON-RPC response. */
export const ownResponses = fact<readonly Seen[]>("responses to sound requests", [everyMessage], (recording) =>
  andThen(everyMessage.of(recording), (all) => {
    const own = all.filter((one) => one.own && answersRequest(one));
    return own.length === 0 ? unknown("no response came from the server") : known(own);
  }),
);

/** A result, an error, or what has the request's id and is neither. */
function answersRequest({ kind, message, exchange }: Seen): boolean {
  if (kind === "result" || kind === "error") return true;
  return kind === "other" && (exchange.sent?.ids ?? []).some((id) => sameIdText(message["id"], id));
}
