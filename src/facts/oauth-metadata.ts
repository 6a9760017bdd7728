import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { challengesOf, hasBearerChallenge, headersOf, mediaTypeOf, statusOf } from "../protocol/answer.ts";
import { readFrame } from "../protocol/jsonrpc.ts";
import { leadsInside } from "./addresses.ts";
import { AUTH, BAD_TOKENS, type Guarded, guarded, hasBearerToken, served } from "./auth.ts";
import { asksOf, describe, runOf, shown } from "./evidence.ts";
import { everyExchange } from "./scan.ts";
import { negotiated } from "./session.ts";

export const METADATA = "security/oauth-metadata";

/** Where the metadata of a protected resource (RFC 9728) can be; also the labels of the requests. */
export const IN_CHALLENGE = "the place that the challenge names";
export const AT_PATH = "the well-known place of the endpoint";
export const AT_ROOT = "the well-known place of the host";
/** Up to 2025-03-26: metadata of the authorization server, on the same host. */
export const OF_SERVER = "the authorization server's metadata";

/** The version whose rules on authorization hold: what was negotiated, or asked for where nothing was. */
export function authVersion(recording: Recording): string {
  const version = negotiated.of(recording);
  return version.state === "known" ? version.value : recording.revision;
}

/** `resource_metadata` of an answer's Bearer challenge, as it was sent. */
export function metadataUrl(exchange: Exchange): string | undefined {
  const bearer = challengesOf(headersOf(exchange)).filter((one) => one.scheme === "bearer");
  return bearer.map((one) => one.params["resource_metadata"]).find((one) => one !== undefined);
}

export function isAbsoluteHttp(url: string): boolean {
  return /^https?:\/\/[^/]/i.test(url) && URL.canParse(url);
}

/**
 * True for an address that is not asked: one inside a network, on the word of a server outside of it. What stands there
 * may be secret, and would stand in the report.
 */
export function isKeptOut(url: string, server: string): boolean {
  return leadsInside(new URL(url).hostname, server);
}

/** Whether the metadata is worth looking for: a 401, or a bearer token that the server needs. */
export const metadataWanted: Fact<Guarded> = fact("what metadata is for", [guarded], (recording) =>
  andThen(guarded.of(recording), (one): Known<Guarded> => {
    if (statusOf(one.exchange) === 401) return known(one);
    if (recording.revision === "2026-07-28") return absent("No 401 was seen");
    if (!hasBearerToken(recording)) return absent("No 401 was seen, and no bearer token is configured");
    return andThen(served(one), () => known(one));
  }),
);

export interface Place {
  readonly name: string;
  /** Undefined: its URL cannot be asked. */
  readonly exchange: Exchange | undefined;
  readonly state: "valid" | "invalid" | "blocked";
  /** What is wrong with it, for people. */
  readonly why: string;
}

/** Statuses of a metadata request that do not say whether there is a document. */
const BLOCKED: readonly number[] = [401, 403, 407, 408, 429, 502, 503, 504];

function placeOf(name: string, exchange: Exchange): Place {
  const status = statusOf(exchange);
  if (status === undefined || BLOCKED.includes(status))
    return { name, exchange, state: "blocked", why: describe(exchange) };
  if (status !== 200) return { name, exchange, state: "invalid", why: `HTTP ${status}` };
  const body = exchange.frames.find((one) => one.kind === "body");
  const reading = body === undefined ? undefined : readFrame(body);
  const json = reading?.state === "json" ? reading.json : undefined;
  const why = name === OF_SERVER ? serverFault(json, exchange) : documentFault(json, exchange);
  return { name, exchange, state: why === undefined ? "valid" : "invalid", why: why ?? "a document" };
}

function documentFault(json: Json | undefined, exchange: Exchange): string | undefined {
  if (!isObject(json)) return `no JSON object (${mediaTypeOf(exchange) ?? "no content type"})`;
  if (typeof json["resource"] !== "string") return `resource is ${shown(json["resource"])}`;
  const servers = json["authorization_servers"];
  const sound = Array.isArray(servers) && servers.length > 0 && servers.every((one) => typeof one === "string");
  return sound ? undefined : `authorization_servers is ${shown(servers)}`;
}

