import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { couldMatch } from "../protocol/uri-template.ts";
import { isInputRequired } from "./calls.ts";
import { asked, asksOf, controlled, describe, gateOf, sentMessage } from "./evidence.ts";
import { resourceList, templateList } from "./lists.ts";
import { listedUris } from "./resources.ts";

/**
 * Reads what is not there. Labels: "unknown scheme", "unknown name" (2026-07-28); "control", "unknown below"
 * (2025-11-25).
 */
export const MISSING = "resources/missing";

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

/** A listed uri and one below it, for which no listed template stands; the first such pair, none of the web. */
export function below(recording: Recording, word: string): Known<{ readonly uri: string; readonly made: string }> {
  return andThen(resourceList.entries.of(recording), () => {
    const templates = templateUris(recording);
    if (templates === undefined) return unknown("resources/templates/list was not served");
    for (const uri of listedUris(recording)) {
      const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(uri) ?? [];
      const made = `${path.replace(/\/$/, "")}/none-${word}${rest}`;
      const fit = !/^https?:/i.test(uri) && !templates.some((one) => couldMatch(one, made));
      if (fit) return known({ uri, made });
    }
    return absent("A template may stand for whatever lies beside the listed resources");
  });
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
  /** With the code of the revision. */
  | { readonly kind: "refused" }
  | { readonly kind: "other-code" }
  | { readonly kind: "empty"; readonly what: string; readonly pointer: string }
  /** The contents of a listed resource under that one's own uri. */
  | { readonly kind: "another"; readonly uri: string; readonly pointer: string }
  /** Contents that the server made for the uri that was asked for. */
  | { readonly kind: "served"; readonly pointer: string }
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
        const read = asks.map((exchange): MissingRead => {
          const one = readOf(exchange, listed, recording);
          return one.outcome.kind === "served" ? { ...one, outcome: { kind: "unclear", why: DYNAMIC } } : one;
        });
        if (read.some((one) => one.outcome.kind !== "unclear")) return known(read);
        const [first] = read.flatMap(({ outcome }) => (outcome.kind === "unclear" ? [outcome.why] : []));
        return unknown(first ?? "resources/read was not asked");
      }),
    ),
);

const DYNAMIC = "the server serves resources whose URI was made up";

/** 2025-11-25: the one read of what is not there, where the listed resource above it was read. */
export const missingBelow = fact<MissingRead>("missing resource", [MISSING, resourceList.entries], (recording) =>
  andThen(resourceList.entries.of(recording), () =>
    andThen(asked(recording, MISSING, "control"), (control) =>
      andThen(asked(recording, MISSING, "unknown below"), (exchange) =>
        andThen(controlled([control]), () => {
          const one = readOf(exchange, new Set(listedUris(recording)), recording);
          return one.outcome.kind === "unclear" ? unknown(one.outcome.why) : known(one);
        }),
      ),
    ),
  ),
);

function readOf(exchange: Exchange, listed: ReadonlySet<string>, recording: Recording): MissingRead {
  const params = sentMessage(exchange)?.["params"];
  const uri = isObject(params) ? String(params["uri"]) : "";
  return { exchange, uri, outcome: outcomeOf(exchange, uri, listed, recording) };
}

/** The code with which each revision says that there is no such resource. */
const NOT_FOUND = { "2025-11-25": -32002, "2026-07-28": -32602 } as const;

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
    if (reply.code === NOT_FOUND[recording.revision]) return { kind: "refused" };
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
  return { kind: "served", pointer: `${pointer}/contents` };
}
