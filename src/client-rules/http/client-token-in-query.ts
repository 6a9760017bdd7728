import { overHttp } from "../../client-facts/facts.ts";
import type { Conversation } from "../../client-facts/heard.ts";
import type { Exchange } from "../../model/exchange.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValue } from "../../protocol/headers.ts";
import { heard } from "../rule.ts";

function inQuery(exchange: Exchange): boolean {
  return exchange.sent?.kind === "http" && /[?&]access_token=/i.test(exchange.sent.url);
}

const withToken = fact<readonly Exchange[]>("requests with a token", [overHttp], (recording) => {
  const all = overHttp.of(recording);
  if (all.state !== "known") return all;
  const list = all.value
    .flatMap((one: Conversation) => one.exchanges)
    .filter(
      (one) =>
        one.sent?.kind === "http" && (inQuery(one) || headerValue(one.sent.headers, "Authorization") !== undefined),
    );
  return list.length === 0 ? absent("The client sent no token") : known(list);
});

function judge({ all }: { readonly all: readonly Exchange[] }): readonly Finding[] {
  return all.filter(inQuery).map((one) =>
    finding("A token stands in the query of the URL", one.id, {
      expected: "Authorization: Bearer",
      actual: "?access_token=",
    }),
  );
}

const about = {
  level: "MUST NOT",
  transports: ["http"],
  fail: "access_token in the query.",
  skip: "The client sent no token.",
  uses: { all: withToken },
  judge,
} as const;

const rule: Rule = {
  id: "client-token-in-query",
  category: "security",
  profile: "core",
  title: "Tokens do not stand in the URL",
  why: "URLs are logged by servers, proxies and browsers; whoever reads the log has the token.",
  fix: "Send the token in the Authorization header.",
  revisions: {
    "2025-11-25": heard({ ...about, clauses: ["basic/authorization#token-requirements"], since: "2025-03-26" }),
    "2026-07-28": heard({ ...about, clauses: ["basic/authorization/index#token-requirements"] }),
  },
};

export default rule;
