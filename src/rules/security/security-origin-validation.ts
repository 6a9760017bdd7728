import { describe } from "../../facts/evidence.ts";
import { foreignOrigin, type OriginAnswer, servedLookalikes } from "../../facts/http-security.ts";
import { isTold } from "../../facts/surrounded.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";
import { headerValue } from "../../protocol/headers.ts";

/** A name is let in because it begins as one on the list does. */
function trickedBy(exchange: Exchange): Finding {
  const origin = exchange.sent?.kind === "http" ? headerValue(exchange.sent.headers, "origin") : undefined;
  const what = `A request with Origin ${origin} was served, though another foreign Origin is refused: compare names whole`;
  return finding(what, exchange.id, { expected: "HTTP 403", actual: describe(exchange) });
}

function judge(
  { exchange, served, version, exposed }: OriginAnswer,
  lookalikes: readonly Exchange[],
): readonly (Finding | Note)[] {
  const actual = describe(exchange);
  if (served) {
    if (!exposed)
      return [note("A foreign Origin is served; on a public https host a policy may allow that", exchange.id)];
    return [finding("A request with a foreign Origin was served", exchange.id, { expected: "HTTP 403", actual })];
  }
  const tricked = lookalikes.flatMap((one) => (exposed ? [trickedBy(one)] : [])).slice(0, 1);
  if (tricked.length > 0) return tricked;
  if (statusOf(exchange) === 403) return [];
  const refused = `A request with a foreign Origin was refused with ${actual}`;
  // A status alone may be that of somebody before the server; an error message is its own.
  const own = version > "2025-11-25" || (version === "2025-11-25" && isTold(exchange));
  if (own) return [finding(refused, exchange.id, { expected: "HTTP 403", actual })];
  return version === "2025-11-25" ? [note(`${refused} instead of 403`, exchange.id)] : [];
}

const rule: Rule = {
  id: "security-origin-validation",
  category: "security",
  profile: "core",
  title: "A foreign Origin is refused",
  why: "By DNS rebinding a page that the user opens can speak to a server on his machine or in his network; the Origin is the one thing that tells it from the user's own client.",
  fix: "Answer a request whose Origin is present and not on your list with HTTP 403, before anything else; compare scheme, host and port whole, never by their beginning. SDKs have it built in but often switched off: enableDnsRebindingProtection with allowedOrigins, or the host validation middleware.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#security-warning"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe:
          "A ping with Origin https://<random>.example, and one without an Origin right behind it; another one where those do not settle it. The same with http://localhost.<random>.example, and with the host of the target so prolonged.",
        pass: "403; before 2025-11-25 any refusal. Another refusal without a JSON-RPC message at 2025-11-25, and service on a public https host, are remarks.",
        fail: "One of them is served, though the target is loopback, a private address or plain http; at 2025-11-25 also a JSON-RPC error with another status.",
        skip: "Not evaluable when a ping without an Origin was not served, or at 401, 429, 3xx, 5xx and no answer.",
      },
      uses: { answer: foreignOrigin, lookalikes: servedLookalikes },
      judge: ({ answer, lookalikes }) => judge(answer, lookalikes),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http#security-&-endpoint"],
      transports: ["http"],
      method: {
        probe:
          "A server/discover with Origin https://evil-<random>.example, and one without an Origin right behind it; another one where those do not settle it. The same with http://localhost.<random>.example, and with the host of the target so prolonged.",
        pass: "403, whatever the body.",
        fail: "One of them is served, though the target is loopback, a private address or plain http; or a JSON-RPC error of the server with another status.",
        skip: "Not evaluable when server/discover without an Origin was not served, when it is served on a public https host (its policy may allow any), or at 401, 429, 3xx, 5xx, another 4xx without a JSON-RPC message, and no answer.",
      },
      uses: { answer: foreignOrigin, lookalikes: servedLookalikes },
      judge: ({ answer, lookalikes }) => judge(answer, lookalikes),
    }),
  },
};

export default rule;
