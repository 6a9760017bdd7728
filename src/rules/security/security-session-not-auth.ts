import { sessionAlone } from "../../facts/auth.ts";
import { describe, isServed } from "../../facts/evidence.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "security-session-not-auth",
  category: "security",
  profile: "core",
  title: "A session id does not replace the token",
  why: "Session ids travel in logs and headers unprotected; whoever has read one could act as its user.",
  fix: "Verify the token on every request, also inside a session, and bind the session to the user who opened it. Put the check before the session look-up, not into initialize.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization#token-requirements", "basic/authorization#access-token-privilege-restriction"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe:
          "tools/list (or ping) in a session that the configured credential opened, once with the credential and once without it.",
        pass: "401. 403 or another refusal is a remark.",
        fail: "Served.",
        skip: "Skipped on an open server, and when it gives no session id. Not evaluable when no credential is configured, the request with it was not served, or at 407, 408, 429, 502 to 504 and no answer.",
      },
      uses: { exchange: sessionAlone },
      judge: ({ exchange }) => {
        if (isServed(exchange)) {
          return [
            finding("A request with a session id and without the credential was served", exchange.id, {
              expected: "HTTP 401",
              actual: describe(exchange),
            }),
          ];
        }
        if (statusOf(exchange) === 401) return [];
        const message = `A request with a session id and without the credential was refused with ${describe(exchange)}`;
        return [note(`${message} instead of 401`, exchange.id)];
      },
    }),
  },
};

export default rule;
