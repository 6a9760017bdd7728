import { type BadToken, badTokens, NO_TOKEN, TWO_WORDS } from "../../facts/auth.ts";
import { judgedEach } from "../../facts/cases.ts";
import { describe, isServed } from "../../facts/evidence.ts";
import { type Finding, finding, type Note, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

function judge({ kind, exchange }: BadToken, modern: boolean): readonly (Finding | Note)[] {
  const status = statusOf(exchange);
  const empty = kind === NO_TOKEN || kind === TWO_WORDS;
  const expected = empty ? "HTTP 401 or 400" : "HTTP 401";
  const wrong = (message: string): readonly Finding[] => [
    finding(message, exchange.id, { expected, actual: describe(exchange) }),
  ];
  if (isServed(exchange)) return wrong(`A request with ${kind} was served`);
  if (status === 401 || (empty && status === 400)) return [];
  const message = `A request with ${kind} was refused with ${describe(exchange)}`;
  return !modern && (status === 403 || status === 400) ? [note(message, exchange.id)] : wrong(message);
}

const rule: Rule = {
  id: "security-auth-malformed",
  category: "security",
  profile: "core",
  title: "Invalid tokens are refused with 401",
  why: "A server that lets in whatever begins with Bearer is open to everybody, though it looks locked.",
  fix: 'Verify every token (signature or introspection, expiry, audience) and answer an invalid one with 401 and error="invalid_token". Do not stop at the presence of the header.',
  revisions: {
    "2025-11-25": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization#token-handling", "basic/authorization#error-handling"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe:
          "What was refused with 401 without a credential, with a random bearer token, then with the configured token without its last 6 characters (of at least 26).",
        pass: "401. 403 and 400 are remarks.",
        fail: "Served; or refused in another way.",
        skip: "Skipped on an open server. Not evaluable when the request without a token is not refused with 401 or with the configured one is not served, or at 407, 408, 429, 502 to 504 and no answer.",
      },
      cases: badTokens,
      judge: (one) => judge(one, false),
    }),
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization/index#token-handling", "basic/authorization/index#error-handling"],
      transports: ["http"],
      method: {
        probe:
          'server/discover (or the first declared list that is guarded) with a random bearer token, with "Bearer" alone, and with "Bearer a b !!".',
        pass: "401 for the random token; 400 or 401 for the others.",
        fail: "Any is served; or refused with another status.",
        skip: "Skipped on an open server. Not evaluable when no bearer token is configured, the configured one is not served, or at 407, 408, 429, 502 to 504 and no answer.",
      },
      cases: badTokens,
      judge: (one) => judge(one, true),
    }),
  },
};

export default rule;
