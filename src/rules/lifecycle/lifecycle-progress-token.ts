import { judgedEach } from "../../facts/cases.ts";
import { describe, methodOf, shown } from "../../facts/evidence.ts";
import { progressSeen, type TokenRequest, tokenRequests } from "../../facts/progress-tokens.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";

function judgeRefusal({ exchange, token, refused }: TokenRequest): readonly Finding[] {
  if (!refused) return [];
  const actual = describe(exchange);
  const what = `${methodOf(exchange)} is refused, twice, only when it carries the progress token ${shown(token)}: ${actual}`;
  return [finding(what, exchange.id, { expected: "the same kind of answer as without a token", actual })];
}

function judgeProgress({ exchange, token, progress }: TokenRequest): readonly Finding[] {
  return progress.flatMap(({ params, pointer }) => {
    const place = (member: string) => ({ exchange: exchange.id, pointer: `${pointer}/params/${member}` });
    const own = params["progressToken"];
    const done = params["progress"];
    const findings: Finding[] = [];
    if (own !== token) {
      const what = `Progress came for the token ${shown(own)}; the request has ${shown(token)}`;
      findings.push(finding(what, place("progressToken"), { expected: shown(token), actual: shown(own) }));
    }
    if (typeof done !== "number") {
      findings.push(finding("progress is no number", place("progress"), { expected: "a number", actual: shown(done) }));
    }
    return findings;
  });
}

const rule: Rule = {
  id: "lifecycle-progress-token",
  category: "lifecycle",
  profile: "core",
  title: "A progress token does no harm and comes back unchanged",
  why: "Clients attach a token to many requests and find the progress bar by it: changed, the progress is lost; refused, the request is.",
  fix: "Take params._meta.progressToken, a string or an integer, as an opaque JSON value, send it back unchanged in notifications/progress, and allow _meta on every request.",
  revisions: {
    "2025-11-25": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/utilities/progress#progress-flow", "schema#progresstoken"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe:
          "ping, the first declared list and a safe tool, each with a string and with an integer as its token. What is refused is asked without one, and again with it.",
        pass: "The same kind of answer as without a token; progress may or may not come.",
        fail: "Refused with the token, twice, while the same request without it is served.",
        skip: "Not evaluable when nothing answers, or somebody else does.",
      },
      cases: tokenRequests,
      judge: judgeRefusal,
    }),
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/patterns/progress#progress-flow", "basic/patterns/progress#behavior-requirements"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "Up to three safe tools, those that speak of progress first, each called with a string and with an integer as its token. What is refused is called without one, and again with it.",
        pass: "Every progress notification carries the token of its request, with the same type, and a number as progress.",
        fail: "Another token or none, or progress that is no number; or the call is refused (the process ends), twice, only with a token.",
        skip: "Skipped when there is no tool to call, or no progress came. Not evaluable when nothing answers, or somebody else does.",
      },
      cases: progressSeen,
      judge: (request) => [...judgeRefusal(request), ...judgeProgress(request)],
    }),
  },
};

export default rule;
