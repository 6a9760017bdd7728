import { type Later, later } from "../../client-facts/later.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValues } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Later[] }): readonly Finding[] {
  return all.flatMap(({ exchange, handshake }) => {
    const values = exchange.sent?.kind === "http" ? headerValues(exchange.sent.headers, "MCP-Protocol-Version") : [];
    // Its absence is another rule's matter.
    if (values.length === 0 || values.every((one) => one.trim() === handshake.version)) return [];
    return [
      finding("MCP-Protocol-Version is not the negotiated version", exchange.id, {
        expected: shown(handshake.version),
        actual: shown(values.join(", ")),
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-version-negotiated",
  category: "transport",
  profile: "core",
  title: "MCP-Protocol-Version names the negotiated version",
  why: "A server that goes by the header reads the request as of another version.",
  fix: "Send the protocolVersion of the answer to initialize, not the one that was asked for.",
  revisions: {
    "2025-11-25": heard({
      level: "SHOULD",
      clauses: ["basic/transports#protocol-version-header"],
      transports: ["http"],
      since: "2025-06-18",
      fail: "Another version in the header than the answer to initialize gave.",
      skip: "The client opened no session over HTTP, nothing followed, or an older version was negotiated.",
      uses: { all: later },
      judge,
    }),
  },
};

export default rule;
