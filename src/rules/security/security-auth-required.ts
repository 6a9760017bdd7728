import { ownScheme, refusedWithout } from "../../facts/auth.ts";
import { describe, methodOf } from "../../facts/evidence.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "security-auth-required",
  category: "security",
  profile: "core",
  title: "A request without a credential is refused with 401",
  why: "401 is what makes a client look for the authorization server and let its user sign in. Any other refusal looks like a broken server.",
  fix: "Answer every request without a valid token with HTTP 401 and WWW-Authenticate, before the JSON-RPC layer sees it; keep 403 for tokens that are valid but not enough.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization#error-handling", "basic/authorization#protocol-requirements"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe:
          "initialize without Authorization (where none is configured, without the headers that look like a credential); where that is served, tools/list (or ping) in its session.",
        pass: "401. 403, and any refusal where the configured credential is no bearer token, is a remark.",
        fail: "Another refusal (2xx with a JSON-RPC error, a redirect, another 4xx, 5xx) of what is served with the configured credential.",
        skip: "Skipped when all of it is served without a credential (authorization is optional), or none is configured and no 401 was seen. Not evaluable when the request with the credential was not served, or at 407, 408, 429, 502 to 504 and no answer.",
      },
      uses: { refused: refusedWithout, ownScheme },
      judge: ({ refused: { exchange }, ownScheme }) => {
        const status = statusOf(exchange);
        if (status === 401) return [];
        if (status === 403 || ownScheme) {
          const message = `A request without a credential is refused with ${describe(exchange)} instead of HTTP 401`;
          return [note(message, exchange.id)];
        }
        return [
          finding(`${methodOf(exchange)} without a credential was answered with ${describe(exchange)}`, exchange.id, {
            expected: "HTTP 401",
            actual: describe(exchange),
          }),
        ];
      },
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization/index#error-handling", "basic/authorization/index#token-handling"],
      transports: ["http"],
      method: {
        probe:
          "server/discover without Authorization on a connection of its own, other configured headers kept; where that is served, the declared lists.",
        pass: "401.",
        fail: "Another refusal (403, 400, 404, 302, 200 with a JSON-RPC error, 500) of what is served with the configured bearer token.",
        skip: "Skipped when all of it is served without Authorization (it is optional). Not evaluable when no bearer token is configured and the refusal is not 401, when the request with the token was not served, or at 407, 408, 429, 502 to 504 and no answer.",
      },
      uses: { refused: refusedWithout },
      judge: ({ refused: { exchange } }) =>
        statusOf(exchange) === 401
          ? []
          : [
              finding(
                `${methodOf(exchange)} without Authorization was answered with ${describe(exchange)}`,
                exchange.id,
                {
                  expected: "HTTP 401",
                  actual: describe(exchange),
                },
              ),
            ],
    }),
  },
};

export default rule;
