import { said } from "../../client-facts/facts.ts";
import { at, type Said } from "../../client-facts/heard.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Said[] }): readonly Finding[] {
  return all.flatMap((one) => {
    if (one.kind === "odd") {
      if (one.json === undefined) return [finding("A message is no JSON", at(one), { actual: shown(one.text) })];
      if (!isObject(one.json)) return [finding("A message is no JSON object", at(one), { actual: shown(one.json) })];
      const message =
        "A message is no request, no notification and no response: it has neither method nor result nor error";
      return [finding(message, at(one), { actual: shown(one.json) })];
    }
    const version = versionFault(one.json);
    if (version !== undefined)
      return [finding(version, at(one), { expected: '"jsonrpc": "2.0"', actual: shown(one.json["jsonrpc"]) })];
    if (one.kind !== "response" && "params" in one.json && !isObject(one.params)) {
      return [finding(`The params of ${one.method} are no object`, at(one, "/params"), { actual: shown(one.params) })];
    }
    if (one.kind === "response" && typeof one.json["method"] === "string") {
      return [finding("A response has a method too", at(one), { actual: shown(one.json) })];
    }
    return [];
  });
}

function versionFault(json: JsonObject): string | undefined {
  return json["jsonrpc"] === "2.0" ? undefined : "A message does not say that it is JSON-RPC 2.0";
}

const about = {
  level: "MUST",
  clauses: ["basic/index#messages"],
  fail: 'A body or line that is no JSON, no object, has no "jsonrpc": "2.0", params that are no object, or is no message.',
  skip: "The client sent no message.",
  uses: { all: said },
  judge,
} as const;

const rule: Rule = {
  id: "client-jsonrpc",
  category: "schema",
  profile: "core",
  title: "Every message is a JSON-RPC 2.0 message",
  why: "A strict server refuses anything else, and a lenient one hides the mistake until the next server.",
  fix: 'Send one JSON object with "jsonrpc": "2.0" and either method, result or error; params, where there are any, are an object.',
  revisions: { "2025-11-25": heard(about), "2026-07-28": heard(about) },
};

export default rule;
