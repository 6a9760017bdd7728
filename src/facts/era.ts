import type { Exchange } from "../model/exchange.ts";
import { andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { asked, describe, gateOf } from "./evidence.ts";

/** The probe that sends a legacy initialize to a server of 2026-07-28. */
export const DUAL_ERA = "lifecycle/dual-era";
export const LEGACY_INITIALIZE = "legacy initialize";
/** As LEGACY_INITIALIZE, asking for a revision that has no version header (HTTP only). */
export const OLD_LEGACY_INITIALIZE = "legacy initialize 2025-03-26";

/** The request of the run's era right before the legacy initialize (HTTP). */
export const BEFORE_INITIALIZE = "control before";

/** As LEGACY_INITIALIZE, in a second process where the first ended of it and an idle one did not (stdio only). */
export const LEGACY_INITIALIZE_AGAIN = "legacy initialize again";

export const REMOVED_METHODS = "transport/removed-methods";
/** The GET that is read to the first event of its stream. */
export const FIRST_EVENT = "first event of GET";

/** The first revision whose clients send MCP-Protocol-Version. */
const FIRST_WITH_VERSION_HEADER = "2025-06-18";

/** dual: the server also answers a legacy initialize. modern-only: it refuses one. */
export type Era = "dual" | "modern-only";

/** The legacy initialize, whatever came back. */
export const legacyInitialize = fact<Exchange>("legacy initialize", [DUAL_ERA], (recording) =>
  asked(recording, DUAL_ERA, LEGACY_INITIALIZE),
);

/** How an initialize was taken: a result serves it; a JSON-RPC error, or a 4xx that is no gate's, refuses it. */
function takenAs(exchange: Exchange, recording: Recording): Known<"served" | "refused"> {
  const reply = replyOf(exchange);
  // A 403 may speak for a guard or a gateway.
  if (gateOf(exchange, recording) === undefined && statusOf(exchange) !== 403) {
    if (reply.kind === "result") return known("served");
    if (reply.kind === "error") return known("refused");
    if (reply.kind === "status" && reply.status >= 400 && reply.status < 500) return known("refused");
  }
  return unknown(`a legacy initialize was neither served nor refused: ${describe(exchange)}`);
}

export const era = fact<Era>("era", [legacyInitialize], (recording) =>
  andThen(legacyInitialize.of(recording), (exchange) =>
    andThen(takenAs(exchange, recording), (taken) => known(taken === "served" ? "dual" : "modern-only")),
  ),
);

/** True when the server serves a revision whose clients send no MCP-Protocol-Version (HTTP). */
export const servesHeaderless = fact<boolean>("serves headerless clients", [DUAL_ERA], (recording) =>
  andThen(asked(recording, DUAL_ERA, OLD_LEGACY_INITIALIZE), (exchange) =>
    andThen(takenAs(exchange, recording), (taken) => {
      const reply = replyOf(exchange);
      const result = reply.kind === "result" ? reply.result : undefined;
      const version = isObject(result) ? result["protocolVersion"] : undefined;
      return known(taken === "served" && (typeof version !== "string" || version < FIRST_WITH_VERSION_HEADER));
    }),
  ),
);

/** The request of the run's era that followed the legacy initialize. */
export const afterLegacyInitialize = fact<Exchange>("after the legacy initialize", [DUAL_ERA], (recording) =>
  asked(recording, DUAL_ERA, "control after"),
);

/** The request of the run's era right before the legacy initialize (HTTP). */
export const beforeLegacyInitialize = fact<Exchange>("before the legacy initialize", [DUAL_ERA], (recording) =>
  asked(recording, DUAL_ERA, BEFORE_INITIALIZE),
);

/** Where the child ended on the legacy initialize: what another child, left idle for as long, answered (stdio). */
export const idleChild = fact<Exchange>("idle child", [DUAL_ERA], (recording) =>
  asked(recording, DUAL_ERA, "idle child"),
);

/** The legacy initialize in a second process, where the first ended of it (stdio). */
export const legacyInitializeAgain = fact<Exchange>("legacy initialize again", [DUAL_ERA], (recording) =>
  asked(recording, DUAL_ERA, LEGACY_INITIALIZE_AGAIN),
);

/** True when GET opens the stream of HTTP+SSE, the transport of 2024-11-05: its first event names where to post. */
export const servesOldTransport = fact<boolean>("serves HTTP+SSE", [REMOVED_METHODS], (recording) => {
  const stream = asked(recording, REMOVED_METHODS, FIRST_EVENT);
  if (stream.state !== "known") return known(false);
  const first = stream.value.frames.find((one) => one.kind === "event");
  return known(first?.kind === "event" && first.event === "endpoint" && first.data !== undefined);
});
