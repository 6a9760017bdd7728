import { andThen, type Fact, type Known, known } from "../model/fact.ts";
import type { Finding, Note, RuleRevision } from "../model/rule.ts";

/**
 * Makes a RuleRevision that judges several cases, each seen or not. What is wrong in one is told even where another could
 * not be seen; where nothing is wrong, a case that could not be seen leaves the whole open. Absent cases ask nothing.
 */
export function judgedEach<T>(
  about: Omit<RuleRevision, "uses" | "judge"> & {
    readonly cases: Fact<readonly Known<T>[]>;
    readonly judge: (value: T) => readonly (Finding | Note)[];
  },
): RuleRevision {
  const { cases, judge, ...rest } = about;
  return {
    ...rest,
    uses: [cases],
    judge: (recording) =>
      andThen(cases.of(recording), (all): Known<readonly (Finding | Note)[]> => {
        const found = all.flatMap((one) => (one.state === "known" ? judge(one.value) : []));
        if (found.some((one) => one.kind === "finding")) return known(found);
        const missing = all.find((one) => one.state === "unknown") ?? firstWhenNoneIsKnown(all);
        return missing === undefined || missing.state === "known" ? known(found) : missing;
      }),
  };
}

function firstWhenNoneIsKnown<T>(all: readonly Known<T>[]): Known<T> | undefined {
  return all.some((one) => one.state === "known") ? undefined : all[0];
}
