import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { type Execution, executionOf } from "./execution.ts";
import { byTool, type Called } from "./injection.ts";

export const SQL_PROBE = "security/sql-injection";

/** The ways in which a word may be quoted in a statement. */
export const WHERE_FORMS: readonly {
  readonly name: string;
  text(word: string, left: number, right: number): string;
}[] = [
  { name: "single quotes", text: (word, left, right) => `${word}' OR ${left}=${right} -- ` },
  { name: "double quotes", text: (word, left, right) => `${word}" OR ${left}=${right} -- ` },
  { name: "no quotes", text: (word, left, right) => `${word} OR ${left}=${right} -- ` },
];

/** A condition that was evaluated: the true and the false form of one round. */
export interface Condition {
  readonly tool: string;
  readonly parameter: string;
  readonly truth: Called;
  readonly lie: Called;
}

/** The products that came back (both revisions). */
export const sqlExecution: Fact<Execution> = executionOf(SQL_PROBE);

/** Conditions whose truth decided what came back, in two rounds (2026-07-28). Unknown where a tool is no constant. */
export const sqlConditions: Fact<readonly Condition[]> = fact("sql conditions", [sqlExecution], (recording) =>
  andThen(sqlExecution.of(recording), ({ attempts }): Known<readonly Condition[]> => {
    const groups = byTool(attempts.calls);
    const steady = groups.filter(isSteady);
    if (steady.length === 0) return unknown("the tools that were tried answer the same call differently each time");
    return known(steady.flatMap(conditionsOf));
  }),
);

/** Two identical calls brought the same. */
function isSteady(calls: readonly Called[]): boolean {
  const [one, two] = calls.filter((call) => call.role === "baseline" && call.round === 1);
  return one !== undefined && two !== undefined && one.output === two.output;
}

function conditionsOf(calls: readonly Called[]): readonly Condition[] {
  return WHERE_FORMS.flatMap((form) => {
    const rounds = [1, 2].map((round) => pairOf(calls, form.name, round));
    const [first, second] = rounds;
    return first === undefined || second === undefined ? [] : [first];
  });
}

/** The two forms of a round, where the true one found more and the false one found what a random word finds. */
function pairOf(calls: readonly Called[], form: string, round: number): Condition | undefined {
  const side = (truth: string): Called | undefined =>
    calls.find((one) => one.round === round && one.tags["form"] === form && one.tags["truth"] === truth);
  const [truth, lie] = [side("true"), side("false")];
  const word = calls.find((one) => one.round === round && one.role === "baseline");
  if (truth?.outcome !== "answered" || lie?.outcome !== "answered" || word?.outcome !== "answered") return undefined;
  const found = bare(truth).length > bare(lie).length && bare(lie) === bare(word);
  return found ? { tool: truth.tool, parameter: truth.parameter, truth, lie } : undefined;
}

/** The output without the payload that it reflects. */
function bare(call: Called): string {
  const value = call.tags["value"];
  return typeof value === "string" ? call.output.replaceAll(value, "") : call.output;
}
