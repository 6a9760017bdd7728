import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { headersOf, replyOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { servesHeaderless, servesOldTransport } from "./era.ts";
import { asksOf, controlled, describe, gateOf, isServed, methodOf } from "./evidence.ts";
import { promptList, resourceList } from "./lists.ts";
import { declares } from "./session.ts";
import { safestTools } from "./tools.ts";

export const VERSION_HEADER = "transport/version-header";
export const METHOD_HEADER = "transport/method-header";
export const NAME_HEADER = "transport/name-header";
/** The same without the call of a tool. */
export const NAME_HEADER_READS = "transport/name-header-reads";
export const HEADER_CASE = "transport/header-case";
export const SESSION_HEADER = "transport/session-header";

/** How exchanges are labelled: a method, then one of these. */
export const WITHOUT_VERSION = "without MCP-Protocol-Version";
export const WITHOUT_METHOD = "without Mcp-Method";
export const OTHER_METHOD = "with another Mcp-Method";
export const OWN_NAME = "with its Mcp-Name";
export const OTHER_NAME = "with another Mcp-Name";

/** HeaderMismatch of 2026-07-28. */
const HEADER_MISMATCH = -32020;

/** The first list whose capability is declared. */
export function firstList(recording: Recording): string | undefined {
  const found = ["tools", "resources", "prompts"].find((name) => declares(name).of(recording).state === "known");
  return found === undefined ? undefined : `${found}/list`;
}

/** An answer that can be laid to the server: a JSON-RPC message, or a bare 4xx beside a sound request that was served. */
function told(exchange: Exchange, recording: Recording, after: Exchange | undefined): Known<Exchange> {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  const reply = replyOf(exchange);
  if (reply.kind === "result" || reply.kind === "error") return known(exchange);
  const bare = reply.kind === "status" && reply.status >= 400 && reply.status < 500;
  if (!bare) return unknown(`${exchange.label}: ${describe(exchange)}`);
  if (after === undefined) return unknown("the server was not asked again after a refusal");
  return andThen(controlled([after]), () => known(exchange));
}

/** What a probe's requests of these labels were answered with, each as `told`, where its twin was served. */
function subjects(probe: string, isMeant: (label: string) => boolean): Fact<readonly Known<Exchange>[]> {
  return fact<readonly Known<Exchange>[]>(`answers in ${probe}`, [probe], (recording) =>
    andThen(asksOf(recording, probe), (asks) =>
      andThen(controlled(asks.filter((one) => one.label === "control")), () => {
        const after = asks.find((one) => one.label === "control after");
        return known(asks.filter((one) => isMeant(one.label)).map((one) => told(one, recording, after)));
      }),
    ),
  );
}

/** How a server took a request that it had to refuse with HeaderMismatch. */
export type Mismatch = "right" | "bare 4xx" | "served" | "refused in another way";

export function mismatchOf(exchange: Exchange, codes: readonly Json[] = [HEADER_MISMATCH]): Mismatch {
  const reply = replyOf(exchange);
  if (reply.kind === "result") return "served";
  if (reply.kind !== "error") return "bare 4xx";
  return reply.status === 400 && codes.includes(reply.code) ? "right" : "refused in another way";
}

const withoutVersion = subjects(VERSION_HEADER, (label) => label.endsWith(WITHOUT_VERSION));

/** Requests without MCP-Protocol-Version. A server that also serves clients without it may take them as theirs. */
export const versionMissing = fact<readonly Known<Exchange>[]>(
  "requests without version header",
  [withoutVersion, servesOldTransport, servesHeaderless],
  (recording) =>
    andThen(withoutVersion.of(recording), (parts) =>
      known(
        parts.map((part) =>
          andThen(part, (exchange): Known<Exchange> => {
            if (mismatchOf(exchange) === "right") return known(exchange);
            return andThen(servesOldTransport.of(recording), (old) => {
              if (old) return absent("The server also serves clients of 2024-11-05, which send no version header");
              return andThen(servesHeaderless.of(recording), (serves) =>
                serves
                  ? absent("The server also serves clients of 2025-03-26, which send no version header")
                  : known(exchange),
              );
            });
          }),
        ),
      ),
    ),
);

export const versionMismatch = subjects(VERSION_HEADER, (label) => label.startsWith("a version"));
export const methodMissing = subjects(METHOD_HEADER, (label) => label.endsWith(WITHOUT_METHOD));
export const methodMismatch = subjects(METHOD_HEADER, (label) => label.endsWith(OTHER_METHOD));
export const oddlyCased = subjects(HEADER_CASE, (label) => label.startsWith("names "));
export const withSessionHeader = subjects(SESSION_HEADER, (label) => label.startsWith("a request"));

/** A request whose name or address is repeated in Mcp-Name. */
export interface Named {
  readonly method: string;
  readonly params: JsonObject;
  readonly inputSchema?: Json;
  readonly remark?: string;
}

/** One call of a safe tool, one read and one prompt, as far as the server has them. */
export function namedRequests(recording: Recording): Known<readonly Named[]> {
  return those([toolCall(recording), resourceRead(recording), promptGet(recording)], "tool, resource or prompt");
}

/** As `namedRequests`, those that only read. */
export function namedReads(recording: Recording): Known<readonly Named[]> {
  return those([resourceRead(recording), promptGet(recording)], "resource or prompt");
}

function those(all: readonly Known<Named>[], what: string): Known<readonly Named[]> {
  const requests = all.flatMap((one) => (one.state === "known" ? [one.value] : []));
  if (requests.length > 0) return known(requests);
  return all.find((one) => one.state === "unknown") ?? absent(`The server has no ${what} that can be asked for`);
}

function toolCall(recording: Recording): Known<Named> {
  return andThen(safestTools(recording), ({ tier, tools }) => {
    const [first] = tools;
    if (first === undefined) return absent("No listed tool fits the check");
    const { name, inputSchema } = first.tool;
    const remark = tier === "no annotation" ? { remark: `The tool ${name} was called; it has no annotations` } : {};
    return known({ method: "tools/call", params: { name, arguments: first.args }, inputSchema, ...remark });
  });
}

function resourceRead(recording: Recording): Known<Named> {
  return andThen(resourceList.entries.of(recording), (entries) => {
    const uri = entries
      .map(({ item }) => (isObject(item) ? item["uri"] : undefined))
      .find((one) => typeof one === "string");
    return uri === undefined
      ? absent("No listed resource has a uri")
      : known({ method: "resources/read", params: { uri } });
  });
}

function promptGet(recording: Recording): Known<Named> {
  return andThen(promptList.entries.of(recording), (entries) => {
    const found = entries.map(({ item }) => item).find((item) => isObject(item) && needsNothing(item));
    const name = isObject(found) ? found["name"] : undefined;
    return name === undefined
      ? absent("Every prompt needs arguments")
      : known({ method: "prompts/get", params: { name } });
  });
}

function needsNothing(prompt: JsonObject): boolean {
  const args: readonly Json[] = Array.isArray(prompt["arguments"]) ? prompt["arguments"] : [];
  return typeof prompt["name"] === "string" && !args.some((one) => isObject(one) && one["required"] === true);
}

/** Requests whose Mcp-Name is another than in the body, where the twin with the right one tells something. */
export const nameMismatch = misnamed(NAME_HEADER);
export const nameMismatchOfReads = misnamed(NAME_HEADER_READS);

function misnamed(probe: string): Fact<readonly Known<Exchange>[]> {
  return fact<readonly Known<Exchange>[]>(`requests with another Mcp-Name in ${probe}`, [probe], (recording) =>
    andThen(asksOf(recording, probe), (asks) => {
      const after = asks.find((one) => one.label === "control after");
      const pairs = asks.flatMap((subject) => {
        if (!subject.label.endsWith(OTHER_NAME)) return [];
        const twin = asks.find((one) => one.label === subject.label.replace(OTHER_NAME, OWN_NAME));
        return twin === undefined ? [] : [{ subject, twin }];
      });
      return known(pairs.map(({ subject, twin }) => named(subject, twin, after, recording)));
    }),
  );
}

function named(subject: Exchange, twin: Exchange, after: Exchange | undefined, recording: Recording): Known<Exchange> {
  const reply = replyOf(twin);
  if (reply.kind === "error" && reply.code === HEADER_MISMATCH) return controlled([twin]) as Known<never>;
  return andThen(told(subject, recording, after), () => {
    const clear = ["right", "served"].includes(mismatchOf(subject));
    // Refused for whatever reason with its own name too: nothing can be said of the other.
    return clear || isServed(twin) ? known(subject) : (controlled([twin]) as Known<never>);
  });
}

/** Answers to sound requests of this revision that carry the session id of older ones. */
export const sessionIdsMinted = fact<readonly Exchange[]>(
  "session ids",
  [SESSION_HEADER],
  (recording) =>
    andThen(asksOf(recording, SESSION_HEADER), () => {
      const all = recording.runs.flatMap((run) => run.exchanges);
      return known(
        all.filter((one) => isModernRequest(one) && headerValue(headersOf(one), "mcp-session-id") !== undefined),
      );
    }),
  { wholeRun: true },
);

/** initialize opens a session in the older revisions, whatever else the request carries. */
function isModernRequest(exchange: Exchange): boolean {
  const { revision, sent, faulty } = exchange;
  const post = sent?.kind === "http" && sent.method === "POST";
  return revision === "2026-07-28" && post && faulty !== true && methodOf(exchange) !== "initialize";
}
