import { codeFaults, isServerRange } from "../../facts/codes.ts";
import { parseRefusal } from "../../facts/errors.ts";
import { shown } from "../../facts/evidence.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const wanted = { what: "the error for a body that is no JSON", code: -32700, name: "Parse error" };

/** The id that stands in the cut-off text of 2025-11-25: who reads it there has not made it up. */
const LEGIBLE_ID = 1;

/** An id that answers a text which could not be read. */
function idFaults(exchange: Exchange): readonly (Finding | Note)[] {
  const reply = replyOf(exchange);
  const id = reply.kind === "error" ? (reply.message["id"] ?? null) : null;
  if (reply.kind !== "error" || id === null) return [];
  const place = { exchange: exchange.id, pointer: `${reply.pointer}/id` };
  if (id === LEGIBLE_ID) return [note("The parse error carries an id out of the text that could not be parsed", place)];
  return [
    finding("The error for a body that is no JSON carries an id that nobody sent", place, {
      expected: "null or no id",
      actual: shown(id),
    }),
  ];
}

const rule: Rule = {
  id: "error-parse-code",
  category: "errors",
  profile: "core",
  title: "The code for a body that is no JSON is -32700",
  why: "The code tells a client that its message was damaged on the way, and not that it asked for something wrong.",
  fix: "Give -32700 (Parse error) with id null or no id when the body cannot be parsed; a bare HTTP 400 is fine too.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/index#error-responses"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe: "The answer to the cut-off body of error-invalid-json is read.",
        pass: "-32700 with id null or none; or a 4xx without a JSON-RPC message. A code of -32000 to -32099 is a remark.",
        fail: "Another code, or an id that nobody sent.",
        skip: "Not evaluable when no refusal of the server came.",
      },
      uses: { exchange: parseRefusal },
      judge: ({ exchange }) => [
        ...codeFaults(exchange, { ...wanted, tolerated: isServerRange }),
        ...idFaults(exchange),
      ],
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#error-codes", "schema#parseerror"],
      transports: ["http"],
      method: {
        probe: "The answer to the broken body of error-invalid-json is read.",
        pass: "-32700; a 4xx without a JSON-RPC message passes with a remark.",
        fail: "A JSON-RPC error with another code.",
        skip: "Not evaluable when no refusal of the server came.",
      },
      uses: { exchange: parseRefusal },
      judge: ({ exchange }) => codeFaults(exchange, { ...wanted, tolerated: () => false }),
    }),
  },
};

export default rule;
