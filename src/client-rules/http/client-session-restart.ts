import { conversations } from "../../client-facts/facts.ts";
import type { Conversation } from "../../client-facts/heard.ts";
import type { Exchange } from "../../model/exchange.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";
import { headerValue } from "../../protocol/headers.ts";
import { heard } from "../rule.ts";

interface Gone {
  readonly id: string;
  /** When the 404 was answered. */
  readonly told: number;
  readonly connection: string;
  readonly later: readonly Exchange[];
}

function idOf(exchange: Exchange): string | undefined {
  return exchange.sent?.kind === "http" ? headerValue(exchange.sent.headers, "Mcp-Session-Id") : undefined;
}

/** Session ids that the client was told are no more, with what it sent afterwards. */
const gone = fact<readonly Gone[]>("sessions that were over", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const exchanges = all.value.flatMap((one: Conversation) => one.exchanges).toSorted((a, b) => a.at - b.at);
  const seen = new Map<string, Gone>();
  for (const one of exchanges) {
    const id = idOf(one);
    if (id === undefined || statusOf(one) !== 404 || seen.has(id)) continue;
    const told = one.at + one.ms;
    // What was on its way when the 404 came is no fault.
    seen.set(id, { id, told, connection: one.connection, later: exchanges.filter((each) => each.at > told) });
  }
  return seen.size === 0 ? absent("No session ended under the client") : known([...seen.values()]);
});

/** Requests that may have been sent before the 404 was read: so many are let pass. */
const UNDER_WAY = 3;
/** What comes so long after the 404 was sent before by nobody (milliseconds). */
const LONG_AFTER = 1000;

/**
 * Many requests may be on their way at once, over as many connections: whoever sends them may not have read the 404. It
 * was read where another request comes over the connection that brought it, or after a long time.
 */
function knowing({ id, told, connection, later }: Gone): Exchange | undefined {
  const again = later.filter((one) => idOf(one) === id);
  if (again.length <= UNDER_WAY) return undefined;
  // On each connection the first request brings the 404.
  const counts = new Map([[connection, 1]]);
  for (const one of again) {
    const count = (counts.get(one.connection) ?? 0) + 1;
    counts.set(one.connection, count);
    if (count > UNDER_WAY + 1 || one.at - told >= LONG_AFTER) return one;
  }
  return undefined;
}

function judge({ all }: { readonly all: readonly Gone[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const late = knowing(one);
    return late === undefined
      ? []
      : [
          finding("The client goes on with a session that is no more", late.id, {
            expected: "a new initialize without Mcp-Session-Id after HTTP 404",
            actual: `${one.later.filter((each) => idOf(each) === one.id).length} requests with the old id after the 404`,
          }),
        ];
  });
}

const rule: Rule = {
  id: "client-session-restart",
  category: "transport",
  profile: "core",
  title: "After a 404 for its session the client starts a new one",
  why: "A server may end a session at any time; a client that goes on with the old id never gets an answer again.",
  fix: "On HTTP 404 to a request with Mcp-Session-Id, drop the id and send initialize again.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/transports#session-management"],
      transports: ["http"],
      since: "2025-03-26",
      fail: "More than three requests with the id that drew HTTP 404, over one connection or a second later.",
      skip: "No session ended under the client.",
      uses: { all: gone },
      judge,
    }),
  },
};

export default rule;
