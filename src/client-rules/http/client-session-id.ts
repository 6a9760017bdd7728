import { type Later, later } from "../../client-facts/later.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValues } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

const inSession = fact<readonly Later[]>("requests of sessions with an id", [later], (recording) => {
  const all = later.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => one.handshake.session !== undefined);
  return list.length === 0 ? absent("The server gave no session id") : known(list);
});

function judge({ all }: { readonly all: readonly Later[] }): readonly Finding[] {
  return all.flatMap(({ exchange, handshake }) => {
    const sent = exchange.sent;
    const ids = sent?.kind === "http" ? headerValues(sent.headers, "Mcp-Session-Id") : [];
    if (ids.length === 1 && ids[0] === handshake.session) return [];
    return [
      finding("A request after initialize does not carry the session's id", exchange.id, {
        expected: "Mcp-Session-Id as the answer to initialize gave it",
        actual: ids.length === 0 ? "no Mcp-Session-Id header" : shown(ids.join(", ")),
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-session-id",
  category: "transport",
  profile: "core",
  title: "Every request of a session carries its id",
  why: "A server that keeps sessions refuses a request without the id: it does not know whose it is.",
  fix: "Keep Mcp-Session-Id of the answer to initialize and send it with every POST, GET and DELETE after it, notifications included.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/transports#session-management"],
      transports: ["http"],
      since: "2025-03-26",
      fail: "A request after initialize, over a connection of the session, without its Mcp-Session-Id or with two.",
      skip: "The client opened no session over HTTP, or nothing followed.",
      uses: { all: inSession },
      judge,
    }),
  },
};

export default rule;
