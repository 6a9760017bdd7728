import { shown, typeName } from "../../facts/evidence.ts";
import { inputRequired } from "../../facts/mrtr.ts";
import type { Seen } from "../../facts/scan.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { inside, limited, memberFaults, type Spot } from "../members.ts";

const rule: Rule = {
  id: "schema-input-required-shape",
  category: "schema",
  profile: "core",
  title: "A result that asks for input has the right shape",
  why: "A client answers each request by its key and carries requestState back: without either it cannot go on, and with another shape it does not know what is asked.",
  fix: 'Answer {"resultType": "input_required", "inputRequests": {"<key>": {"method": "elicitation/create", "params": {...}}}, "requestState": "..."}: at least one of the two members, the requests as an object, no jsonrpc or id inside, the state as a string. The TypeScript SDK 2.x has inputRequired() for it.',
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/patterns/mrtr#server-requirements-basic-workflow", "schema#inputrequiredresult"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "Every input_required result of the run is read. Safe tools, prompts and resources are asked with all capabilities of a client declared, and answered: fully, not at all, with more than was asked.",
        pass: "inputRequests or requestState is there; inputRequests is an object of requests (elicitation/create and sampling/createMessage with params, roots/list); requestState is a string.",
        fail: "Both are missing; another shape or method; a requestState that is no string. jsonrpc or id inside a request is noted.",
        skip: "Skipped when nothing asked for input.",
      },
      uses: { results: inputRequired },
      judge: ({ results }) => limited(results.flatMap(judge)),
    }),
  },
};

const WITH_PARAMS: readonly unknown[] = ["elicitation/create", "sampling/createMessage"];

function judge({ message, at, answers }: Seen): readonly (Finding | Note)[] {
  const { result } = message;
  if (!isObject(result)) return [];
  const place: Spot = { exchange: at.exchange, pointer: `${at.pointer}/result` };
  const what = `The input_required result of ${answers ?? "a request"}`;
  const { inputRequests, requestState } = result;
  if (inputRequests === undefined && requestState === undefined) {
    return [
      finding(`${what} has neither inputRequests nor requestState`, place, {
        expected: "one of the two",
        actual: shown(result),
      }),
    ];
  }
  const requests = isObject(inputRequests)
    ? Object.entries(inputRequests).flatMap(([key, one]) =>
        requestFindings(key, one, inside(place, "inputRequests", key)),
      )
    : memberFaults(what, result, place, "inputRequests", "an object", "optional");
  return [...requests, ...memberFaults(what, result, place, "requestState", "a string", "optional")];
}

function requestFindings(key: string, request: Json, at: Spot): readonly (Finding | Note)[] {
  const what = `The input request ${JSON.stringify(key)}`;
  if (!isObject(request)) {
    return [
      finding(`${what} is ${typeName(request)}, not an object`, at, { expected: "an object", actual: shown(request) }),
    ];
  }
  return [...methodFindings(what, request, at), ...envelopeNotes(what, request, at)];
}

function methodFindings(what: string, request: JsonObject, at: Spot): readonly Finding[] {
  const { method } = request;
  if (WITH_PARAMS.includes(method)) return memberFaults(what, request, at, "params", "an object");
  if (method === "roots/list") return memberFaults(what, request, at, "params", "an object", "optional");
  const more = { expected: "elicitation/create, sampling/createMessage or roots/list", actual: shown(method) };
  const is = method === undefined ? "no method" : `the method ${shown(method)}`;
  return [finding(`${what} has ${is}`, method === undefined ? at : inside(at, "method"), more)];
}

function envelopeNotes(what: string, request: JsonObject, at: Spot): readonly Note[] {
  const envelope = ["jsonrpc", "id"].filter((name) => name in request);
  return envelope.length === 0 ? [] : [note(`${what} carries ${envelope.join(" and ")}, which it does not need`, at)];
}

export default rule;
