import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { type Answers, answersTo, causeOf, codeOf, isInputRequired } from "./calls.ts";
import { asksOf, describe, gateOf, isServed } from "./evidence.ts";
import { type ListAnswer, type Page, resourceList, templateList } from "./lists.ts";
import { declares } from "./session.ts";

/** Reads listed resources. Labels: "read 1" and so on. */
export const READ = "resources/read";
/** Subscribes and unsubscribes (2025-11-25). Labels: "subscribe 1", "unsubscribe 1" and so on. */
export const SUBSCRIBE = "resources/subscribe";

/** A resource of unknown size counts as this many bytes. */
const UNKNOWN_SIZE = 1_000_000;

/** Listed resources with a uri, the smallest first, in the order of the list among equals. */
export function readable(recording: Recording, most: number): Known<readonly string[]> {
  return andThen(resourceList.entries.of(recording), (entries) => {
    const found = entries.flatMap(({ item }) =>
      isObject(item) && typeof item["uri"] === "string" ? [{ uri: item["uri"], size: sizeOf(item) }] : [],
    );
    if (found.length === 0) return unknown("no listed resource has a uri");
    const uris = [...found].sort((a, b) => a.size - b.size).map((one) => one.uri);
    return known([...new Set(uris)].slice(0, most));
  });
}

function sizeOf(resource: JsonObject): number {
  const { size } = resource;
  return typeof size === "number" && size >= 0 ? size : UNKNOWN_SIZE;
}

/** The uris of all listed resources. */
export function listedUris(recording: Recording): readonly string[] {
  const entries = resourceList.entries.of(recording);
  if (entries.state !== "known") return [];
  return entries.value.flatMap(({ item }) => (isObject(item) && typeof item["uri"] === "string" ? [item["uri"]] : []));
}

/** What the reads of listed resources were answered with; unknown where none was served. */
export const reads = fact<Answers>("resource reads", [READ, resourceList.entries], (recording) =>
  andThen(resourceList.entries.of(recording), () =>
    andThen(answersTo(recording, READ, "read "), (answers) => {
      // 2026-07-28: a resource that needs a capability of the client is refused to one that declares none, as it has to.
      const fair = recording.revision === "2026-07-28" && answers.errors.some((one) => codeOf(one) === -32021);
      return answers.results.length > 0 || fair ? known(answers) : unknown(causeOf(answers, "resources/read"));
    }),
  ),
);

/** The reads that were complete: those that carry caching hints. Absent where each asks for input first. */
export const completeReads = fact<Answers["results"]>("complete reads", [reads], (recording) =>
  andThen(reads.of(recording), ({ results }) => {
    const complete = results.filter((one) => !isInputRequired(one.result));
    return complete.length > 0
      ? known(complete)
      : absent("Every resource that was read asks for input first, or needs a capability of the client");
  }),
);

/** The pair of requests about one resource; unsubscribe only where the subscription was served. */
export interface Subscribing {
  readonly subscribe: Exchange;
  readonly unsubscribe: Exchange | undefined;
}

/** What subscribing came to; unknown where neither a result nor the server's own refusal was seen. */
export const subscribing = fact<readonly Subscribing[]>(
  "subscribing",
  [SUBSCRIBE, declares("resources.subscribe")],
  (recording) =>
    andThen(declares("resources.subscribe").of(recording), () =>
      andThen(nothingListedIsUnknown(recording), () =>
        andThen(asksOf(recording, SUBSCRIBE), (asks) => {
          const tries = asks
            .filter((one) => one.label.startsWith("subscribe "))
            .map((subscribe) => ({
              subscribe,
              unsubscribe: asks.find((one) => one.label === `un${subscribe.label}`),
            }));
          const made = tries.find(({ subscribe }) => isServed(subscribe));
          const telling = made === undefined ? tries.map((one) => one.subscribe) : [made.unsubscribe ?? made.subscribe];
          const unseen = telling.map((one) => unseenBecause(one, recording)).find((why) => why !== undefined);
          return unseen === undefined ? known(tries) : unknown(unseen);
        }),
      ),
    ),
);

/** A declared feature without anything to try it on was not seen to work. */
function nothingListedIsUnknown(recording: Recording): Known<unknown> {
  const entries = resourceList.entries.of(recording);
  return entries.state === "absent" ? unknown("no resource is listed that could be subscribed to") : entries;
}

function unseenBecause(exchange: Exchange, recording: Recording): string | undefined {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return gate;
  const reply = replyOf(exchange);
  const status = statusOf(exchange) ?? 200;
  if (reply.kind === "result" || reply.kind === "error" || (status >= 400 && status < 500)) return undefined;
  return `${exchange.label} was not answered: ${describe(exchange)}`;
}

/** The pages of the template list; absent where the server says that it has no such method. */
export const offeredTemplates = fact<readonly Page[]>("offered templates", [templateList.pages], (recording) =>
  andThen(templateList.first.of(recording), (exchange) => {
    const reply = replyOf(exchange);
    return reply.kind === "error" && reply.code === -32601 && gateOf(exchange, recording) === undefined
      ? absent("The server offers no resource templates")
      : templateList.pages.of(recording);
  }),
);

/**
 * The answer to the first request for templates. On 2025-11-25 any error but -32601 says nothing; on 2026-07-28 a server
 * without templates (-32601) is skipped.
 */
export const templateAnswer = fact<ListAnswer>("template answer", [templateList.answer], (recording) =>
  andThen(templateList.answer.of(recording), (answer) => {
    const { reply, exchange } = answer;
    if (reply.kind === "result") return known(answer);
    const modern = recording.revision === "2026-07-28";
    if (reply.code === -32601) return modern ? absent("The server offers no resource templates") : known(answer);
    return modern ? known(answer) : unknown(`resources/templates/list was not served: ${describe(exchange)}`);
  }),
);
