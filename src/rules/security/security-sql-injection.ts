import { shown } from "../../facts/evidence.ts";
import { type Execution, triedText } from "../../facts/execution.ts";
import { type Condition, sqlConditions, sqlExecution } from "../../facts/sql.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

const EXPECTED = "the argument is data: nothing in it becomes part of a statement";

function ranFindings({ executed }: Execution): readonly Finding[] {
  return executed.map(({ tool, parameter, second }) =>
    finding(
      `The tool ${shown(tool)} ran SQL that was put into its argument ${shown(parameter)}, twice, with different numbers`,
      second.exchange.id,
      { expected: EXPECTED, actual: `${shown(second.tags["value"])} brought ${shown(second.tags["product"])}` },
    ),
  );
}

function conditionFindings(conditions: readonly Condition[]): readonly Finding[] {
  return conditions.map(({ tool, parameter, truth, lie }) =>
    finding(
      `The tool ${shown(tool)} let a condition in its argument ${shown(parameter)} decide what it finds, twice, with different numbers`,
      truth.exchange.id,
      {
        expected: EXPECTED,
        actual: `${shown(truth.tags["value"])} found more than ${shown(lie.tags["value"])}, which found what a random word finds`,
      },
    ),
  );
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  clauses: ["server/tools#security-considerations"],
  transports: ["http", "stdio"],
} as const;

const SKIP =
  "No tool of an allowed kind takes a string; no payload reached a tool; the tool takes SQL or evaluates its argument by design.";

const rule: Rule = {
  id: "security-sql-injection",
  category: "security",
  profile: "core",
  title: "Tool arguments do not become part of SQL statements",
  why: "Text that reaches the model could read every row of the database, and with other statements change or delete them.",
  fix: "Use parameters (`?`, `$1`) for every value in a statement and never put an argument into its text. Where a column or table name comes from an argument, choose it from a fixed list.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      since: "2024-11-05",
      method: {
        probe:
          "Up to three tools of the safest kind that take a string: a random word twice, the plain text SELECT A*B, then UNION and concatenation payloads that print the product of two random numbers. Nothing writes.",
        pass: "The product never appears. How many payloads reached a tool is noted.",
        fail: "The product appears for a payload in two rounds with new numbers, and not for the plain texts.",
        skip: SKIP,
      },
      uses: { ran: sqlExecution },
      judge: ({ ran }): readonly (Finding | Note)[] => [...ranFindings(ran), note(triedText(ran.attempts))],
    }),
    "2026-07-28": judged({
      ...common,
      method: {
        probe:
          "As at the older revision, and pairs of conditions that differ in their truth alone (OR A=A, OR A=B) in three ways of quoting.",
        pass: "No product, and both conditions of every pair bring the same apart from the payload.",
        fail: "In two rounds with new numbers: the product appears for a payload and not for the plain texts; or the true condition finds more than the false one, which finds what the random word finds.",
        skip: `${SKIP} The tool answers the same call differently each time.`,
      },
      uses: { ran: sqlExecution, conditions: sqlConditions },
      judge: ({ ran, conditions }): readonly (Finding | Note)[] => [
        ...ranFindings(ran),
        ...conditionFindings(conditions),
        note(triedText(ran.attempts)),
      ],
    }),
  },
};

export default rule;
