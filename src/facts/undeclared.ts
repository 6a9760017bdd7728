import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { asked, controlled, describe, gateOf, isUnanswered } from "./evidence.ts";
import { promptList } from "./lists.ts";
import { capabilities, declaredAt, negotiated } from "./session.ts";

export const UNDECLARED = "errors/undeclared";

/** A request of a feature that the server does not declare. */
export interface UndeclaredRequest {
  readonly capability: string;
  readonly method: string;
  readonly params: JsonObject;
}

const CAPABILITIES = ["tools", "resources", "prompts", "completions"] as const;

/** What is asked of a server to see whether it serves what it does not declare. */
export function undeclaredRequests(recording: Recording): Known<readonly UndeclaredRequest[]> {
  return andThen(capabilities.of(recording), (all) =>
    andThen(negotiated.of(recording), (version) => {
      const missing = CAPABILITIES.filter((name) => declaredAt(all, name) === undefined);
      const requests = missing.flatMap((name) =>
        recording.revision === "2025-11-25" ? legacyRequests(name, version, recording) : modernRequests(name),
      );
      return requests.length === 0 ? absent("The server declares every feature that it could hide") : known(requests);
    }),
  );
}

function legacyRequests(capability: string, version: string, recording: Recording): readonly UndeclaredRequest[] {
  const ask = (method: string, params: JsonObject = {}): UndeclaredRequest => ({ capability, method, params });
  switch (capability) {
    case "resources":
      return [ask("resources/list"), ask("resources/templates/list")];
    case "completions":
      // The capability came with 2025-03-26; before, completion needed none.
      return version < "2025-03-26" ? [] : [ask("completion/complete", completionOf(recording))];
    default:
      return [ask(`${capability}/list`)];
  }
}

function modernRequests(capability: string): readonly UndeclaredRequest[] {
  const ask = (method: string, params: JsonObject = {}): UndeclaredRequest => ({ capability, method, params });
  switch (capability) {
    case "tools":
      return [ask("tools/call", { name: "x_probe", arguments: {} })];
    case "resources":
      return [ask("resources/templates/list"), ask("resources/read", { uri: "x-probe:none" })];
    case "prompts":
      return [ask("prompts/get", { name: "x" })];
    default:
      return [ask("completion/complete", completion("x", "a"))];
  }
}

function completion(prompt: string, argument: string): JsonObject {
  return { ref: { type: "ref/prompt", name: prompt }, argument: { name: argument, value: "" } };
}

/** An argument of a listed prompt, or one that nobody has. */
function completionOf(recording: Recording): JsonObject {
  const entries = promptList.entries.of(recording);
  for (const { item } of entries.state === "known" ? entries.value : []) {
    const name = isObject(item) ? item["name"] : undefined;
    const list = isObject(item) ? item["arguments"] : undefined;
    const first: Json | undefined = Array.isArray(list) ? (list as readonly Json[])[0] : undefined;
    const argument = isObject(first) ? first["name"] : undefined;
    if (typeof name === "string" && typeof argument === "string") return completion(name, argument);
  }
  return completion("x", "a");
}

/** What came to an undeclared request. */
export interface UndeclaredAnswer extends UndeclaredRequest {
  readonly exchange: Exchange;
  /** What the result holds, for people: "2 tools"; undefined: nothing, or it was refused. */
  readonly content: string | undefined;
}

export const undeclaredAnswers = fact<readonly Known<UndeclaredAnswer>[]>(
  "undeclared features",
  [UNDECLARED, ...promptList.entries.probes],
  (recording) =>
    andThen(undeclaredRequests(recording), (requests) =>
      andThen(asked(recording, UNDECLARED, "control"), (control) =>
        andThen(controlled([control]), () => known(requests.map((request) => answerOf(recording, request)))),
      ),
    ),
);

function answerOf(recording: Recording, request: UndeclaredRequest): Known<UndeclaredAnswer> {
  return andThen(asked(recording, UNDECLARED, `undeclared ${request.method}`), (exchange) => {
    const gate = gateOf(exchange, recording);
    if (gate !== undefined) return unknown(gate);
    if (isUnanswered(exchange)) return unknown(`${request.method} was not answered: ${describe(exchange)}`);
    const reply = replyOf(exchange);
    const bare = recording.revision === "2026-07-28" && reply.kind === "status" && reply.status !== 404;
    if (bare) return unknown(`${request.method} was answered with HTTP ${reply.status} and no JSON-RPC message`);
    const content = reply.kind === "result" && isObject(reply.result) ? contentOf(reply.result) : undefined;
    return known({ ...request, exchange, content });
  });
}

const LISTS = ["tools", "resources", "resourceTemplates", "prompts", "contents", "messages", "content"] as const;

/** What a result brings, undefined where that is nothing. A tool's error says only that it was not run. */
function contentOf(result: JsonObject): string | undefined {
  if (result["isError"] === true) return undefined;
  for (const member of LISTS) {
    const list = result[member];
    if (Array.isArray(list) && list.length > 0) return `${list.length} in ${member}`;
  }
  if (result["structuredContent"] !== undefined) return "structuredContent";
  const completed = result["completion"];
  const values = isObject(completed) ? completed["values"] : undefined;
  return Array.isArray(values) && values.length > 0 ? `${values.length} in completion.values` : undefined;
}
