import { overHttp } from "../../client-facts/facts.ts";
import type { Conversation } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValue, mediaType } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

const NEEDED = ["application/json", "text/event-stream"] as const;

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all
    .flatMap((one) => one.exchanges)
    .flatMap((exchange) => {
      const { sent } = exchange;
      if (sent?.kind !== "http" || sent.method !== "POST") return [];
      const accept = headerValue(sent.headers, "Accept");
      const listed = (accept ?? "").split(",").map((one) => mediaType(one));
      const lacking = NEEDED.filter((type) => !listed.includes(type));
      if (lacking.length === 0) return [];
      return [
        finding(`Accept of a POST does not list ${lacking.join(" and ")}`, exchange.id, {
          expected: "Accept: application/json, text/event-stream",
          actual: accept === undefined ? "no Accept header" : shown(accept),
        }),
      ];
    });
}

const about = {
  level: "MUST",
  transports: ["http"],
  fail: "A POST whose Accept does not list application/json and text/event-stream by name. A wildcard lists neither.",
  skip: "The client did not speak over HTTP.",
  uses: { all: overHttp },
  judge,
} as const;

const rule: Rule = {
  id: "client-accept",
  category: "transport",
  profile: "core",
  title: "Accept of every POST lists JSON and event streams",
  why: "The server chooses how to answer; many refuse with 406 where one of the two is missing, also on notifications.",
  fix: "Send Accept: application/json, text/event-stream with every POST.",
  revisions: {
    "2025-11-25": heard({ ...about, clauses: ["basic/transports#sending-messages-to-the-server"] }),
    "2026-07-28": heard({ ...about, clauses: ["basic/transports/streamable-http#sending-messages"] }),
  },
};

export default rule;
