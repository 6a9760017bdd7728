import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import { headersOf, replyOf, statusOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { isLoopback, isPrivate } from "./addresses.ts";
import { usesAuthorization } from "./auth.ts";
import { asked, asksOf, controlled, describe, gateOf, isServed, isUnanswered } from "./evidence.ts";
import { everyExchange } from "./scan.ts";
import { greetingExchange, negotiated } from "./session.ts";
import { surrounded } from "./surrounded.ts";

export const ORIGIN = "security/origin";
export const CORS = "security/cors";

/** The label of the request with the foreign Origin. */
export const FOREIGN = "a request with a foreign Origin";

/** The label of the requests from sites whose names begin with one that may be let in. */
export const LOOKALIKE = "a request with an Origin that begins like an own one";

/** How the endpoint can be reached, for people and for rules. */
export interface Reach {
  readonly scheme: "http" | "https";
  readonly hostname: string;
  readonly loopback: boolean;
  /** A page on another site can get at it by DNS rebinding: loopback, a private address, or no TLS. */
  readonly exposed: boolean;
  /** A credential is configured, or one was asked for. */
  readonly authorization: boolean;
  /** An exchange to show. */
  readonly exchange: string;
}

function reachOf(recording: Recording, exchanges: readonly Exchange[]): Omit<Reach, "exchange"> {
  const { scheme = "http", hostname = "" } = recording.target;
  const loopback = isLoopback(hostname);
  return {
    scheme,
    hostname,
    loopback,
    exposed: loopback || isPrivate(hostname) || scheme === "http",
    authorization: usesAuthorization(recording, exchanges),
  };
}

/** Scheme and host of the target, with an exchange that was made there. */
export const reach: Fact<Reach> = fact(
  "how the server is reached",
  [everyExchange],
  (recording) =>
    andThen(everyExchange.of(recording), (all) => {
      const greeting = greetingExchange(recording);
      const exchange = greeting.state === "known" ? greeting.value.id : all[0]?.id;
      return exchange === undefined ? unknown("nothing was asked") : known({ ...reachOf(recording, all), exchange });
    }),
  { wholeRun: true },
);

export interface OriginAnswer {
  readonly exchange: Exchange;
  readonly served: boolean;
  /** Undefined where nothing was negotiated. */
  readonly version: string;
  readonly exposed: boolean;
}

/** The answer to a request with a foreign Origin, where the same without it is served before and after. */
export const foreignOrigin: Fact<OriginAnswer> = fact("foreign Origin", [ORIGIN, negotiated], (recording) =>
  andThen(surrounded(recording, ORIGIN, FOREIGN), ({ subject: exchange, dead }): Known<OriginAnswer> => {
    const status = statusOf(exchange);
    if (dead !== undefined || isUnanswered(exchange)) {
      return unknown(`${FOREIGN} was not answered: ${describe(exchange)}`);
    }
    const reply = replyOf(exchange);
    // 403 is what it is about; every other gate stays one, and a redirect or a server error says nothing of the Origin.
    const gate = status === 403 ? undefined : gateOf(exchange, recording);
    if (gate !== undefined) return unknown(gate);
    const nothing = status === undefined || status >= 500 || (status >= 300 && status < 400);
    const bare = recording.revision === "2026-07-28" && reply.kind === "status" && status !== 403;
    if (nothing || bare) return unknown(`${FOREIGN} was answered with ${describe(exchange)}`);
    const { exposed } = reachOf(recording, []);
    const served = isServed(exchange);
    if (recording.revision === "2026-07-28" && served && !exposed) {
      return unknown("the request with a foreign Origin was served on a public https host, whose policy may allow any");
    }
    return andThen(negotiated.of(recording), (version) => known({ exchange, served, version, exposed }));
  }),
);

/** The requests from sites that only begin like an own one, and were served all the same. */
export const servedLookalikes: Fact<readonly Exchange[]> = fact("look-alike Origins", [ORIGIN], (recording) =>
  andThen(asksOf(recording, ORIGIN), (asks) => known(asks.filter((one) => one.label === LOOKALIKE && isServed(one)))),
);

/** A request of another site's page and what the server allows it. */
export interface CorsAnswer {
  readonly origin: string;
  readonly exchange: Exchange;
  readonly allowed: string | undefined;
  readonly credentials: boolean;
  /** The Origin is refused outright: nothing can be read, whatever the headers say. */
  readonly refused: boolean;
  readonly preflight: boolean;
}

export const PREFLIGHT = "preflight";
export const CROSS = "request";

function corsOf(exchange: Exchange, refused: boolean): CorsAnswer {
  const headers = headersOf(exchange);
  return {
    origin: String(exchange.tags?.["origin"] ?? ""),
    exchange,
    allowed: headerValue(headers, "access-control-allow-origin"),
    credentials: headerValue(headers, "access-control-allow-credentials")?.trim().toLowerCase() === "true",
    refused,
    preflight: exchange.label === PREFLIGHT,
  };
}

/** What the server allows pages of other sites, by Origin in the order of asking. */
export const corsAnswers: Fact<readonly CorsAnswer[]> = fact("CORS", [CORS], (recording) =>
  andThen(corsControl(recording), () =>
    andThen(asksOf(recording, CORS), (asks) => {
      const sent = asks.filter((one) => one.label === PREFLIGHT || one.label === CROSS);
      const answered = sent.filter((one) => statusOf(one) !== undefined);
      if (answered.length === 0) return unknown("no request with a foreign Origin was answered");
      const barred = new Set(
        sent.filter((one) => one.label === CROSS && statusOf(one) === 403).map((one) => one.tags?.["origin"]),
      );
      return known(answered.map((one) => corsOf(one, barred.has(one.tags?.["origin"]))));
    }),
  ),
);

/** 2025-11-25: the same request without an Origin has to be served, and with one it must not be a gateway that speaks. */
function corsControl(recording: Recording): Known<true> {
  if (recording.revision === "2026-07-28") return known(true);
  return andThen(asked(recording, CORS, "control"), (control) => controlled([control]));
}
