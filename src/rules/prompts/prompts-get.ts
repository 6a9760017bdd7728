import { type Answers, codeOf, isInputRequired } from "../../facts/calls.ts";
import { describe, shown, typeName } from "../../facts/evidence.ts";
import { promptGets } from "../../facts/prompts.ts";
import { negotiated } from "../../facts/session.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { blockFindings } from "../content.ts";
import { inside, memberFaults, type Spot } from "../members.ts";

const rule: Rule = {
  id: "prompts-get",
  category: "prompts",
  profile: "core",
  title: "A listed prompt can be fetched",
  why: "A client puts the messages of a prompt into the conversation as they are; content as a list, a bare text or another role is not understood by it.",
  fix: 'Answer prompts/get with {"messages": [{"role": "user", "content": {"type": "text", "text": ...}}]}: role user or assistant, content one single block. Several blocks are several messages.',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/prompts#getting-a-prompt", "server/prompts#promptmessage", "schema#getpromptresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "prompts/get of up to three listed prompts, those with the fewest required arguments first; required arguments are filled from completion where it is offered, else with a placeholder.",
        pass: "messages is an array; role is user or assistant; content is one block of a known type with its fields; description is a string if present.",
        fail: "messages missing or no array; another role; content missing, an array, a string, of an unknown type or without a required field.",
        skip: "Skipped where no prompt is listed. Not evaluable when every request was refused or not answered: placeholders may be refused.",
      },
      uses: { answers: promptGets, version: negotiated },
      judge: ({ answers, version }) => judge(answers, version),
    }),
    "2026-07-28": judged({
      required: "prompts",
      basis: "spec",
      level: "MUST",
      clauses: ["server/prompts#getting-a-prompt", "server/prompts#promptmessage", "schema#getpromptresult"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "prompts/get of up to three listed prompts, those with the fewest required arguments first; required arguments are filled from completion where it is offered, else with a placeholder.",
        pass: "messages is an array; each has role user or assistant and one content object of a known type with its members; or input is asked for. -32602 (the arguments are not accepted) and -32021 are noted.",
        fail: "A result without the array messages; another role; content as an array, a string or malformed; -32601 for a listed prompt.",
        skip: "Skipped where prompts is not declared or none is listed. Not evaluable when every request drew another error or no answer.",
      },
      uses: { answers: promptGets },
      judge: ({ answers }) => [
        ...judge(answers, "2026-07-28"),
        ...answers.errors.flatMap((one) => {
          if (codeOf(one) !== -32601) return [];
          const message = `A listed prompt is refused with ${describe(one.exchange)}`;
          return [finding(message, one.exchange.id, { expected: "messages", actual: describe(one.exchange) })];
        }),
      ],
    }),
  },
};

function judge({ results, errors }: Answers, version: string): readonly (Finding | Note)[] {
  return [
    ...results.flatMap(({ result, exchange, pointer }) =>
      isInputRequired(result) ? [] : resultFindings(result, { exchange: exchange.id, pointer }, version),
    ),
    ...errors.map(({ exchange }) => {
      const name = JSON.stringify(exchange.tags?.["prompt"] ?? "");
      return note(`The prompt ${name} was answered with ${describe(exchange)}`, exchange.id);
    }),
  ];
}

function resultFindings(result: Json, at: Spot, version: string): readonly Finding[] {
  const what = "The result of prompts/get";
  if (!isObject(result)) {
    return [
      finding(`${what} is ${typeName(result)}, not an object`, at, { expected: "an object", actual: shown(result) }),
    ];
  }
  const { messages } = result;
  const described = memberFaults(what, result, at, "description", "a string", "optional");
  if (!Array.isArray(messages)) return [...memberFaults(what, result, at, "messages", "an array"), ...described];
  const each = (messages as readonly Json[]).flatMap((one, index) =>
    messageFindings(one, inside(at, "messages", index), `Message ${index + 1} of a prompt`, version),
  );
  return [...each, ...described];
}

function messageFindings(message: Json, at: Spot, what: string, version: string): readonly Finding[] {
  if (!isObject(message)) {
    return [
      finding(`${what} is ${typeName(message)}, not an object`, at, { expected: "an object", actual: shown(message) }),
    ];
  }
  const { role, content } = message;
  const roles: Finding[] = [];
  if (role !== "user" && role !== "assistant") {
    const more = { expected: "user or assistant", actual: shown(role) };
    roles.push(finding(`${what} has the role ${shown(role)}`, role === undefined ? at : inside(at, "role"), more));
  }
  const block = isObject(content)
    ? blockFindings(content, inside(at, "content"), version, "of a prompt")
    : memberFaults(what, message, at, "content", "an object");
  return [...roles, ...block];
}

export default rule;
