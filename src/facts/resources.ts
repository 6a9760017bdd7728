import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { couldMatch } from "../protocol/uri-template.ts";
import { type Answers, answersTo, causeOf, isInputRequired } from "./calls.ts";
import { asksOf, describe, gateOf, isServed, sentMessage } from "./evidence.ts";
import { type ListAnswer, type Page, resourceList, templateList } from "./lists.ts";
import { declares } from "./session.ts";

/** Reads listed resources. Labels: "read 1" and so on. */
export const READ = "resources/read";
/** Reads what is not there (2026-07-28). Labels: "unknown scheme", "unknown name". */
export const MISSING = "resources/missing";
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
    andThen(answersTo(recording, READ, "read "), (answers) =>
      answers.results.length > 0 ? known(answers) : unknown(causeOf(answers, "resources/read")),
    ),
  ),
);

/** The reads that were complete: those that carry caching hints. Absent where each asks for input first. */
export const completeReads = fact<Answers["results"]>("complete reads", [reads], (recording) =>
  andThen(reads.of(recording), ({ results }) => {
    const complete = results.filter((one) => !isInputRequired(one.result));
    return complete.length > 0 ? known(complete) : absent("Every resource that was read asks for input first");
  }),
);

/**
 * Listed uris whose last path segment can be replaced so that no listed template stands for the result. None of the web:
 * a server may fetch those from elsewhere. `word` stands in place of the segment.
 */
export function neighbour(recording: Recording, word: string): string | undefined {
  const templates = templateUris(recording);
  if (templates === undefined) return undefined;
  for (const uri of listedUris(recording)) {
    const replaced = /^https?:/i.test(uri) ? undefined : withLastSegment(uri, word);
    if (replaced !== undefined && !templates.some((one) => couldMatch(one, replaced))) return replaced;
  }
  return undefined;
}

function withLastSegment(uri: string, word: string): string | undefined {
  const match = /^([^?#]*[/:])([^/?#:]+)((?:[?#].*)?)$/.exec(uri);
  const [, before = "", , after = ""] = match ?? [];
  // "scheme://host" has no path: its last part names a place, not a resource.
  return match === null || /^[^/]*:\/\/$/.test(before) ? undefined : `${before}${word}${after}`;
}

/** The templates of the server, none where it offers none; undefined where they could not be seen. */
function templateUris(recording: Recording): readonly string[] | undefined {
  const pages = templateList.pages.of(recording);
  if (pages.state === "known") {
    return pages.value.flatMap(({ items }) =>
      items.flatMap((item) => (isObject(item) && typeof item["uriTemplate"] === "string" ? [item["uriTemplate"]] : [])),
    );
  }
  const answer = templateList.answer.of(recording);
  const none = answer.state === "known" && answer.value.reply.kind === "error" && answer.value.reply.code === -32601;
  return none || answer.state === "absent" ? [] : undefined;
}

/** What a read of a resource that is not there came to. */
export type MissingOutcome =
  /** -32602. */
  | { readonly kind: "refused" }
  | { readonly kind: "other-code" }
  | { readonly kind: "empty"; readonly what: string; readonly pointer: string }
  /** The contents of a listed resource under that one's own uri. */
  | { readonly kind: "another"; readonly uri: string; readonly pointer: string }
  | { readonly kind: "unclear"; readonly why: string };

export interface MissingRead {
  readonly exchange: Exchange;
  readonly uri: string;
  readonly outcome: MissingOutcome;
}

/** Reads of resources that are not there; unknown where none of them tells anything. */
export const missingReads = fact<readonly MissingRead[]>(
  "missing resources",
  [MISSING, resourceList.pages],
  (recording) =>
    andThen(resourceList.pages.of(recording), () =>
      andThen(asksOf(recording, MISSING), (asks) => {
        const listed = new Set(listedUris(recording));
        const read = asks.map((exchange) => {
          const params = sentMessage(exchange)?.["params"];
          const uri = isObject(params) ? String(params["uri"]) : "";
          return { exchange, uri, outcome: outcomeOf(exchange, uri, listed, recording) };
        });
        if (read.some((one) => one.outcome.kind !== "unclear")) return known(read);
        const [first] = read.flatMap(({ outcome }) => (outcome.kind === "unclear" ? [outcome.why] : []));
        return unknown(first ?? "resources/read was not asked");
      }),
    ),
);

/** Refusals of the request as such, before anybody looks for a resource. */
const BEFOREHAND: readonly Json[] = [-32020, -32021, -32022];

function outcomeOf(
  exchange: Exchange,
  asked: string,
  listed: ReadonlySet<string>,
  recording: Recording,
): MissingOutcome {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return { kind: "unclear", why: gate };
  const reply = replyOf(exchange);
  if (reply.kind === "error") {
    if (reply.code === -32602) return { kind: "refused" };
    if (!BEFOREHAND.includes(reply.code)) return { kind: "other-code" };
  }
  if (reply.kind !== "result" || isInputRequired(reply.result)) {
    return { kind: "unclear", why: `a made-up resource was answered with ${describe(exchange)}` };
  }
  const pointer = `${reply.pointer}/result`;
  const contents = isObject(reply.result) ? reply.result["contents"] : undefined;
  if (!Array.isArray(contents)) return { kind: "empty", what: "a result without contents", pointer };
  if (contents.length === 0) return { kind: "empty", what: "empty contents", pointer: `${pointer}/contents` };
  for (const [index, item] of (contents as readonly Json[]).entries()) {
    const uri = isObject(item) ? item["uri"] : undefined;
    if (typeof uri === "string" && uri !== asked && listed.has(uri)) {
      return { kind: "another", uri, pointer: `${pointer}/contents/${index}` };
    }
  }
  return { kind: "unclear", why: "the server serves resources whose URI was made up" };
}

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
