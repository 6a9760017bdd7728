import { codeFaults } from "../../facts/codes.ts";
import { unknownMethodError } from "../../facts/errors.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, judged, type Note, type Rule } from "../../model/rule.ts";

function judge({ exchange }: { readonly exchange: Exchange }): readonly (Finding | Note)[] {
  const what = "the error for an unknown method";
  return codeFaults(exchange, { what, code: -32601, name: "Method not found", tolerated: () => false });
}

const method = {
  probe: "The answer to the random method of error-unknown-method is read.",
  pass: "Its code is -32601; a number sent as text counts here.",
  fail: "Another code.",
  skip: "Not evaluable when no JSON-RPC error of the server came.",
};

const rule: Rule = {
  id: "error-method-code",
  category: "errors",
  profile: "core",
  title: "The code for an unknown method is -32601",
  why: "By this code a client tells a feature that the server lacks from a fault, and falls back instead of giving up.",
  fix: "Give -32601 (Method not found) for methods that you do not know. A default branch that throws becomes -32603 in most SDKs: throw the SDK's own error for an unknown method instead.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "schema#jsonrpcerrorresponse"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method,
      uses: { exchange: unknownMethodError },
      judge,
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http#protocol-version-header", "schema#methodnotfounderror"],
      transports: ["http", "stdio"],
      method,
      uses: { exchange: unknownMethodError },
      judge,
    }),
  },
};

export default rule;
