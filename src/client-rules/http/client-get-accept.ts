import { overHttp } from "../../client-facts/facts.ts";
import type { Conversation } from "../../client-facts/heard.ts";
import type { Exchange } from "../../model/exchange.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValue, mediaType } from "../../protocol/headers.ts";
import { heard, saysMcp, shown } from "../rule.ts";

const gets = fact<readonly Exchange[]>("streams asked for by GET", [overHttp], (recording) => {
  const all = overHttp.of(recording);
  if (all.state !== "known") return all;
  const list = all.value
    .flatMap((one: Conversation) => one.exchanges)
    .filter(({ sent }) => sent?.kind === "http" && sent.method === "GET" && saysMcp(sent.headers));
  return list.length === 0 ? absent("The client asked for no stream by GET") : known(list);
});

function judge({ all }: { readonly all: readonly Exchange[] }): readonly Finding[] {
  return all.flatMap((exchange) => {
    const accept = exchange.sent?.kind === "http" ? headerValue(exchange.sent.headers, "Accept") : undefined;
    if ((accept ?? "").split(",").some((one) => mediaType(one) === "text/event-stream")) return [];
    return [
      finding("Accept of a GET does not list text/event-stream", exchange.id, {
        expected: "Accept: text/event-stream",
        actual: accept === undefined ? "no Accept header" : shown(accept),
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-get-accept",
  category: "transport",
  profile: "core",
  title: "Accept of a GET lists event streams",
  why: "A GET of the endpoint asks for the stream of the server's own messages; without the header it may be taken for a browser's visit.",
  fix: "Send Accept: text/event-stream with the GET.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/transports#listening-for-messages-from-the-server"],
      transports: ["http"],
      fail: "A GET of the endpoint, with the headers of the protocol, whose Accept does not list text/event-stream.",
      skip: "The client asked for no stream by GET.",
      uses: { all: gets },
      judge,
    }),
  },
};

export default rule;
