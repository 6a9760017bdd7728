import { unknownMethod } from "../../facts/errors.ts";
import { describe } from "../../facts/evidence.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const EXPECTED = "a JSON-RPC error, code -32601 (Method not found)";

function judge({ exchange }: { readonly exchange: Exchange }): readonly Finding[] {
  const reply = replyOf(exchange);
  if (reply.kind === "error") {
    const nameless = (reply.message["id"] ?? null) === null;
    return nameless
      ? [
          finding(
            "The error for an unknown method does not carry the request's id",
            { exchange: exchange.id, pointer: reply.pointer },
            { expected: "the id of the request", actual: "no id" },
          ),
        ]
      : [];
  }
  return [
    finding(`A method that does not exist was answered with ${describe(exchange)}`, exchange.id, {
      expected: EXPECTED,
      actual: describe(exchange),
    }),
  ];
}

const rule: Rule = {
  id: "error-unknown-method",
  category: "errors",
  profile: "core",
  title: "An unknown method is answered with a JSON-RPC error",
  why: "A client that asks for something newer than the server has to learn that it is not there; a result or silence leaves it waiting or believing a lie.",
  fix: "Answer every request whose method you do not know with a JSON-RPC error -32601 and the request's id. SDK servers do this by themselves: look for a catch-all handler or a middleware that answers first.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/index#error-responses"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "A request with a random method beside a ping (between two on stdio, and where no message came); another one where the first gets no answer.",
        pass: "A JSON-RPC error with the request's id, any code, any HTTP status.",
        fail: "A result; an error with another or no id; an HTTP refusal without a JSON-RPC error; 202; twice no answer while the pings are served.",
        skip: "Not evaluable when a ping was not served, or when somebody before the server may have answered.",
      },
      uses: { exchange: unknownMethod },
      judge,
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/transports/streamable-http#protocol-version-header",
        "basic/patterns/index#request-and-response",
        "basic/index#error-responses",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "A request with a random method, _meta and matching headers, beside a server/discover (between two on stdio, and where no message came); another one where the first gets no answer.",
        pass: "A JSON-RPC error (any code) with the request's id.",
        fail: "A result; an error with another or no id; 2xx or 5xx without a JSON-RPC error; twice no answer though the requests around it are served.",
        skip: "Not evaluable when server/discover was not served, when somebody before the server may have answered, or when a 4xx came without a JSON-RPC message.",
      },
      uses: { exchange: unknownMethod },
      judge,
    }),
  },
};

export default rule;
