import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Json } from "../model/json.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import {
  afterLegacyInitialize,
  beforeLegacyInitialize,
  type Era,
  era,
  idleChild,
  legacyInitialize,
  legacyInitializeAgain,
} from "./era.ts";
import { controlled, describe, gateOf, isServed } from "./evidence.ts";
import { discoverResult } from "./session.ts";

/** What a legacy initialize did to the server. */
export type Reaction =
  /** It went on; `era` says how it took the request. */
  | { readonly kind: "survived"; readonly era: Era; readonly exchange: Exchange }
  /** stdio: two processes ended of it, and one that was left idle did not. */
  | { readonly kind: "ended"; readonly exchange: Exchange }
  /** HTTP: who asked next was not served. */
  | { readonly kind: "silenced"; readonly exchange: Exchange };

export const legacyReaction = fact<Reaction>(
  "reaction to a legacy initialize",
  [legacyInitialize, beforeLegacyInitialize, afterLegacyInitialize, idleChild, legacyInitializeAgain, era],
  (recording) =>
    andThen(legacyInitialize.of(recording), (exchange): Known<Reaction> => {
      if (exchange.ending.kind === "exited") {
        return andThen(idleChild.of(recording), (idle) => {
          if (!isServed(idle)) return unknown(`a process that was left idle was not served either: ${describe(idle)}`);
          return andThen(
            legacyInitializeAgain.of(recording),
            (again): Known<Reaction> =>
              again.ending.kind === "exited"
                ? known({ kind: "ended", exchange: again })
                : unknown("a process ended on a legacy initialize, but a second one did not"),
          );
        });
      }
      const after = afterLegacyInitialize.of(recording);
      if (after.state === "known" && after.value.sent?.kind === "http" && !isServed(after.value)) {
        const dead = replyOf(after.value).kind === "none" || (statusOf(after.value) ?? 0) >= 500;
        const gate = after.value.ending.kind === "refused" ? undefined : gateOf(after.value, recording);
        if (gate !== undefined) return unknown(gate);
        const silent = dead || replyOf(after.value).kind === "error";
        if (!silent) return unknown(`server/discover after a legacy initialize: ${describe(after.value)}`);
        return andThen(beforeLegacyInitialize.of(recording), (before) =>
          andThen(controlled([before]), () => known({ kind: "silenced", exchange: after.value })),
        );
      }
      return andThen(era.of(recording), (found) => known({ kind: "survived", era: found, exchange }));
    }),
);

/** A legacy initialize that was answered with a JSON-RPC error. */
export interface RefusedInitialize {
  readonly exchange: Exchange;
  readonly error: Json;
  readonly status: number | undefined;
  /** The versions that the server says it speaks, at least the run's. */
  readonly supported: readonly string[];
}

export const refusedInitialize = fact<RefusedInitialize>(
  "refused initialize",
  [legacyInitialize, era, discoverResult],
  (recording) =>
    andThen(era.of(recording), (which) =>
      andThen(legacyInitialize.of(recording), (exchange): Known<RefusedInitialize> => {
        if (which === "dual") return absent("The server also serves older revisions: it answers initialize");
        const reply = replyOf(exchange);
        if (reply.kind !== "error")
          return unknown(`initialize was refused without a JSON-RPC error: ${describe(exchange)}`);
        const discovered = discoverResult.of(recording);
        const versions = discovered.state === "known" ? discovered.value["supportedVersions"] : undefined;
        const named = Array.isArray(versions)
          ? versions.filter((one): one is string => typeof one === "string" && one !== "")
          : [];
        const supported = [...new Set([...named, recording.revision])];
        return known({ exchange, error: reply.error, status: reply.status, supported });
      }),
    ),
);
