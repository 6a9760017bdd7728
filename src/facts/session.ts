import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { headersOf, replyOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { asked, describe, servedObject } from "./evidence.ts";

/** The probe that opens the main session of 2025-11-25. */
export const HANDSHAKE = "lifecycle/handshake";
/** The probe that asks `server/discover` first (2026-07-28). */
export const DISCOVER = "lifecycle/discover";

/** The exchange of the main session's `initialize`: the one that was served, else the last. */
export const initializeExchange = fact<Exchange>("initialize exchange", [HANDSHAKE], (recording) =>
  asked(recording, HANDSHAKE, "initialize"),
);

/** The InitializeResult, as an object with a protocolVersion. */
export const initializeResult = fact<JsonObject>("initialize result", [initializeExchange], (recording) =>
  andThen(initializeExchange.of(recording), (exchange) => servedObject(exchange)),
);

/** The first `server/discover` of the run. */
export const discoverExchange = fact<Exchange>("discover exchange", [DISCOVER], (recording) =>
  asked(recording, DISCOVER, "discover"),
);

/** The DiscoverResult, as an object. */
export const discoverResult = fact<JsonObject>("discover result", [discoverExchange], (recording) =>
  andThen(discoverExchange.of(recording), (exchange) => servedObject(exchange)),
);

function greetingOf(recording: Recording): Known<JsonObject> {
  return recording.revision === "2025-11-25" ? initializeResult.of(recording) : discoverResult.of(recording);
}

/** A revision is a date. */
const REVISION_FORM = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The protocol version in force: what initialize negotiated, or the one asked for where the answer is no date (a fault
 * of its own, which is not to make faults of everything else); 2026-07-28 where every request names it.
 */
export const negotiated = fact<string>("negotiated version", [HANDSHAKE, DISCOVER], (recording) => {
  if (recording.revision === "2026-07-28") return andThen(discoverResult.of(recording), () => known("2026-07-28"));
  return andThen(initializeResult.of(recording), (result) => {
    const version = result["protocolVersion"];
    if (typeof version !== "string") return unknown("initialize was served without a protocolVersion");
    return known(REVISION_FORM.test(version) ? version : recording.revision);
  });
});

/** Whether an array of messages may be a batch: up to 2025-03-26, and where it is not known what was negotiated. */
export const mayBatch = fact<boolean>("batches", [negotiated], (recording) => {
  const version = negotiated.of(recording);
  return known(version.state !== "known" || version.value <= "2025-03-26");
});

/** The probe of ping (2025-11-25): the request with which others are compared. */
export const PING: ProbeId = "lifecycle/ping";

/** Why nothing can be compared with a ping: it had no answer within the time. Absent where it had one. */
export const silentPing = fact<string>("silent ping", [PING], (recording) =>
  andThen(asked(recording, PING, "ping"), (ping) =>
    ping.ending.kind === "timeout" && replyOf(ping).kind === "none"
      ? known(`ping was not served: ${describe(ping)}`)
      : absent("ping was answered"),
  ),
);

/** Known when a conversation is open in which requests can be asked. */
export const conversation = fact<true>("conversation", [negotiated], (recording) =>
  recording.revision === "2025-11-25"
    ? andThen(negotiated.of(recording), () => known(true))
    : andThen(discoverResult.of(recording), () => known(true)),
);

/** The server's capabilities as it sent them; unknown where they are no object: then nobody can say what it declares. */
export const capabilities = fact<JsonObject>("capabilities", [negotiated], (recording) =>
  andThen(greetingOf(recording), (result) => {
    const value = result["capabilities"];
    return isObject(value) ? known(value) : unknown("what the server declares: its capabilities are no object");
  }),
);

/** What is declared at a path ("resources.subscribe"), undefined where nothing is. */
export function declaredAt(all: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = all;
  for (const key of path.split(".")) value = isObject(value) ? value[key] : undefined;
  return value === null || value === false ? undefined : value;
}

/** Known when the capability at this path ("resources.subscribe") is declared, absent when it is not. */
export function declares(path: string): Fact<Json> {
  return fact<Json>(`capability ${path}`, [capabilities], (recording) =>
    andThen(capabilities.of(recording), (all) => {
      const value = declaredAt(all, path);
      return value === undefined ? absent(`The server does not declare ${path}`) : known(value);
    }),
  );
}

/** The id of the main session, absent where the server gave none. */
export const sessionId = fact<string>("session id", [initializeExchange], (recording) =>
  andThen(initializeExchange.of(recording), (exchange) => {
    const id = headerValue(headersOf(exchange), "mcp-session-id");
    if (id !== undefined && id !== "") return known(id);
    return andThen(initializeResult.of(recording), () => absent("The server gave no session id"));
  }),
);

/** Name and version of the server, null where it sent none. */
export const serverNames = fact<{ readonly name: string | null; readonly version: string | null }>(
  "server name",
  [negotiated],
  (recording) =>
    andThen(greetingOf(recording), (result) => {
      const meta = isObject(result["_meta"]) ? result["_meta"]["io.modelcontextprotocol/serverInfo"] : undefined;
      const info = recording.revision === "2025-11-25" ? result["serverInfo"] : meta;
      const text = (key: string): string | null => {
        const value = isObject(info) ? info[key] : undefined;
        return typeof value === "string" ? value : null;
      };
      return known({ name: text("name"), version: text("version") });
    }),
);

/** The methods of the lists whose capability is declared: tools, resources, prompts, in this order. */
export function declaredLists(recording: Recording): readonly string[] {
  const all = capabilities.of(recording);
  if (all.state !== "known") return [];
  return ["tools", "resources", "prompts"].flatMap((name) =>
    declaredAt(all.value, name) === undefined ? [] : [`${name}/list`],
  );
}

/** The exchange that opened the conversation, in either revision. */
export function greetingExchange(recording: Recording): Known<Exchange> {
  return recording.revision === "2025-11-25" ? initializeExchange.of(recording) : discoverExchange.of(recording);
}
