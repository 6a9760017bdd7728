import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import { headersOf, replyOf, statusOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { era, REMOVED_METHODS, servesOldTransport } from "./era.ts";
import { asked, asksOf, controlled, describe, gateOf, isServed, runOf, served } from "./evidence.ts";
import { discoverExchange, HANDSHAKE, initializeExchange, sessionId } from "./session.ts";
import { isTold } from "./surrounded.ts";

export const REDIRECT = "transport/redirect";
export const NOTIFICATIONS = "transport/notifications";
export const TEXT_PLAIN = "transport/text-plain";
export const BROWSER_REQUEST = "transport/browser-request";
export const BATCH = "transport/batch";
export const SESSION = "transport/session";
export const DELETE = "transport/delete";

/** As `describe`, with the status also where it is no error's: a refusal under 200 says what is wrong. */
export function describeStatus(exchange: Exchange): string {
  const status = statusOf(exchange);
  const text = describe(exchange);
  return status === undefined || text.startsWith("HTTP ") ? text : `HTTP ${status} with ${text}`;
}

/** The subject when nobody else answered in the server's place and something came at all. */
export function ownAnswer(exchange: Exchange, recording: Recording): Known<Exchange> {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  return statusOf(exchange) === undefined ? unknown(`${exchange.label}: ${describe(exchange)}`) : known(exchange);
}

/** As `asked`; where the probe's own session was not opened, that is the reason. */
export function askedFresh(recording: Recording, probe: string, label: string): Known<Exchange> {
  const found = asked(recording, probe, label);
  if (found.state !== "unknown") return found;
  return andThen(runOf(recording, probe), (run) => {
    const setup = run.exchanges.find((one) => one.part === "setup" && one.label === "initialize");
    return setup === undefined ? found : andThen(served(setup, "initialize"), () => found);
  });
}

/** The subject of a probe, where the sound requests of these labels were served. */
export function tried(
  recording: Recording,
  probe: string,
  controls: readonly string[],
  label: string,
): Known<Exchange> {
  for (const name of controls) {
    const control = andThen(askedFresh(recording, probe, name), (one) => controlled([one]));
    if (control.state !== "known") return control;
  }
  return asked(recording, probe, label);
}

/** Where an answer redirects to, if that is on the same origin. */
export function redirectOf(exchange: Exchange): string | undefined {
  const status = statusOf(exchange) ?? 0;
  const location = headerValue(headersOf(exchange), "location");
  const from = exchange.sent?.kind === "http" ? exchange.sent.url : undefined;
  if (status < 300 || status > 399 || location === undefined || from === undefined) return undefined;
  // What was taken out of the recording cannot be followed.
  if (location.includes("[redacted]") || !URL.canParse(location, from)) return undefined;
  return new URL(location, from).origin === new URL(from).origin ? location : undefined;
}

/** Where a redirect that keeps the method sends initialize to. */
export const initializeRedirect = fact<string>("redirect of initialize", [HANDSHAKE], (recording) =>
  andThen(initializeExchange.of(recording), (exchange) => {
    const location = [307, 308].includes(statusOf(exchange) ?? 0) ? redirectOf(exchange) : undefined;
    return location === undefined ? absent("initialize was not redirected") : known(location);
  }),
);

/** The first POST of the run, followed once where it was redirected (2025-11-25). */
export const firstPost = fact<Exchange>("first POST", [HANDSHAKE, REDIRECT], (recording) => {
  const first = recording.revision === "2025-11-25" ? initializeExchange : discoverExchange;
  return andThen(first.of(recording), (exchange) => {
    const followed = initializeRedirect.of(recording).state === "known";
    const last = followed ? asked(recording, REDIRECT, "redirected") : known(exchange);
    return andThen(last, (one) => ownAnswer(one, recording));
  });
});

/** notifications/initialized of the main session, or the two notifications of 2026-07-28. */
export const notificationPosts = fact<readonly Known<Exchange>[]>(
  "notification POSTs",
  [HANDSHAKE, NOTIFICATIONS],
  (recording) => {
    const seen = (exchange: Exchange): Known<Exchange> =>
      andThen(ownAnswer(exchange, recording), () => {
        const status = statusOf(exchange) ?? 0;
        const open = exchange.ending.kind !== "complete" && exchange.ending.kind !== "enough";
        if (status === 202 && open && exchange.frames.length < 2)
          return unknown("a 202 answer did not come to its end");
        return status >= 500 || (status >= 300 && status < 400)
          ? unknown(`a notification was answered with HTTP ${status}`)
          : known(exchange);
      });
    if (recording.revision === "2025-11-25") {
      return andThen(initializeExchange.of(recording), (first) =>
        andThen(served(first), () =>
          andThen(asked(recording, HANDSHAKE, "initialized"), (exchange) => known([seen(exchange)])),
        ),
      );
    }
    return andThen(tried(recording, NOTIFICATIONS, ["control"], "notification"), () =>
      andThen(asksOf(recording, NOTIFICATIONS), (asks) =>
        known(asks.filter((one) => one.label === "notification").map(seen)),
      ),
    );
  },
);

/** How a request with the media type text/plain was taken, and whether the server lived on (2025-11-25). */
export interface PlainText {
  readonly subject: Exchange;
  readonly after: Exchange;
  readonly dead: boolean;
}

export const plainText = fact<PlainText>("text/plain", [TEXT_PLAIN], (recording) =>
  andThen(tried(recording, TEXT_PLAIN, ["control"], "text/plain"), (subject) =>
    andThen(runOf(recording, TEXT_PLAIN), ({ exchanges }): Known<PlainText> => {
      const rest = exchanges.slice(exchanges.indexOf(subject) + 1);
      const [after] = rest;
      if (after === undefined) return unknown("the server was not asked after text/plain");
      if (rest.every((one) => isDown(one, recording))) return known({ subject, after, dead: true });
      if (!isServed(after)) return unknown(`the request after text/plain was not served: ${describe(after)}`);
      const gate = gateOf(subject, recording);
      return gate === undefined ? known({ subject, after, dead: false }) : unknown(gate);
    }),
  ),
);

/** Nothing at all, or a failure of the server's own. */
function isDown(exchange: Exchange, recording: Recording): boolean {
  const status = statusOf(exchange);
  if (status !== undefined) return status >= 500 && gateOf(exchange, recording) === undefined;
  return replyOf(exchange).kind === "none" && exchange.ending.kind !== "cancelled";
}

/** A browser's simple request, and the same request with our headers but text/plain (2026-07-28). */
export interface BrowserRequest {
  readonly subject: Exchange;
  readonly plain: Exchange;
}

export const browserRequest = fact<BrowserRequest>("browser request", [BROWSER_REQUEST], (recording) => {
  return andThen(tried(recording, BROWSER_REQUEST, ["control"], "text/plain"), (plain) =>
    andThen(asked(recording, BROWSER_REQUEST, "a browser's simple request"), (subject) => {
      const after = asked(recording, BROWSER_REQUEST, "control after");
      const open = andThen(after, (one) => controlled([one]));
      // A message is the server's own; after anything else a sound request shows that it was still served.
      if (open.state !== "known" && (after.state === "known" || !isTold(subject) || !isTold(plain))) return open;
      const status = statusOf(subject);
      // 403 is what the specification asks for; whoever says it, no page comes through.
      const gate = status === 403 ? undefined : gateOf(subject, recording);
      if (gate !== undefined) return unknown(gate);
      const { kind } = replyOf(subject);
      const refused = status !== undefined && status >= 400 && status < 500;
      return kind === "result" || kind === "error" || refused
        ? known({ subject, plain })
        : unknown(`a browser's simple request: ${describe(subject)}`);
    }),
  );
});

/** The answer to two requests in one array, each of which is served when it comes alone. */
export const batchAnswer = fact<Exchange>("batch", [BATCH], (recording) =>
  andThen(tried(recording, BATCH, ["control"], "batch"), (batch) =>
    andThen(asksOf(recording, BATCH), (asks) =>
      andThen(controlled(asks.filter((one) => one.label === "control")), () => ownAnswer(batch, recording)),
    ),
  ),
);

/** The ping without a session id, and the one with an id that was never issued, where the real one is served. */
export const withoutSession = fact<Exchange>("ping without session", [SESSION], (recording) =>
  sessionPing(recording, "without id"),
);
export const unknownSession = fact<Exchange>("ping in an unknown session", [SESSION], (recording) =>
  sessionPing(recording, "unknown id"),
);

function sessionPing(recording: Recording, label: string): Known<Exchange> {
  return andThen(sessionId.of(recording), () =>
    andThen(tried(recording, SESSION, ["control"], label), (subject) => ownAnswer(subject, recording)),
  );
}

/** DELETE of a session, and the pings in it afterwards. */
export interface Deleted {
  readonly deletion: Exchange;
  readonly later: readonly Exchange[];
}

export const deletedSession = fact<Deleted>("deleted session", [DELETE], (recording) =>
  andThen(tried(recording, DELETE, ["control"], "DELETE"), (deletion) =>
    andThen(ownAnswer(deletion, recording), () =>
      andThen(asksOf(recording, DELETE), (asks) => {
        const later = asks.filter((one) => one.label === "ping in the ended session");
        const last = later.at(-1);
        return andThen(last === undefined ? known(deletion) : ownAnswer(last, recording), () =>
          known({ deletion, later }),
        );
      }),
    ),
  ),
);

/** GET or DELETE at a server of 2026-07-28; absent where it also serves revisions that have them. */
export function removedMethod(method: "GET" | "DELETE"): Fact<Exchange> {
  return fact<Exchange>(`${method} removed`, [REMOVED_METHODS, servesOldTransport, era], (recording) =>
    andThen(tried(recording, REMOVED_METHODS, ["control"], method), (exchange) =>
      andThen(ownAnswer(exchange, recording), () => {
        if (statusOf(exchange) === 405) return known(exchange);
        return andThen(servesOldTransport.of(recording), (old) =>
          old
            ? absent("The server also serves HTTP+SSE, the transport of 2024-11-05")
            : andThen(era.of(recording), (which) =>
                which === "dual"
                  ? absent(`The server also serves older revisions, in which ${method} has a meaning`)
                  : known(exchange),
              ),
        );
      }),
    ),
  );
}
