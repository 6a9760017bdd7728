import { describe, shorten } from "../../facts/evidence.ts";
import { firstPost } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, fact, type Known, known, unknown } from "../../model/fact.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";
import { mediaTypeOf, replyOf, statusOf } from "../../protocol/answer.ts";

/** Statuses by which a server says that there is nothing for a POST of JSON at this address. */
const CLOSED = {
  "2025-11-25": [404, 405, 406, 415, 501],
  "2026-07-28": [404, 405, 501],
} as const;

/** The answer where it tells whether the POST was taken. */
const telling = fact<Exchange>("answer to the first POST", [firstPost], (recording) =>
  andThen(firstPost.of(recording), (exchange): Known<Exchange> => {
    const status = statusOf(exchange) ?? 0;
    const closed: readonly number[] = CLOSED[recording.revision];
    // A JSON-RPC message tells, whatever the status; a web page is no sign of the protocol.
    if (replyOf(exchange).kind !== "status" || closed.includes(status)) return known(exchange);
    return status >= 200 && status < 300 && mediaTypeOf(exchange) !== "text/html"
      ? known(exchange)
      : unknown(`the first POST was answered with ${describe(exchange)} and no JSON-RPC message`);
  }),
);

function judge({ exchange }: { readonly exchange: Exchange }, revision: keyof typeof CLOSED): readonly Finding[] {
  const closed: readonly number[] = CLOSED[revision];
  if (replyOf(exchange).kind !== "status" || !closed.includes(statusOf(exchange) ?? 0)) return [];
  const body = exchange.frames.find((frame) => frame.kind === "body");
  const text = body?.kind === "body" ? `: ${shorten(body.text, 60)}` : "";
  return [
    finding("The endpoint does not take POST", exchange.id, {
      expected: "an answer of the protocol",
      actual: `${describe(exchange)}${text}`,
    }),
  ];
}

const rule: Rule = {
  id: "transport-post",
  category: "transport",
  profile: "core",
  title: "The endpoint takes POST",
  why: "Every message of a client is a POST to this one address: without it nothing else works.",
  fix: "Route POST at the MCP endpoint to your transport's handler (in an SDK: app.post(path, ...) or app.all(path, ...)), and check that the URL under test is the endpoint itself.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#streamable-http", "basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe: "The first message of the run: POST initialize. A 307 or 308 to the same origin is followed.",
        pass: "A 2xx, or any status with a JSON-RPC message in the body.",
        fail: "404, 405, 406, 415 or 501 without a JSON-RPC message.",
        skip: "Not evaluable when somebody else answered (401, 429, a gateway), on another error without a JSON-RPC message, or a web page.",
      },
      uses: { exchange: telling },
      judge: (facts) => judge(facts, "2025-11-25"),
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http", "basic/transports/streamable-http#sending-messages"],
      transports: ["http"],
      method: {
        probe: "POST server/discover to the URL as given; redirects are not followed.",
        pass: "A 2xx, or an error status with a JSON-RPC message in the body.",
        fail: "404, 405 or 501 without a JSON-RPC message.",
        skip: "Not evaluable when somebody else answered, on a redirect, another error without a JSON-RPC message, or a web page.",
      },
      uses: { exchange: telling },
      judge: (facts) => judge(facts, "2026-07-28"),
    }),
  },
};

export default rule;
