import { overHttp } from "../../client-facts/facts.ts";
import type { Conversation } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValues } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all
    .flatMap((one) => one.requests)
    .flatMap((one) => {
      const { sent } = one.exchange;
      if (sent?.kind !== "http") return [];
      const values = headerValues(sent.headers, "Mcp-Method").map((value) => value.replace(/^[ \t]+|[ \t]+$/g, ""));
      if (values.length === 1 && values[0] === one.method) return [];
      const message =
        values.length === 0 ? `${one.method} has no Mcp-Method` : `Mcp-Method differs from the method of the body`;
      return [
        finding(message, one.exchange.id, {
          expected: `Mcp-Method: ${one.method}`,
          actual: values.length === 0 ? "no such header" : shown(values.join(", ")),
        }),
      ];
    });
}

const rule: Rule = {
  id: "client-mcp-method",
  category: "transport",
  profile: "core",
  title: "Mcp-Method repeats the method of every request",
  why: "Gateways route by it without reading the body; a server refuses a request where the two differ, as it must.",
  fix: "Send Mcp-Method with every request, the method as it stands in the body, upper and lower case included.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: [
        "basic/transports/streamable-http#standard-request-headers",
        "basic/transports/streamable-http#sending-messages",
      ],
      transports: ["http"],
      fail: "A request without the header, with two, or with another value than its method.",
      skip: "The client did not speak over HTTP.",
      uses: { all: overHttp },
      judge,
    }),
  },
};

export default rule;
