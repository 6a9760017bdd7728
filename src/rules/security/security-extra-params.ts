import { describe, shown } from "../../facts/evidence.ts";
import { afterExtraParams, extraTool, type Leftover, leftovers } from "../../facts/extra.ts";
import type { Survival } from "../../facts/survival.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

interface Used {
  readonly after: Survival;
  readonly tool: { readonly name: string; readonly inputSchema: { readonly [key: string]: unknown } };
}

function judge({ after, tool }: Used): readonly (Finding | Note)[] {
  const answer = describe(after.deed);
  if (after.silence !== undefined) {
    return [
      finding("After a call with a member that no schema names the server serves nobody any more", after.deed.id, {
        expected: "the member is refused or ignored, and the next request is served",
        actual: `${answer}; then ${describe(after.silence)}`,
      }),
    ];
  }
  const lax = replyOf(after.deed).kind === "result" && tool.inputSchema["additionalProperties"] === false;
  return [
    note(`The tool ${shown(tool.name)} answered the extra member with ${answer}`, after.deed.id),
    ...(lax
      ? [note("Its schema forbids further members (additionalProperties false); make sure that it refuses them")]
      : []),
  ];
}

function leftFindings(left: readonly Leftover[]): readonly Finding[] {
  return left.slice(0, 3).map(({ exchange, member }) =>
    finding("A member of one call's arguments turns up in the answer to another request", exchange.id, {
      expected: "arguments concern their own call alone",
      actual: `${member} is in the answer`,
    }),
  );
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  clauses: ["server/tools#security-considerations"],
  transports: ["http", "stdio"],
} as const;

const rule: Rule = {
  id: "security-extra-params",
  category: "security",
  profile: "core",
  title: "Arguments that no schema names do no harm",
  why: "Models invent arguments. One of them must not end the server or change what others are answered.",
  fix: "Validate the arguments against the inputSchema before the tool runs (SDKs do) and take from them only what the schema names; never merge them into a shared object, and never copy the keys __proto__ and constructor.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      since: "2024-11-05",
      method: {
        probe: "A safe tool is called with fitting arguments, then with one more member of a random name; then a ping.",
        pass: "Refused, ignored or an ordinary result, and the ping is served.",
        fail: "Nobody is served afterwards, twice; on stdio in a second process too.",
        skip: "No safe tool; the plain call was not answered.",
      },
      uses: { after: afterExtraParams, tool: extraTool },
      judge,
    }),
    "2026-07-28": judged({
      ...common,
      method: {
        probe:
          "A safe tool is called with fitting arguments, then with a member of a random name, __proto__ and constructor; then tools/list and server/discover.",
        pass: "Refused or ignored, and the server goes on.",
        fail: "server/discover is not served afterwards, twice; or one of the members turns up in an answer whose request did not carry it.",
        skip: "No safe tool; the plain call was not answered.",
      },
      uses: { after: afterExtraParams, tool: extraTool, left: leftovers },
      judge: ({ after, tool, left }): readonly (Finding | Note)[] => [...judge({ after, tool }), ...leftFindings(left)],
    }),
  },
};

export default rule;
