import { shown } from "../../facts/evidence.ts";
import { type Execution, executionOf, triedText } from "../../facts/execution.ts";
import { type Finding, finding, judged, type Note, note, type Rule, type RuleRevision } from "../../model/rule.ts";

const execution = executionOf("security/command-injection");

function judge({ ran }: { readonly ran: Execution }): readonly (Finding | Note)[] {
  return [
    ...ran.executed.map(({ tool, parameter, second }) =>
      finding(
        `The tool ${shown(tool)} ran a shell command that was put into its argument ${shown(parameter)}, twice, with different numbers`,
        second.exchange.id,
        {
          expected: "the argument is data: nothing in it is run",
          actual: `${shown(second.tags["value"])} printed ${shown(second.tags["product"])}`,
        },
      ),
    ),
    note(triedText(ran.attempts)),
  ];
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  clauses: ["server/tools#security-considerations"],
  transports: ["http", "stdio"],
  uses: { ran: execution },
  judge,
} as const;

const method: RuleRevision["method"] = {
  probe:
    "Up to three tools of the safest kind that take a string: a plain word, the plain texts A*B and expr A \\* B, then nine payloads in shell syntax that print the product of two random numbers.",
  pass: "The product never appears. How many payloads reached a tool is noted.",
  fail: "The product appears for a payload in two rounds with new numbers, and not for the plain texts.",
  skip: "No tool of an allowed kind takes a string; no payload reached a tool; the tool evaluates its argument by design.",
};

const rule: Rule = {
  id: "security-command-injection",
  category: "security",
  profile: "core",
  title: "Tool arguments are not run as shell commands",
  why: "Whoever can put text before the model, a web page or a mail, can then run commands as the user of the server.",
  fix: "Never build a command line from an argument. Start programs with an array of arguments and no shell (execFile or spawn without `shell`), or do without a program; check the argument against what the tool is for.",
  revisions: {
    "2025-11-25": judged({ ...common, since: "2024-11-05", method }),
    "2026-07-28": judged({ ...common, method }),
  },
};

export default rule;
