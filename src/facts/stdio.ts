import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { isResponse, messagesOf } from "../protocol/jsonrpc.ts";
import { asked, asksOf, controlled, isServed, isUnanswered } from "./evidence.ts";

export const FRAMING = "stdio/framing";
export const UNICODE = "stdio/unicode";
export const CANCELLATION = "stdio/cancellation";
export const UNKNOWN_METHOD_AGAIN = "stdio/unknown-method";
const UNKNOWN_METHOD = "errors/unknown-method";

/** A request and the plain one after it. `dead`: the plain one stayed unserved too, in two children. */
export interface Survival {
  readonly subject: Exchange;
  readonly after: Exchange;
  readonly dead: boolean;
}

/** A served request, the subject and a plain request after it, by their labels. */
function trio(recording: Recording, probe: string, labels: readonly [string, string, string]): Known<Survival> {
  const [before, subject, after] = labels;
  return andThen(asked(recording, probe, before), (twin) =>
    andThen(controlled([twin]), () =>
      andThen(asked(recording, probe, subject), (about) =>
        andThen(asked(recording, probe, after), (last) =>
          known({ subject: about, after: last, dead: !isServed(last) }),
        ),
      ),
    ),
  );
}

const ONCE = "the server did not answer afterwards, but a second process did";

/** One child may have gone for other reasons: only what a second one does too is laid to the request. */
function confirmed(first: Known<Survival>, second: () => Known<Survival>): Known<Survival> {
  return andThen(first, (one) => {
    if (!one.dead) return known(one);
    return andThen(second(), (again) => (again.dead ? known(again) : unknown(ONCE)));
  });
}

/** In the shared child another method is asked where the first got no answer. */
function unknownMethodIn(recording: Recording, probe: string): Known<Survival> {
  const [second, first] = ["another unknown method", "unknown method"].map((subject) =>
    trio(recording, probe, ["control before", subject, "control after"]),
  ) as [Known<Survival>, Known<Survival>];
  return second.state === "known" ? second : first;
}

/** Known where the shared child did not serve the request after an unknown method: worth a second look. */
export const unknownMethodTrouble = fact<Exchange>("trouble after an unknown method", [UNKNOWN_METHOD], (recording) =>
  andThen(unknownMethodIn(recording, UNKNOWN_METHOD), ({ after, dead }) =>
    dead ? known(after) : absent("The server lived on after an unknown method"),
  ),
);

/** An unknown method and what came after it. */
export const afterUnknownMethod = fact<Survival>(
  "after an unknown method",
  [UNKNOWN_METHOD, UNKNOWN_METHOD_AGAIN],
  (recording) =>
    confirmed(unknownMethodIn(recording, UNKNOWN_METHOD), () => unknownMethodIn(recording, UNKNOWN_METHOD_AGAIN)),
);

/** The cancellation of a request that never was, and what came after it. */
export const strayCancellation = fact<Survival>("stray cancellation", [CANCELLATION], (recording) => {
  const round = (again: string): Known<Survival> =>
    trio(recording, CANCELLATION, [`control before${again}`, `cancelled${again}`, `control after${again}`]);
  return confirmed(round(""), () => round(" again"));
});

/** A message that answers a notification, which nothing should. */
export interface Unwanted {
  readonly exchange: Exchange;
  readonly message: JsonObject;
  readonly pointer: string;
}

/** Responses in the children of the cancellation that carry no id, or the id that was cancelled. */
export const cancellationAnswers = fact<readonly Unwanted[]>(
  "answers to a cancellation",
  [CANCELLATION],
  (recording) =>
    andThen(asksOf(recording, CANCELLATION), (asks) => {
      const cancelled = asks.flatMap((one) => (one.tags?.["requestId"] === undefined ? [] : [one.tags["requestId"]]));
      const connections = new Set(asks.map((one) => one.connection));
      // Others may have spoken in the same process before, and may after.
      const [from, until] = [Math.min(...asks.map((one) => one.at)), Math.max(...asks.map((one) => one.at + one.ms))];
      const strays = (recording.runs.find((run) => run.probe === "strays")?.exchanges ?? []).filter(
        (one) => connections.has(one.connection) && one.at >= from && one.at <= until,
      );
      return known(
        [...asks, ...strays].flatMap((exchange) =>
          exchange.frames.flatMap((frame) =>
            messagesOf(frame).flatMap(({ json, pointer }) => {
              const id = json["id"] ?? null;
              const answers = isResponse(json) && (id === null || cancelled.includes(id));
              return answers ? [{ exchange, message: json, pointer }] : [];
            }),
          ),
        ),
      );
    }),
  { wholeRun: true },
);

/** What non-ASCII met: a request with such an id, or output that is no UTF-8. */
export type UnicodeSeen =
  | { readonly kind: "request"; readonly exchange: Exchange; readonly dead: boolean }
  | { readonly kind: "bytes"; readonly exchange: Exchange };

export const unicodeSeen = fact<readonly Known<UnicodeSeen>[]>(
  "non-ASCII ids",
  [UNICODE],
  (recording) => {
    const labels = recording.revision === "2025-11-25" ? ["unicode id"] : ["unicode id", "split id"];
    const requests = labels.map((label): Known<UnicodeSeen> => {
      const first = unicodeRound(recording, label, "");
      return andThen(first, (one): Known<UnicodeSeen> => {
        if (!isUnanswered(one.subject)) return known({ kind: "request", exchange: one.subject, dead: false });
        if (!one.dead) return unknown(`a request with a non-ASCII id was not answered, though the server lives`);
        return andThen(unicodeRound(recording, label, " again"), (again): Known<UnicodeSeen> => {
          if (again.dead && isUnanswered(again.subject)) {
            return known({ kind: "request", exchange: again.subject, dead: true });
          }
          return unknown(ONCE);
        });
      });
    });
    return known([...requests, ...invalidOutput(recording)]);
  },
  { wholeRun: true },
);

function unicodeRound(recording: Recording, label: string, again: string): Known<Survival> {
  return trio(recording, UNICODE, [`ascii id${again}`, `${label}${again}`, `control after${again}`]);
}

/** Exchanges of the whole run in whose lines some bytes are no UTF-8; one per child is enough. */
function invalidOutput(recording: Recording): readonly Known<UnicodeSeen>[] {
  const all = recording.runs.flatMap((run) => run.exchanges);
  const broken = all.filter(
    (one) =>
      one.revision === recording.revision &&
      one.faulty !== true &&
      one.frames.some((frame) => frame.kind === "line" && frame.invalidUtf8 === true),
  );
  const first = new Map<string, Exchange>();
  for (const one of broken) if (!first.has(one.connection)) first.set(one.connection, one);
  return [...first.values()].map((exchange) => known({ kind: "bytes", exchange }));
}

/** The id that an answer carried in place of the request's, as sent; undefined where it is the request's own. */
export function foreignId(exchange: Exchange): { readonly id: unknown } | undefined {
  const reply = replyOf(exchange);
  if (reply.kind === "foreign") return { id: reply.message["id"] };
  if (reply.kind === "error" && (reply.message["id"] ?? null) === null) return { id: reply.message["id"] };
  return undefined;
}
