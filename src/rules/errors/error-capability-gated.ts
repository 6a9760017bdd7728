import { judgedEach } from "../../facts/cases.ts";
import { codeOf } from "../../facts/errors.ts";
import { describe } from "../../facts/evidence.ts";
import { type UndeclaredAnswer, undeclaredAnswers } from "../../facts/undeclared.ts";
import { type Finding, finding, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

function judge({ capability, method, exchange, content }: UndeclaredAnswer): readonly (Finding | Note)[] {
  if (content !== undefined) {
    return [
      finding(`${method} is served though ${capability} is not declared`, exchange.id, {
        expected: `the capability ${capability} declared, or a JSON-RPC error -32601`,
        actual: `a result with ${content}`,
      }),
    ];
  }
  const reply = replyOf(exchange);
  if (reply.kind === "error" && codeOf(reply) === -32601) return [];
  const actual = reply.kind === "result" ? "a result without content" : describe(exchange);
  return [note(`${method}, whose capability ${capability} is not declared, was answered with ${actual}`, exchange.id)];
}

const rule: Rule = {
  id: "error-capability-gated",
  category: "errors",
  profile: "core",
  title: "Features that are not declared are not served",
  why: "Clients ask only for what is declared: a feature that works but is not declared is never used, and one that was switched off on purpose is still open.",
  fix: "Declare the capability (tools, resources, prompts, completions), or take its handlers out. In SDKs both come from the same registration; look for handlers that are set by hand.",
  revisions: {
    "2025-11-25": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/tools#capabilities",
        "server/resources#capabilities",
        "server/prompts#capabilities",
        "server/utilities/completion#capabilities",
        "basic/lifecycle#operation",
      ],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "The lists of every capability that is not declared, and completion/complete (since 2025-03-26) where completions is not.",
        pass: "An error. An empty list, and another code than -32601, are remarks.",
        fail: "A list with at least one item, or completion values.",
        skip: "Skipped when all of them are declared. Not evaluable when a ping was not served, somebody before the server may have answered, or no answer came.",
      },
      cases: undeclaredAnswers,
      judge,
    }),
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "schema#methodnotfounderror",
        "server/utilities/completion#capabilities",
        "server/resources#capabilities",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "For each capability that is not declared: completion/complete, resources/templates/list and resources/read, prompts/get, tools/call, with names that nobody has.",
        pass: "A JSON-RPC error. Another code than -32601, an empty result and a bare 404 are remarks.",
        fail: "A result with content: completion values, templates, contents, messages, tool content.",
        skip: "Skipped when all four are declared. Not evaluable when server/discover was not served, somebody before the server may have answered, or another 4xx came without a JSON-RPC message.",
      },
      cases: undeclaredAnswers,
      judge,
    }),
  },
};

export default rule;
