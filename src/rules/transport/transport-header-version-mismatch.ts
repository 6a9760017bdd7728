import { mismatchOf, versionMismatch } from "../../facts/headers.ts";
import { describeStatus } from "../../facts/transport.ts";
import { finding, judgedInParts, note, type Rule } from "../../model/rule.ts";

/** Both versions cannot be served: the odd one is not implemented. */
const UNSUPPORTED = -32022;

const rule: Rule = {
  id: "transport-header-version-mismatch",
  category: "transport",
  profile: "core",
  title: "A version header that differs from the body is refused",
  why: "Gateways read the header, the server reads the body: when the two may differ, a request is checked by the rules of one revision and run by those of another.",
  fix: "Compare MCP-Protocol-Version with _meta io.modelcontextprotocol/protocolVersion, and answer a difference with 400 and the error -32020. An SDK's HTTP handler does it; a hand-written one has to compare before it dispatches.",
  revisions: {
    "2026-07-28": judgedInParts({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/transports/streamable-http#protocol-version-header",
        "basic/transports/streamable-http#server-validation",
      ],
      transports: ["http"],
      method: {
        probe:
          "server/discover with 1999-01-01 in _meta alone, and with 1999-01-01 in the header alone, beside a sound one.",
        pass: "400 with the JSON-RPC error -32020. -32022 (that version is not served either) and a bare 4xx are remarked.",
        fail: "Served, or a JSON-RPC error under another status or code.",
        skip: "Not evaluable when a sound server/discover was not served, or somebody else answered.",
      },
      parts: versionMismatch,
      judge: (exchange) => {
        const taken = mismatchOf(exchange);
        if (taken === "right") return [];
        if (taken === "bare 4xx") return [note(`${exchange.label}: refused without a JSON-RPC error`, exchange.id)];
        if (mismatchOf(exchange, [UNSUPPORTED]) === "right") {
          return [
            note(`${exchange.label}: refused as an unsupported version (-32022), not as a mismatch`, exchange.id),
          ];
        }
        return [
          finding(`A request with ${exchange.label} was ${taken}`, exchange.id, {
            expected: "HTTP 400 with JSON-RPC error -32020",
            actual: describeStatus(exchange),
          }),
        ];
      },
    }),
  },
};

export default rule;
