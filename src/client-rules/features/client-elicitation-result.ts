import { type Given, given } from "../../client-facts/facts.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

const elicited = fact<readonly Given[]>("answers to elicitation", [given], (recording) => {
  const all = given.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => one.method === "elicitation/create");
  return list.length === 0 ? absent("The client answered no elicitation") : known(list);
});

const ACTIONS: readonly unknown[] = ["accept", "decline", "cancel"];

function judge({ all }: { readonly all: readonly Given[] }): readonly Finding[] {
  return all.flatMap(({ result, params, at }) => {
    const action = isObject(result) ? result["action"] : undefined;
    const expected = '{"action": "accept" | "decline" | "cancel"}';
    if (!isObject(result) || !ACTIONS.includes(action))
      return [
        finding("The answer to an elicitation has none of the three actions", at, { expected, actual: shown(result) }),
      ];
    const { content } = result;
    const form = !isObject(params) || params["mode"] !== "url";
    if (action === "accept" && form && !isObject(content)) {
      return [
        finding("A form was accepted without its content", at, {
          expected: "content: an object",
          actual: shown(content),
        }),
      ];
    }
    const schema = isObject(params) ? params["requestedSchema"] : undefined;
    if (action !== "accept" || !form || !isObject(content) || !isObject(schema)) return [];
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const lacking = required.filter((one) => typeof one === "string" && content[one] === undefined);
    if (lacking.length > 0) {
      return [
        finding("The content of an accepted form lacks a required field", at, {
          expected: lacking.join(", "),
          actual: shown(content),
        }),
      ];
    }
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    return Object.entries(content).flatMap(([key, value]) => {
      const wanted = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const type = isObject(wanted) ? wanted["type"] : undefined;
      const fits =
        type === "string"
          ? typeof value === "string"
          : type === "boolean"
            ? typeof value === "boolean"
            : type === "integer"
              ? Number.isInteger(value)
              : type === "number"
                ? typeof value === "number"
                : type === "array"
                  ? Array.isArray(value)
                  : true;
      return fits
        ? []
        : [
            finding(`The field ${shown(key, 40)} of an accepted form is of another type`, at, {
              expected: String(type),
              actual: shown(value),
            }),
          ];
    });
  });
}

const about = {
  level: "SHOULD",
  clauses: ["client/elicitation#form-mode-security"],
  fail: "No action of the three; accept without content (form); content that lacks a required field or has one of another type.",
  skip: "The client answered no elicitation.",
  uses: { all: elicited },
  judge,
} as const;

const rule: Rule = {
  id: "client-elicitation-result",
  category: "schema",
  profile: "core",
  title: "Answers to elicitation fit what was asked for",
  why: "The server goes on with what the user said; what does not fit is refused, and the user asked again.",
  fix: "Answer {action} with accept, decline or cancel, and on accept of a form content that fits requestedSchema.",
  revisions: {
    "2025-11-25": heard({ ...about, since: "2025-06-18" }),
    "2026-07-28": heard(about),
  },
};

export default rule;
