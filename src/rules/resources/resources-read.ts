import { type Answers, isInputRequired } from "../../facts/calls.ts";
import { describe, shown, typeName } from "../../facts/evidence.ts";
import { reads } from "../../facts/resources.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { contentsFindings } from "../content.ts";
import { inside, memberFaults, type Spot } from "../members.ts";

const rule: Rule = {
  id: "resources-read",
  category: "resources",
  profile: "core",
  title: "A listed resource can be read",
  why: "What a client shows of a resource, or gives to a model, is the array contents and in it a text or a blob: without them the resource cannot be used.",
  fix: 'Answer resources/read with {"contents": [{"uri": ..., "text": ...}]} (blob in Base64 for what is no text), an array for a single item too. An SDK passes through what a read callback returns: return that object from it.',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#reading-resources", "schema#readresourceresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "resources/read of up to three listed resources, the smallest first.",
        pass: "contents is an array; each item has a string uri and a string text or blob, and mimeType is a string if present. An empty contents is noted.",
        fail: "contents missing or no array; an item without uri, with neither text nor blob, or with another type of these.",
        skip: "Skipped where no resource is listed. Not evaluable when every read was refused or not answered.",
      },
      uses: { answers: reads },
      judge: ({ answers }) => judge(answers),
    }),
    "2026-07-28": judged({
      required: "resources",
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/resources#reading-resources",
        "server/resources#resource-contents",
        "schema#readresourceresult",
      ],
      transports: ["http", "stdio"],
      method: {
        probe: "resources/read of up to three listed resources, the smallest first.",
        pass: "contents is an array and each item has a string uri and a string text or blob; or input is asked for; or every read is refused with -32021 (a capability of the client is needed). An empty contents is noted.",
        fail: "A result without the array contents; an item without uri, or with neither text nor blob as a string.",
        skip: "Skipped where resources is not declared or none is listed. Not evaluable when every read was refused or not answered.",
      },
      uses: { answers: reads },
      judge: ({ answers }) => judge(answers),
    }),
  },
};

function judge({ results, errors }: Answers): readonly (Finding | Note)[] {
  return [
    ...results.flatMap(({ result, exchange, pointer }) =>
      isInputRequired(result) ? [] : resultFindings(result, { exchange: exchange.id, pointer }),
    ),
    ...errors.map(({ exchange }) => note(`A listed resource was refused with ${describe(exchange)}`, exchange.id)),
  ];
}

function resultFindings(result: Json, at: Spot): readonly (Finding | Note)[] {
  const what = "The result of resources/read";
  if (!isObject(result)) {
    return [
      finding(`${what} is ${typeName(result)}, not an object`, at, { expected: "an object", actual: shown(result) }),
    ];
  }
  const { contents } = result;
  if (!Array.isArray(contents)) return memberFaults(what, result, at, "contents", "an array");
  if (contents.length === 0) return [note("A listed resource was read with empty contents", at)];
  return (contents as readonly Json[]).flatMap((item, index) =>
    contentsFindings(item, inside(at, "contents", index), `Item ${index + 1} of the contents`),
  );
}

export default rule;
