import { codeFaults, isServerRange } from "../../facts/codes.ts";
import { invalidAnswer, invalidRefusal } from "../../facts/errors.ts";
import { describe } from "../../facts/evidence.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const wanted = { what: "the error for a message without method", code: -32600, name: "Invalid Request" };

/** The code of a header that has no equal in the body: such a check may well come first. */
const HEADER_MISMATCH = -32020;

function letThrough(exchange: Exchange): readonly Finding[] {
  const reply = replyOf(exchange);
  if (reply.kind === "error" || (reply.kind === "status" && reply.status >= 400)) return [];
  return [
    finding(`A message without method was answered with ${describe(exchange)}`, exchange.id, {
      expected: "a JSON-RPC error, code -32600 (Invalid Request), or HTTP 4xx",
      actual: describe(exchange),
    }),
  ];
}

const rule: Rule = {
  id: "error-invalid-request-code",
  category: "errors",
  profile: "core",
  title: "The code for a message without method is -32600",
  why: "-32700 says that the text could not be read. For a text that is good JSON that is untrue, and sends people to look for a fault in the transport.",
  fix: "Give -32600 (Invalid Request) for JSON that is no JSON-RPC message, and keep -32700 for text that cannot be parsed; a bare HTTP 400 is fine too. SDK 1.x servers give -32700 for both: catch such bodies before the transport.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/index#error-responses"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe:
          "A POST of a message with an id and no method, in a session of its own, and a ping right behind it; another one where those do not settle it.",
        pass: "-32600; or a 4xx without a JSON-RPC message. A code of -32000 to -32099 is a remark.",
        fail: "Another code (the JSON was readable, so -32700 is untrue); 2xx without a JSON-RPC error.",
        skip: "Not evaluable when a ping was not served, somebody before the server may have answered, or no answer came.",
      },
      uses: { exchange: invalidAnswer },
      judge: ({ exchange }) => {
        const through = letThrough(exchange);
        return through.length > 0 ? through : codeFaults(exchange, { ...wanted, tolerated: isServerRange });
      },
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#error-codes", "schema#invalidrequesterror"],
      transports: ["http"],
      method: {
        probe:
          'A POST of {"jsonrpc":"2.0","id":"r1"} with the headers of a server/discover, and a sound one right behind it; another one where those do not settle it.',
        pass: "-32600. A 4xx without a JSON-RPC message, and -32020 for a header without its equal, pass with a remark.",
        fail: "A JSON-RPC error with another code.",
        skip: "Not evaluable when server/discover was not served, or no refusal of the server came.",
      },
      uses: { exchange: invalidRefusal },
      judge: ({ exchange }) => codeFaults(exchange, { ...wanted, tolerated: (code) => code === HEADER_MISMATCH }),
    }),
  },
};

export default rule;
