import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import { hasBearerChallenge, headersOf, statusOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { isLoopback } from "./addresses.ts";
import { credentialNames, hasCredential } from "./credentials.ts";
import { asksOf, describe, isServed, isUnanswered, methodOf } from "./evidence.ts";
import { capabilities, declaredAt, declaredLists } from "./session.ts";

/** Asks with and without the user's credential. */
export const AUTH = "security/auth";
export const BAD_TOKENS = "security/bad-tokens";
export const TOKEN_IN_QUERY = "security/token-in-query";

/** Ends of the labels: what stands before is the request's name, equal on both. */
export const WITHOUT = " without credential";
export const WITH = " with credential";
/** 2025-11-25: the request in the session that the credential opened. */
export const IN_SESSION = "the request in a session of the credential";

export function hasBearerToken(recording: Recording): boolean {
  return recording.target.authorization === "bearer";
}

/** The user names himself to the server in another way than by a bearer token. */
export function hasOwnScheme(recording: Recording): boolean {
  return !hasBearerToken(recording) && credentialNames(recording.target.headerNames).length > 0;
}

/** Servers may have a strategy of their own (basic/index#auth); what the page on authorization asks for is not theirs. */
export const ownScheme: Fact<boolean> = fact("a scheme of its own", [], (recording) => known(hasOwnScheme(recording)));

/**
 * Which headers are left out where no credential is to be sent: Authorization where there is one, so that a key for a
 * gateway stays and the answer is the server's. Where there is none, on 2025-11-25 all that look like a credential.
 */
export function withheld(recording: Pick<Recording, "revision" | "target">): readonly string[] {
  const { authorization, headerNames } = recording.target;
  const own = recording.revision === "2025-11-25" && authorization === undefined;
  return own ? credentialNames(headerNames) : ["authorization"];
}

/** The request that is asked in a session: the list of tools where there is one. */
export function sessionMethod(recording: Recording): string {
  const all = capabilities.of(recording);
  return all.state === "known" && declaredAt(all.value, "tools") !== undefined ? "tools/list" : "ping";
}

/** The requests that are tried without a credential on 2026-07-28, most open first. */
export function statelessMethods(recording: Recording): readonly string[] {
  return ["server/discover", ...declaredLists(recording)];
}

/** A request that is not served without a credential. */
export interface Guarded {
  /** "initialize", "request" (2025-11-25), or the method (2026-07-28). */
  readonly name: string;
  readonly exchange: Exchange;
  /** The same with the user's credential; undefined where none is configured. */
  readonly twin: Exchange | undefined;
}

/** Statuses that say nothing of authorization: a proxy's own, load, a gateway's trouble. */
const ELSEWHERE: readonly number[] = [407, 408, 429, 502, 503, 504];

/** Why an answer says nothing of authorization, or undefined. Here 401 and 403 are what it is about. */
export function elsewhere(exchange: Exchange): string | undefined {
  const status = statusOf(exchange);
  if (isUnanswered(exchange)) return `${methodOf(exchange)} was not answered: ${describe(exchange)}`;
  return status !== undefined && ELSEWHERE.includes(status)
    ? `${methodOf(exchange)} was answered with HTTP ${status}, which may not be the server's own answer`
    : undefined;
}

/** The first request that is not served without a credential; absent: all that were tried are served. */
export const guarded: Fact<Guarded> = fact("what a credential guards", [AUTH], (recording) =>
  andThen(asksOf(recording, AUTH), (asks): Known<Guarded> => {
    const tried = asks.filter((one) => one.label.endsWith(WITHOUT));
    if (tried.length === 0) return unknown("nothing was asked without a credential");
    const exchange = tried.find((one) => !isServed(one));
    if (exchange === undefined)
      return absent("The server serves requests without a credential: authorization is optional");
    const cause = elsewhere(exchange);
    if (cause !== undefined) return unknown(cause);
    const name = exchange.label.slice(0, -WITHOUT.length);
    const twin = asks.find((one) => one.label === `${name}${WITH}`);
    return known({ name, exchange, twin });
  }),
);

/** Known when the credential makes the difference: what is refused without it is served with it. */
export function served({ twin }: Guarded): Known<Exchange> {
  if (twin === undefined) return unknown("no credential is configured");
  return isServed(twin)
    ? known(twin)
    : unknown(`${methodOf(twin)} with the configured credential was not served: ${describe(twin)}`);
}

/**
 * What was refused without a credential, where that can be laid to the lack of it: a 401 (on 2026-07-28 not where the
 * configured credential is refused too), else beside its twin.
 */
export const refusedWithout: Fact<Guarded> = fact("the refusal without a credential", [guarded], (recording) =>
  andThen(guarded.of(recording), (one) => {
    const status = statusOf(one.exchange);
    const alike = recording.revision === "2026-07-28" && one.twin !== undefined;
    if (status === 401) return alike ? andThen(served(one), () => known(one)) : known(one);
    if (recording.revision === "2026-07-28" && !hasBearerToken(recording)) {
      return unknown(`no bearer token is configured, and without one the answer was ${describe(one.exchange)}`);
    }
    if (one.twin === undefined) return absent("No credential is configured, and no 401 was seen");
    return andThen(served(one), () => known(one));
  }),
);

/** As `guarded`, where the refusal is a 401; anything else is the matter of security-auth-required. */
const unauthorized: Fact<Guarded> = fact("the 401 without a credential", [guarded], (recording) =>
  andThen(guarded.of(recording), (one) =>
    statusOf(one.exchange) === 401
      ? known(one)
      : unknown(`${methodOf(one.exchange)} without a credential was not answered with 401: ${describe(one.exchange)}`),
  ),
);

/** What bad tokens are tried on: it is refused without a token, and served with the user's where there is one. */
export const tokenGate: Fact<Guarded> = fact("what a token guards", [guarded, unauthorized], (recording) => {
  const modern = recording.revision === "2026-07-28";
  return andThen(modern ? guarded.of(recording) : unauthorized.of(recording), (one) => {
    if (modern && !hasBearerToken(recording)) return unknown("no bearer token is configured");
    return one.twin === undefined ? known(one) : andThen(served(one), () => known(one));
  });
});

/** One bad token and what came of it. `kind` is the label. */
export interface BadToken {
  readonly kind: string;
  readonly exchange: Exchange;
}

/** Labels: tokens that nobody issued, and headers that hold none. */
export const RANDOM_TOKEN = "a random token";
export const CUT_TOKEN = "the configured token cut short";
export const NO_TOKEN = "Bearer without a token";
export const TWO_WORDS = "Bearer with two words";

export const badTokens: Fact<readonly Known<BadToken>[]> = fact("bad tokens", [tokenGate, BAD_TOKENS], (recording) =>
  andThen(tokenGate.of(recording), () =>
    andThen(asksOf(recording, BAD_TOKENS), (asks) => {
      const sent = asks.filter((one) => [RANDOM_TOKEN, CUT_TOKEN, NO_TOKEN, TWO_WORDS].includes(one.label));
      if (sent.length === 0) return unknown("no bad token was sent");
      return known(
        sent.map((exchange): Known<BadToken> => {
          const cause = elsewhere(exchange);
          return cause === undefined ? known({ kind: exchange.label, exchange }) : unknown(cause);
        }),
      );
    }),
  ),
);

/** The request with a session's id and without a credential, where it is served with one and refused without a session. */
export const sessionAlone: Fact<Exchange> = fact("the session without the credential", [guarded], (recording) =>
  andThen(guarded.of(recording), (one) =>
    andThen(asksOf(recording, AUTH), (asks): Known<Exchange> => {
      if (one.twin === undefined) return unknown("no credential is configured");
      const opened = asks.find((ask) => ask.label === `initialize${WITH}`);
      const twin = asks.find((ask) => ask.label === `request${WITH}`);
      for (const control of [opened, twin]) {
        if (control !== undefined && isServed(control)) continue;
        const what = control === undefined ? "" : `: ${describe(control)}`;
        return unknown(`a session with the configured credential was not served${what}`);
      }
      // A header that is refused in another way when it lacks may be a setting rather than a credential.
      if (hasOwnScheme(recording) && ![401, 403].includes(statusOf(one.exchange) ?? 0)) {
        return absent("The configured headers may be no credential");
      }
      const id = opened === undefined ? undefined : headerValue(headersOf(opened), "mcp-session-id");
      if (id === undefined || id === "") return absent("The server gave no session id");
      const alone = asks.find((ask) => ask.label === IN_SESSION);
      if (alone === undefined) return unknown("nothing was asked in the session without a credential");
      const cause = elsewhere(alone);
      return cause === undefined ? known(alone) : unknown(cause);
    }),
  ),
);

/** Why a token may not be sent in a query, or undefined. Both the user's consent and a private way are needed. */
function notInQuery(recording: Pick<Recording, "consent" | "target">): string | undefined {
  if (!recording.consent.tokenInQuery) {
    return "A token in a query string ends up in logs; it is sent only with --allow-token-in-query";
  }
  const { scheme, hostname = "" } = recording.target;
  return scheme === "https" || isLoopback(hostname)
    ? undefined
    : "A token is sent in a query string only over https or to this machine";
}

/** Where a token in the query can be tried: a bearer token is configured, needed, and may be sent so. */
export const queryGate: Fact<Guarded> = fact(
  "a token that may be sent in a query",
  [guarded, unauthorized],
  (recording) =>
    andThen(guarded.of(recording), () => {
      if (!hasBearerToken(recording)) return absent("No bearer token is configured");
      return andThen(unauthorized.of(recording), (one) =>
        andThen(served(one), () => {
          const cause = notInQuery(recording);
          // The consent is the user's and the way is ours: neither is a lack of the server.
          return cause === undefined ? known(one) : absent(cause);
        }),
      );
    }),
);

export const tokenInQuery: Fact<Exchange> = fact("the token in the query", [queryGate, TOKEN_IN_QUERY], (recording) =>
  andThen(queryGate.of(recording), () =>
    andThen(asksOf(recording, TOKEN_IN_QUERY), (asks): Known<Exchange> => {
      const sent = asks.findLast((one) => one.label === "the token in the query");
      if (sent === undefined) return unknown("the token was not sent in a query");
      const cause = elsewhere(sent);
      return cause === undefined ? known(sent) : unknown(cause);
    }),
  ),
);

/** True where authorization is in use: a credential is configured, or the server asked for one. */
export function usesAuthorization(recording: Recording, exchanges: readonly Exchange[]): boolean {
  return hasCredential(recording.target) || exchanges.some((one) => statusOf(one) === 401 || hasBearerChallenge(one));
}
