import { describe, expect, it } from "vitest";
import { judgeRule } from "../../src/engine/judge.ts";
import { absent, fact, type Known, known, unknown } from "../../src/model/fact.ts";
import type { Recording } from "../../src/model/recording.ts";
import { finding, judged, note, type RuleRevision } from "../../src/model/rule.ts";

const recording = { revision: "2025-11-25", runs: [] } as unknown as Recording;

function ruleWith(
  facts: { readonly [name: string]: Known<number> },
  changes: Partial<RuleRevision> = {},
  findings: Parameters<typeof judged>[0]["judge"] = () => [],
): RuleRevision {
  const uses = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, fact(name, [], () => value)]));
  return {
    ...judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages"],
      transports: ["http"],
      method: { probe: "", pass: "", fail: "", skip: "" },
      uses,
      judge: findings,
    }),
    ...changes,
  };
}

describe("judgeRule()", () => {
  it("passes when nothing was found, fails with what was found, and keeps notes apart", () => {
    expect(judgeRule(ruleWith({ a: known(1) }), recording, undefined)).toEqual({ outcome: "pass", notes: [] });
    const remark = note("odd");
    expect(
      judgeRule(
        ruleWith({ a: known(1) }, {}, () => [remark]),
        recording,
        undefined,
      ),
    ).toEqual({
      outcome: "pass",
      notes: [remark],
    });
    const wrong = finding("wrong", "p#1");
    expect(
      judgeRule(
        ruleWith({ a: known(1) }, {}, () => [remark, wrong]),
        recording,
        undefined,
      ),
    ).toEqual({
      outcome: "fail",
      findings: [wrong],
      notes: [remark],
    });
  });

  it("calls its own defect not evaluable", () => {
    const breaks = ruleWith({ a: known(1) }, {}, () => {
      throw new Error("oops");
    });
    expect(judgeRule(breaks, recording, undefined)).toEqual({
      outcome: "unknown",
      reason: "this check broke (a defect of this tool): oops",
    });
  });

  it("lets unknown outweigh absent, and absent outweigh known, in any order", () => {
    const values = { a: known(1), b: absent("not offered"), c: unknown("not seen") };
    expect(judgeRule(ruleWith(values), recording, undefined)).toEqual({ outcome: "unknown", reason: "not seen" });
    const turned = { c: unknown("not seen"), b: absent("not offered"), a: known(1) };
    expect(judgeRule(ruleWith(turned), recording, undefined)).toEqual({ outcome: "unknown", reason: "not seen" });
    expect(judgeRule(ruleWith({ a: known(1), b: absent("not offered") }), recording, undefined)).toEqual({
      outcome: "skip",
      reason: "not offered",
    });
  });

  it("does not call the judge unless every fact is known", () => {
    let called = false;
    judgeRule(
      ruleWith({ a: unknown("not seen") }, {}, () => {
        called = true;
        return [];
      }),
      recording,
      undefined,
    );
    expect(called).toBe(false);
  });

  it("skips advice that could not be measured", () => {
    const verdict = judgeRule(ruleWith({ a: unknown("no safe tool") }, { basis: "advice" }), recording, undefined);
    expect(verdict).toEqual({ outcome: "skip", reason: "Not measured: no safe tool" });
  });

  it("skips outside of since and until, by the negotiated revision", () => {
    const rule = ruleWith({ a: known(1) }, { since: "2025-03-26", until: "2025-06-18" }, () => [
      finding("wrong", "p#1"),
    ]);
    expect(judgeRule(rule, recording, "2024-11-05").outcome).toBe("skip");
    expect(judgeRule(rule, recording, "2025-03-26").outcome).toBe("fail");
    expect(judgeRule(rule, recording, "2025-06-18").outcome).toBe("fail");
    expect(judgeRule(rule, recording, "2025-11-25").outcome).toBe("skip");
    // Nothing was negotiated: the revision that was asked for counts.
    expect(judgeRule(rule, recording, undefined).outcome).toBe("skip");
    // Something that is no date is no reason to leave the rule out.
    expect(judgeRule(rule, recording, "1.0").outcome).toBe("fail");
  });
});
