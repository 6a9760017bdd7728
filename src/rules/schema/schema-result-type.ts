import { shown, typeName } from "../../facts/evidence.ts";
import { everyResult } from "../../facts/scan.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "schema-result-type",
  category: "schema",
  profile: "core",
  title: "Every result says what type of result it is",
  why: "A client reads resultType before anything else of a result, to know whether it is complete or asks for input; without it the server looks like one of an earlier revision.",
  fix: 'Put "resultType": "complete" into every result, that of subscriptions/listen included. The TypeScript SDK 2.x does it on its own; look at handlers that write the response themselves.',
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#result-responses"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every result of the run is read; nothing is sent. Traffic of an earlier revision is left out.",
        pass: "resultType is a string in all of them.",
        fail: "It is missing, null or no string in any.",
        skip: "Not evaluable when no result came.",
      },
      uses: { results: everyResult },
      judge: ({ results }) => {
        const faults = new Map<string, Finding>();
        for (const { message, at, answers = "a request" } of results) {
          const { result } = message;
          if (!isObject(result) || typeof result["resultType"] === "string" || faults.has(answers)) continue;
          const is =
            result["resultType"] === undefined ? "no resultType" : `${typeName(result["resultType"])} as resultType`;
          const place = { exchange: at.exchange, pointer: `${at.pointer}/result` };
          const more = { expected: "resultType, a string", actual: shown(result["resultType"]) };
          faults.set(answers, finding(`The result of ${answers} has ${is}`, place, more));
        }
        return [...faults.values()];
      },
    }),
  },
};

export default rule;
