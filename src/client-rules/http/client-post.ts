import { overHttp } from "../../client-facts/facts.ts";
import type { Conversation } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { readText } from "../../protocol/jsonrpc.ts";
import { heard, saysMcp, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all
    .flatMap((one) => one.exchanges)
    .flatMap((exchange) => {
      const { sent } = exchange;
      if (sent?.kind !== "http") return [];
      const empty = readText(sent.body ?? "").state === "empty";
      if (sent.method === "POST") {
        return empty && saysMcp(sent.headers)
          ? [finding("The body of a POST is empty", exchange.id, { expected: "a JSON-RPC message" })]
          : [];
      }
      if (empty) return [];
      return [
        finding(`A message was sent by ${shown(sent.method, 20)}`, exchange.id, {
          expected: "POST",
          actual: sent.method,
        }),
      ];
    });
}

const about = {
  level: "MUST",
  transports: ["http"],
  fail: "Another HTTP method than POST with a body; a POST without one, with the headers of the protocol.",
  skip: "The client did not speak over HTTP.",
  uses: { all: overHttp },
  judge,
} as const;

const rule: Rule = {
  id: "client-post",
  category: "transport",
  profile: "core",
  title: "Messages are sent by POST",
  why: "Nothing but POST carries a message; a server does not look at the body of anything else.",
  fix: "POST every message to the MCP endpoint, each in a request of its own.",
  revisions: {
    "2025-11-25": heard({ ...about, clauses: ["basic/transports#sending-messages-to-the-server"] }),
    "2026-07-28": heard({ ...about, clauses: ["basic/transports/streamable-http#sending-messages"] }),
  },
};

export default rule;
