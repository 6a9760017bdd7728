import { tokenInQuery } from "../../facts/auth.ts";
import { describe, isServed } from "../../facts/evidence.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

function judge({ exchange }: { readonly exchange: Exchange }): readonly Finding[] {
  if (!isServed(exchange)) return [];
  return [
    finding("A request with the token in its query string was served", exchange.id, {
      expected: "HTTP 401",
      actual: describe(exchange),
    }),
  ];
}

const rule: Rule = {
  id: "security-token-in-uri",
  category: "security",
  profile: "core",
  title: "A token in the query string is not honoured",
  why: "URLs end up in logs, proxies and browser histories; a server that takes tokens from there invites clients to leave them there.",
  fix: "Read the token from the Authorization header alone; take out every fallback to an access_token parameter.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization#token-requirements"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe:
          "With --allow-token-in-query, over https or on loopback: initialize with ?access_token=<configured token> and without Authorization.",
        pass: "401, or any other refusal.",
        fail: "Served.",
        skip: "Skipped on an open server, when no bearer token is configured, and without the consent. Not evaluable when the request without a token is not refused with 401 or with it is not served, or when no answer came.",
      },
      uses: { exchange: tokenInQuery },
      judge,
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["basic/authorization/index#token-requirements"],
      transports: ["http"],
      method: {
        probe:
          "With --allow-token-in-query, over https or on loopback: server/discover with ?access_token=<configured token> and without Authorization.",
        pass: "401, or any other refusal.",
        fail: "Served.",
        skip: "Skipped on an open server, when no bearer token is configured, and without the consent. Not evaluable when the request without a token is not refused with 401 or with it is not served, or when no answer came.",
      },
      uses: { exchange: tokenInQuery },
      judge,
    }),
  },
};

export default rule;
