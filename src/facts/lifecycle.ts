import type { Exchange } from "../model/exchange.ts";
import { andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { type Reply, replyOf, statusOf } from "../protocol/answer.ts";
import { asked, asksOf, beside, controlled, describe, gateOf, isServed, runOf } from "./evidence.ts";
import { declares, HANDSHAKE, initializeExchange } from "./session.ts";

/** A date on which no revision will have been published. */
export const UNKNOWN_VERSION = "2099-01-01";

/** The levels of logging/setLevel; info stands last. */
export const LOG_LEVELS: readonly string[] = [
  "debug",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
  "info",
];

/** How the main session was opened, or was not. */
export interface Opening {
  readonly exchange: Exchange;
  /** The version of the first try, where a second one asked for another. */
  readonly refused: Exchange | undefined;
}

/** The answer to `initialize`, whatever it is; unknown where somebody stands before the server. */
export const opening = fact<Opening>("opening", [initializeExchange], (recording) =>
  andThen(initializeExchange.of(recording), (exchange) =>
    andThen(reached(exchange, recording), () =>
      andThen(asksOf(recording, HANDSHAKE), (asks) => {
        const first = asks.find((one) => one.label === "initialize");
        return known({ exchange, refused: first === exchange ? undefined : first });
      }),
    ),
  ),
);

function reached(exchange: Exchange, recording: Recording): Known<true> {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  const status = statusOf(exchange);
  // The first request has no twin: whether a filter of hosts or the server itself said no cannot be told.
  if (status === 403) return unknown("initialize was answered with HTTP 403, which may not be the server's own answer");
  if (status !== undefined && status >= 300 && status < 400) {
    return unknown(
      `initialize was answered with a redirect (HTTP ${status}), which is not followed: test the address that it names`,
    );
  }
  const { kind } = exchange.ending;
  const broken = exchange.sent?.kind === "http" && status === undefined && (kind === "reset" || kind === "malformed");
  return broken ? unknown(`initialize: ${describe(exchange)}`) : known(true);
}

const PING: ProbeId = "lifecycle/ping";

/** The answer to a ping, or its silence where another request of the session was answered. */
export const pingAnswer = fact<Exchange>("ping", [PING], (recording) =>
  andThen(asked(recording, PING, "ping"), (ping) => {
    const gate = gateOf(ping, recording);
    if (gate !== undefined) return unknown(gate);
    if (hasResponse(ping)) return known(ping);
    return andThen(asked(recording, PING, "other request"), (other) =>
      hasResponse(other) && gateOf(other, recording) === undefined
        ? known(ping)
        : unknown(`nothing in the session was answered: ${describe(ping)}`),
    );
  }),
);

/** True when a JSON-RPC response came, whether or not it names the request. */
function hasResponse(exchange: Exchange): boolean {
  const { kind } = replyOf(exchange);
  return kind === "result" || kind === "error" || kind === "foreign";
}

/** An exchange that was answered by a JSON-RPC response, and the response. */
export interface Answered {
  readonly exchange: Exchange;
  readonly reply: Extract<Reply, { kind: "result" | "error" }>;
}

/** The response to a request; unknown where something else came, or nothing, or somebody else answered. */
export function answered(exchange: Exchange, recording: Recording): Known<Answered> {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  const reply = replyOf(exchange);
  if (reply.kind === "result" || reply.kind === "error") return known({ exchange, reply });
  return unknown(`${exchange.label}: ${describe(exchange)}`);
}

export const UNKNOWN_VERSION_PROBE: ProbeId = "lifecycle/unknown-version";

/** The answer to `initialize` for a version that nobody has; the run's own initialize is its conformant twin. */
export const unknownVersion = fact<Exchange>(
  "unknown version",
  [UNKNOWN_VERSION_PROBE, initializeExchange],
  (recording) =>
    andThen(initializeExchange.of(recording), (twin) =>
      andThen(asked(recording, UNKNOWN_VERSION_PROBE, "unknown version"), (exchange) =>
        andThen(beside(exchange, [twin], recording), () => {
          const status = statusOf(exchange) ?? 200;
          const bareRefusal = replyOf(exchange).kind === "status" && status >= 400 && status < 500;
          return bareRefusal ? known(exchange) : andThen(answered(exchange, recording), () => known(exchange));
        }),
      ),
    ),
);

const LEVELS: ProbeId = "lifecycle/log-levels";
const logging = declares("logging");

/** The response to logging/setLevel for each level. A configuration error (-32603) is allowed and shows nothing. */
export const logLevels = fact<readonly Known<Answered & { readonly level: string }>[]>(
  "log levels",
  [LEVELS, logging],
  (recording) =>
    andThen(logging.of(recording), () =>
      andThen(asked(recording, LEVELS, "control"), (control) =>
        andThen(controlled([control]), () =>
          known(
            LOG_LEVELS.map((level) =>
              andThen(asked(recording, LEVELS, level), (exchange) =>
                andThen(answered(exchange, recording), (answer) =>
                  answer.reply.kind === "error" && answer.reply.code === -32603
                    ? unknown(`logging/setLevel was answered with ${describe(exchange)}`)
                    : known({ ...answer, level }),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
);

const CANCELLATIONS: ProbeId = "lifecycle/cancellations";

/** What three cancellations that miss brought about. */
export interface Cancellations {
  /** Of a request that was answered before. */
  readonly finished: Exchange;
  /** Of a request that was never made. */
  readonly unknown: Exchange;
  /** With params {}. */
  readonly empty: Exchange;
  /** The request after them, where it was not served twice. */
  readonly silenced: Exchange | undefined;
}

export const cancellations = fact<Cancellations>("cancellations", [CANCELLATIONS], (recording) =>
  andThen(initializedTaken(recording), () =>
    andThen(asked(recording, CANCELLATIONS, "control"), (control) =>
      andThen(controlled([control]), () =>
        andThen(asked(recording, CANCELLATIONS, "finished"), (finished) =>
          andThen(asked(recording, CANCELLATIONS, "unknown"), (never) =>
            andThen(asked(recording, CANCELLATIONS, "empty"), (empty) =>
              andThen(asked(recording, CANCELLATIONS, "control after"), (after): Known<Cancellations> => {
                const again = asked(recording, CANCELLATIONS, "control after again");
                const last = again.state === "known" ? again.value : after;
                // A port that closed after the control was served is no gate: it is what is looked for.
                const seen = [finished, never, last].filter((one) => one.ending.kind !== "refused");
                const gate = seen.map((one) => gateOf(one, recording)).find((one) => one !== undefined);
                if (gate !== undefined) return unknown(gate);
                return known({ finished, unknown: never, empty, silenced: isServed(last) ? undefined : last });
              }),
            ),
          ),
        ),
      ),
    ),
  ),
);

/** A server that takes no notification at all is no measure for this one. */
function initializedTaken(recording: Recording): Known<true> {
  return andThen(runOf(recording, CANCELLATIONS), (run) => {
    const initialized = run.exchanges.find((one) => one.label === "initialized");
    const status = initialized === undefined ? undefined : statusOf(initialized);
    if (status !== undefined && status >= 200 && status < 300) return known(true);
    return unknown(
      `notifications/initialized was not accepted: ${initialized === undefined ? "the session was not opened" : describe(initialized)}`,
    );
  });
}
