import { methodMissing, mismatchOf } from "../../facts/headers.ts";
import { describeStatus } from "../../facts/transport.ts";
import { finding, judgedInParts, note, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "transport-header-method-required",
  category: "transport",
  profile: "core",
  title: "A missing Mcp-Method is refused",
  why: "Gateways route and limit by this header. A server that does without it lets requests past all of them.",
  fix: "Answer a request without Mcp-Method with 400 and the error -32020. An SDK's HTTP handler does it; a hand-written one has to compare before it dispatches.",
  revisions: {
    "2026-07-28": judgedInParts({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/transports/streamable-http#standard-request-headers",
        "basic/transports/streamable-http#server-validation",
      ],
      transports: ["http"],
      method: {
        probe: "server/discover and one declared list without Mcp-Method, beside a sound server/discover.",
        pass: "400 with the JSON-RPC error -32020. A bare 4xx, which an intermediary may give, is remarked.",
        fail: "Served, or a JSON-RPC error under another status or code.",
        skip: "Not evaluable when a sound server/discover was not served, or somebody else answered.",
      },
      parts: methodMissing,
      judge: (exchange) => {
        const taken = mismatchOf(exchange);
        if (taken === "right") return [];
        if (taken === "bare 4xx") return [note(`${exchange.label}: refused without a JSON-RPC error`, exchange.id)];
        return [
          finding(`A request without Mcp-Method was ${taken}`, exchange.id, {
            expected: "HTTP 400 with JSON-RPC error -32020",
            actual: describeStatus(exchange),
          }),
        ];
      },
    }),
  },
};

export default rule;
