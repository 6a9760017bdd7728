import { describe, expect, it } from "vitest";
import { abridgedFindings, abridgedNames, MOST_FINDINGS } from "../../src/engine/abridge.ts";
import { finding } from "../../src/model/rule.ts";

describe("what a report repeats", () => {
  it("keeps what can be read as it is", () => {
    const all = Array.from({ length: MOST_FINDINGS }, (_, at) => finding(`wrong ${at}`, `p#${at}`, { actual: "x" }));
    expect(abridgedFindings(all)).toEqual(all);
    expect(abridgedFindings([])).toEqual([]);
  });

  it("counts the findings that it leaves out", () => {
    const all = Array.from({ length: 100_000 }, (_, at) => finding(`wrong ${at}`, `p#${at}`));
    const short = abridgedFindings(all);
    expect(short).toHaveLength(MOST_FINDINGS);
    expect(short.slice(0, -1)).toEqual(all.slice(0, MOST_FINDINGS - 1));
    expect(short.at(-1)).toEqual(finding("and 99901 more findings of this check", `p#${MOST_FINDINGS - 1}`));
  });

  it("cuts what a server made long", () => {
    const long = "x".repeat(1_000_000);
    const [one] = abridgedFindings([finding(long, "p#1", { expected: long, actual: long })]);
    expect(JSON.stringify(one).length).toBeLessThan(13_000);
    expect(abridgedNames([long])[0]).toBe(`${"x".repeat(1000)}... (999000 more characters)`);
  });
});
