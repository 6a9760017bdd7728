import { sentMessage, shown, typeName } from "../../facts/evidence.ts";
import { inputRequired } from "../../facts/mrtr.ts";
import type { Seen } from "../../facts/scan.ts";
import type { Exchange } from "../../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { inside, limited, memberFaults, type Spot } from "../members.ts";

const rule: Rule = {
  id: "schema-input-required-shape",
  category: "schema",
  profile: "core",
  title: "A result that asks for input has the right shape",
  why: "A client answers each request by its key and carries requestState back: without either it cannot go on, and with another shape it does not know what is asked.",
  fix: 'Ask only for what clientCapabilities of the request declares, else answer -32021. Answer {"resultType": "input_required", "inputRequests": {"<key>": {"method": "elicitation/create", "params": {...}}}, "requestState": "..."}: at least one of the two members, the requests as an object, no jsonrpc or id inside, the state as a string. The TypeScript SDK 2.x has inputRequired() for it.',
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
        pass: "inputRequests or requestState is there; inputRequests is an object of requests (elicitation/create and sampling/createMessage with params, roots/list) that the client declared a capability for; requestState is a string.",
        fail: "Both are missing; another shape or method; a request for which the client declared no capability; a requestState that is no string. jsonrpc or id inside a request is noted.",
        skip: "Skipped when nothing asked for input.",
      },
      uses: { results: inputRequired },
      judge: ({ results }) => limited(results.flatMap(judge)),
    }),
  },
};

const WITH_PARAMS: readonly unknown[] = ["elicitation/create", "sampling/createMessage"];

/** The capability that a client declares who can answer the request. */
const CAPABILITY_OF: { readonly [method: string]: string } = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** What the client of an exchange declared; undefined where the request does not say it in a readable form. */
function declaredIn(exchange: Exchange): JsonObject | undefined {
  const params = sentMessage(exchange)?.["params"];
  const meta = isObject(params) ? params["_meta"] : undefined;
  const declared = isObject(meta) ? meta["io.modelcontextprotocol/clientCapabilities"] : undefined;
  return isObject(declared) ? declared : undefined;
}

function judge({ exchange, message, at, answers }: Seen): readonly (Finding | Note)[] {
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
        requestFindings(key, one, inside(place, "inputRequests", key), declaredIn(exchange)),
      )
    : memberFaults(what, result, place, "inputRequests", "an object", "optional");
  return [...requests, ...memberFaults(what, result, place, "requestState", "a string", "optional")];
}

function requestFindings(
  key: string,
  request: Json,
  at: Spot,
  declared: JsonObject | undefined,
): readonly (Finding | Note)[] {
  const what = `The input request ${JSON.stringify(key)}`;
  if (!isObject(request)) {
    return [
      finding(`${what} is ${typeName(request)}, not an object`, at, { expected: "an object", actual: shown(request) }),
    ];
  }
  return [
    ...methodFindings(what, request, at),
    ...undeclaredFindings(what, request, at, declared),
    ...envelopeNotes(what, request, at),
  ];
}

function undeclaredFindings(
  what: string,
  { method }: JsonObject,
  at: Spot,
  declared: JsonObject | undefined,
): readonly Finding[] {
  const needed = typeof method === "string" ? CAPABILITY_OF[method] : undefined;
  if (needed === undefined || declared === undefined || declared[needed] !== undefined) return [];
  const found = Object.keys(declared).join(", ");
  return [
    finding(`${what} is ${String(method)}, though the client did not declare ${needed}`, inside(at, "method"), {
      expected: `no request that needs ${needed}`,
      actual: `clientCapabilities declares ${found === "" ? "nothing" : found}`,
    }),
  ];
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
