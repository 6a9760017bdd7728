import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { statusOf } from "../protocol/answer.ts";
import { asksOf, controlled, describe, gateOf, isUnanswered } from "./evidence.ts";
import { negotiated } from "./session.ts";
import { askedFresh } from "./transport.ts";

export const VERSION_VALUES: ProbeId = "transport/version-values";
/** One that no revision has, and one that is none at all. */
export const ODD_VERSIONS = ["1900-01-01", "garbage"] as const;
export const oddVersion = (version: string): string => `a ping of version ${version}`;

/** The first revision with MCP-Protocol-Version. */
const FIRST_WITH_VERSION_HEADER = "2025-06-18";

/** Known where the negotiated revision has the header. */
export const hasVersionHeader: Fact<true> = fact("version header", [negotiated], (recording) =>
  andThen(negotiated.of(recording), (version) =>
    version >= FIRST_WITH_VERSION_HEADER
      ? known(true)
      : absent(`MCP-Protocol-Version came with ${FIRST_WITH_VERSION_HEADER}; this server negotiated ${version}`),
  ),
);

/** The answers to requests of an odd version, where the same with the negotiated one is served. */
export const oddVersions: Fact<readonly Known<Exchange>[]> = fact(
  "odd versions",
  [VERSION_VALUES, hasVersionHeader],
  (recording) =>
    andThen(hasVersionHeader.of(recording), () =>
      andThen(askedFresh(recording, VERSION_VALUES, "control"), (control) =>
        andThen(controlled([control]), () =>
          andThen(asksOf(recording, VERSION_VALUES), (asks) => {
            const after = asks.find((one) => one.label === "control after");
            return andThen(after === undefined ? known(true) : controlled([after]), () =>
              known(asks.filter((one) => !one.label.startsWith("control")).map((one) => told(one, recording))),
            );
          }),
        ),
      ),
    ),
);

function told(exchange: Exchange, recording: Recording): Known<Exchange> {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  const status = statusOf(exchange);
  const get = exchange.label === "GET";
  if (status === undefined && get) return absent("GET with another version was not answered in time");
  if (isUnanswered(exchange) && !get) return unknown(`${exchange.label}: ${describe(exchange)}`);
  if (status !== undefined && status >= 300 && status < 400) return unknown(`${exchange.label}: ${describe(exchange)}`);
  return known(exchange);
}