function serverFault(json: Json | undefined, exchange: Exchange): string | undefined {
  return isObject(json) ? undefined : `no JSON object (${mediaTypeOf(exchange) ?? "no content type"})`;
}

/** What was found at each place that was asked, in the order in which clients look. */
export const places: Fact<readonly Place[]> = fact("metadata places", [METADATA, metadataWanted], (recording) =>
  andThen(metadataWanted.of(recording), (one) =>
    andThen(asksOf(recording, METADATA), (asks) => {
      const found: Place[] = [];
      const named = metadataUrl(one.exchange);
      if (named !== undefined && !isAbsoluteHttp(named)) {
        const why = `${shown(named)} is no absolute http(s) URL`;
        found.push({ name: IN_CHALLENGE, exchange: undefined, state: "invalid", why });
      } else if (named !== undefined && isKeptOut(named, recording.target.hostname ?? "")) {
        const why = `${shown(named)} is inside of a network that the server is not in, and was not asked`;
        found.push({ name: IN_CHALLENGE, exchange: undefined, state: "blocked", why });
      }
      for (const name of [IN_CHALLENGE, AT_PATH, AT_ROOT, OF_SERVER]) {
        const last = asks.findLast((ask) => ask.label === name);
        if (last !== undefined) found.push(placeOf(name, last));
      }
      return known(found);
    }),
  ),
);

/** The search for the metadata: where it began, and what was found. */
export interface Search {
  readonly challenge: Exchange;
  readonly places: readonly Place[];
}

/** The metadata of a server that asks for bearer tokens; unknown where none is valid and a place could not be seen. */
export const metadataSearch: Fact<Search> = fact("metadata of the protected resource", [places], (recording) =>
  andThen(metadataWanted.of(recording), ({ exchange }) => {
    const configured = recording.revision === "2025-11-25" && hasBearerToken(recording);
    if (!hasBearerChallenge(exchange) && !configured) {
      return absent("The server asks for no bearer token: it has a scheme of its own");
    }
    return andThen(places.of(recording), (all) => {
      const looked = deciding(
        all.filter((one) => one.name !== OF_SERVER),
        exchange,
        recording,
      );
      const blocked = looked.find((one) => one.state === "blocked");
      if (blocked !== undefined && !looked.some((one) => one.state === "valid")) {
        return unknown(`${blocked.name} could not be seen: ${blocked.why}`);
      }
      return known({ challenge: exchange, places: looked });
    });
  }),
);

/**
 * The places of which one has to hold the document. On 2026-07-28 clients use the one that the challenge names where
 * there is one; on 2025-06-18 there is no other; in between any will do.
 */
function deciding(all: readonly Place[], challenge: Exchange, recording: Recording): readonly Place[] {
  const named = all.filter((one) => one.name === IN_CHALLENGE);
  const version = authVersion(recording);
  if (version === "2025-06-18" && statusOf(challenge) === 401) return named;
  return version > "2025-11-25" && metadataUrl(challenge) !== undefined ? named : all;
}

/** A 401 of the endpoint. */
export interface Challenged {
  readonly exchange: Exchange;
  /** The value of WWW-Authenticate has a scheme. */
  readonly sound: boolean;
  readonly metadata: boolean;
  readonly bearer: boolean;
}

function challengedBy(exchange: Exchange): Challenged {
  return {
    exchange,
    sound: challengesOf(headersOf(exchange)).length > 0,
    metadata: metadataUrl(exchange) !== undefined,
    bearer: hasBearerChallenge(exchange),
  };
}

/** The 401s of the run: all of the endpoint's (2025-11-25), or those of the probes that provoke them (2026-07-28). */
export const unauthorizedAnswers: Fact<readonly Challenged[]> = fact(
  "401 answers",
  [AUTH, BAD_TOKENS, everyExchange],
  (recording) =>
    andThen(runOf(recording, AUTH), () =>
      andThen(everyExchange.of(recording), (all) => {
        const modern = recording.revision === "2026-07-28";
        const seen = all.filter((one) => {
          const from = one.id.slice(0, one.id.indexOf("#"));
          return statusOf(one) === 401 && (modern ? from === AUTH || from === BAD_TOKENS : from !== METADATA);
        });
        return seen.length === 0 ? absent("No 401 was seen") : known(seen.map(challengedBy));
      }),
    ),
  { wholeRun: true },
);
