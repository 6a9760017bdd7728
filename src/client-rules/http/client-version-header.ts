import { overHttp } from "../../client-facts/facts.ts";
import { type Conversation, metaOf, RESERVED } from "../../client-facts/heard.ts";
import { type Later, later } from "../../client-facts/later.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValues } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

function judgeLegacy({ all }: { readonly all: readonly Later[] }): readonly Finding[] {
  return all.flatMap(({ exchange, handshake }) => {
    if (exchange.sent?.kind !== "http" || headerValues(exchange.sent.headers, "MCP-Protocol-Version").length > 0)
      return [];
    return [
      finding("A request after initialize has no MCP-Protocol-Version", exchange.id, {
        expected: `MCP-Protocol-Version: ${handshake.version}`,
        actual: "no such header",
      }),
    ];
  });
}

function judgeModern({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all
    .flatMap((one) => one.requests)
    .flatMap((one) => {
      const sent = one.exchange.sent;
      if (sent?.kind !== "http") return [];
      const values = headerValues(sent.headers, "MCP-Protocol-Version").map((value) => value.trim());
      const version = metaOf(one.params)?.[`${RESERVED}protocolVersion`];
      if (values.length === 0) {
        return [
          finding(`${one.method} has no MCP-Protocol-Version`, one.exchange.id, {
            expected: "the version of its _meta",
            actual: "no such header",
          }),
        ];
      }
      // Without a version in the body there is nothing to compare with: another rule tells of that.
      if (values.length === 1 && (typeof version !== "string" || values[0] === version)) return [];
      return [
        finding(`MCP-Protocol-Version of ${one.method} differs from its _meta`, one.exchange.id, {
          expected: shown(version),
          actual: shown(values.join(", ")),
        }),
      ];
    });
}

const rule: Rule = {
  id: "client-version-header",
  category: "transport",
  profile: "core",
  title: "MCP-Protocol-Version is on every request over HTTP",
  why: "Servers, and what stands before them, choose by it how to read the request; without it they assume an old version, or refuse.",
  fix: "2025-11-25: send the negotiated version with everything after initialize, GET and DELETE included. 2026-07-28: send what _meta says, with every request.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/transports#protocol-version-header", "basic/lifecycle#version-negotiation"],
      transports: ["http"],
      since: "2025-06-18",
      fail: "A POST, GET or DELETE after the answer to initialize without the header.",
      skip: "The client opened no session over HTTP, nothing followed, or an older version was negotiated.",
      uses: { all: later },
      judge: judgeLegacy,
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/transports/streamable-http#protocol-version-header"],
      transports: ["http"],
      fail: "A request without the header, with two, or with another version than its _meta.",
      skip: "The client did not speak over HTTP.",
      uses: { all: overHttp },
      judge: judgeModern,
    }),
  },
};

export default rule;
