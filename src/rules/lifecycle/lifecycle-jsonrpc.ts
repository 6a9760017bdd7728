import { ownResponses } from "../../facts/envelope.ts";
import { shown, typeName } from "../../facts/evidence.ts";
import type { Seen } from "../../facts/scan.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

/** What is wrong with the envelope of one response. */
function faultsOf({ message, at }: Seen): readonly Finding[] {
  const faults: Finding[] = [];
  const add = (text: string, pointer: string, expected: string, actual: string): void => {
    faults.push(finding(text, { exchange: at.exchange, pointer: `${at.pointer}${pointer}` }, { expected, actual }));
  };
  if (message["jsonrpc"] !== "2.0") {
    add('A response has another jsonrpc member than "2.0"', "/jsonrpc", '"2.0"', shown(message["jsonrpc"]));
  }
  if ("result" in message && "error" in message) {
    add("A response carries both result and error", "", "exactly one of result and error", "both");
  } else if ("result" in message) {
    if (!isObject(message["result"])) add("A result is no object", "/result", "an object", typeName(message["result"]));
    if (!("id" in message)) add("A result comes without an id", "", "the id of the request", "no id");
  } else if (!("error" in message)) {
    add("A response carries neither result nor error", "", "exactly one of result and error", "neither");
  } else if (!isObject(message["error"])) {
    add("An error is no object", "/error", "an object with code and message", typeName(message["error"]));
  }
  return faults;
}

function errorFaults({ message, at }: Seen): readonly Finding[] {
  const error = message["error"];
  if (!isObject(error)) return [];
  const faults: Finding[] = [];
  const add = (member: string, what: string, expected: string): void => {
    const place = { exchange: at.exchange, pointer: `${at.pointer}/error/${member}` };
    faults.push(finding(what, place, { expected, actual: shown(error[member]) }));
  };
  if (!Number.isInteger(error["code"])) add("code", "An error's code is no integer", "an integer");
  if (typeof error["message"] !== "string") add("message", "An error's message is no string", "a string");
  return faults;
}

const rule: Rule = {
  id: "lifecycle-jsonrpc",
  category: "lifecycle",
  profile: "core",
  title: "Every response is a JSON-RPC 2.0 response",
  why: "Clients tell results from errors, and find the request that an answer belongs to, by these members alone.",
  fix: 'Send {"jsonrpc":"2.0","id":<the request\'s>,"result":{...}} or the same with "error":{"code":<integer>,"message":<string>}, never both. An SDK builds this envelope: do not serialize responses by hand.',
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/index#messages",
        "basic/index#responses",
        "basic/index#result-responses",
        "schema#jsonrpcresponse",
      ],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "Every answer of the run to a sound request is read, members of a batch singly; nothing is sent.",
        pass: 'jsonrpc is "2.0", exactly one of result (an object, with an id) and error ({code, message}) is there.',
        fail: "jsonrpc missing or different; both members or neither; a result that is no object or has no id; an error that is no object, a code that is no integer, a message that is no string.",
        skip: "Not evaluable when no response came. Refusals of gateways and bodies that are no JSON-RPC are left out.",
      },
      uses: { responses: ownResponses },
      judge: ({ responses }) => responses.flatMap((one) => [...faultsOf(one), ...errorFaults(one)]),
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/index#result-responses", "basic/index#error-responses"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every answer of the run to a sound request is read; nothing is sent.",
        pass: 'jsonrpc is "2.0", exactly one of result (an object) and error ({code, message}) is there.',
        fail: "Another jsonrpc value; both members or neither; a result that is no object; a code that is no integer; a message that is no string.",
        skip: "Not evaluable when no response came. Refusals of gateways and bodies that are no JSON-RPC are left out.",
      },
      uses: { responses: ownResponses },
      judge: ({ responses }) => responses.flatMap((one) => [...faultsOf(one), ...errorFaults(one)]),
    }),
  },
};

export default rule;
