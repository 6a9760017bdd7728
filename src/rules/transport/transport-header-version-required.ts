import { mismatchOf, versionMissing } from "../../facts/headers.ts";
import { describeStatus } from "../../facts/transport.ts";
import { finding, judgedInParts, note, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "transport-header-version-required",
  category: "transport",
  profile: "core",
  title: "A missing MCP-Protocol-Version is refused",
  why: "Gateways choose rules and routes by this header. A server that does without it serves requests that nobody in between has checked.",
  fix: "Answer a request without MCP-Protocol-Version with 400 and the error -32020, unless you also serve clients of 2025-03-26, which do not send it. An SDK's HTTP handler does it; a hand-written one has to compare before it dispatches.",
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
        probe: "server/discover and one declared list without MCP-Protocol-Version, beside a sound server/discover.",
        pass: "400 with the JSON-RPC error -32020. A bare 4xx, which an intermediary may give, is remarked.",
        fail: "Served, or a JSON-RPC error under another status or code.",
        skip: "When the server answers initialize for 2025-03-26, or serves HTTP+SSE at the same address: it may read the request as that version. Not evaluable when a sound server/discover was not served, or somebody else answered.",
      },
      parts: versionMissing,
      judge: (exchange) => {
        const taken = mismatchOf(exchange);
        if (taken === "right") return [];
        if (taken === "bare 4xx") return [note(`${exchange.label}: refused without a JSON-RPC error`, exchange.id)];
        return [
          finding(`A request without MCP-Protocol-Version was ${taken}`, exchange.id, {
            expected: "HTTP 400 with JSON-RPC error -32020",
            actual: describeStatus(exchange),
          }),
        ];
      },
    }),
  },
};

export default rule;
