import { type Answers, codeOf, isInputRequired, toolCalls } from "../../facts/calls.ts";
import { describe, shown, typeName } from "../../facts/evidence.ts";
import { negotiated } from "../../facts/session.ts";
import { type SafeChoice, safeChoice } from "../../facts/tools.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { memberFaults, type Spot } from "../members.ts";

const rule: Rule = {
  id: "tools-call",
  category: "tools",
  profile: "core",
  title: "tools/call is answered with a well-formed result",
  why: "A client hands content to the model and reads isError to know whether the tool failed; a result without content shows the user nothing.",
  fix: 'Return {"content": [...]} from every tool, beside structuredContent too, and isError as true or false. Report a failure of the tool as content with isError true. An SDK checks this where a tool is registered with it; look at handlers that build the result themselves.',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#calling-tools", "schema#calltoolresult", "server/tools#structured-content"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "tools/call on up to three safe tools (the safest annotations that any tool has), with placeholder arguments that fit the inputSchema.",
        pass: "content is an array, which may be empty; isError is absent or a boolean; structuredContent is absent or an object (from 2025-06-18).",
        fail: "A result without an array content, with an isError that is no boolean, or with a structuredContent that is no object.",
        skip: "Skipped where no tool may be called. Not evaluable when every call was refused or not answered: placeholders may be refused.",
      },
      uses: { answers: toolCalls, choice: safeChoice, version: negotiated },
      judge: ({ answers, choice, version }) => [
        ...answers.results.flatMap(({ result, exchange, pointer }) =>
          resultFindings(result, { exchange: exchange.id, pointer }, version >= "2025-06-18"),
        ),
        ...notesOn(answers, choice),
      ],
    }),
    "2026-07-28": judged({
      required: "tools",
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#calling-tools", "schema#calltoolresult"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "tools/call on up to three safe tools (the safest annotations that any tool has), with arguments that fit the inputSchema.",
        pass: "A complete result with an array content and, if present, a boolean isError; input_required; an error -32021 (a capability of the client is needed). -32602 is noted.",
        fail: "A result that is no object, has no array content, or an isError that is no boolean.",
        skip: "Skipped where tools is not declared, none is listed or none is safe to call. Not evaluable when every call drew another error or no answer.",
      },
      uses: { answers: toolCalls, choice: safeChoice },
      judge: ({ answers, choice }) => [
        ...answers.results.flatMap(({ result, exchange, pointer }) =>
          isInputRequired(result) ? [] : resultFindings(result, { exchange: exchange.id, pointer }, false),
        ),
        ...notesOn(answers, choice),
      ],
    }),
  },
};

function resultFindings(result: Json, at: Spot, structuredIsObject: boolean): readonly Finding[] {
  const what = "The result of tools/call";
  if (!isObject(result)) {
    return [
      finding(`${what} is ${typeName(result)}, not an object`, at, { expected: "an object", actual: shown(result) }),
    ];
  }
  return [
    ...memberFaults(what, result, at, "content", "an array"),
    ...memberFaults(what, result, at, "isError", "a boolean", "optional"),
    ...(structuredIsObject ? memberFaults(what, result, at, "structuredContent", "an object", "optional") : []),
  ];
}

function notesOn(answers: Answers, { tier, passedOver }: SafeChoice): readonly Note[] {
  const called = answers.all.map(({ exchange }) => String(exchange.tags?.["tool"])).join(", ");
  const rest = passedOver.length === 0 ? "" : `; passed over as less safe: ${passedOver.slice(0, 10).join(", ")}`;
  const more = passedOver.length > 10 ? ` and ${passedOver.length - 10} more` : "";
  const refused = answers.errors.map((one) => {
    const about = codeOf(one) === -32602 ? "; it may not accept the placeholder arguments" : "";
    return note(
      `${String(one.exchange.tags?.["tool"])} was answered with ${describe(one.exchange)}${about}`,
      one.exchange.id,
    );
  });
  return [note(`Called (${tier}): ${called}${rest}${more}`), ...refused];
}

export default rule;
