import { describe, expect, it } from "vitest";
import { planProbes, planReading } from "../../src/engine/plan.ts";
import { fact, known } from "../../src/model/fact.ts";
import type { Impact, Probe } from "../../src/model/probe.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import { judged, type Rule } from "../../src/model/rule.ts";
import { PROBES } from "../../src/probes/mod.ts";
import { catalogueOf } from "../../src/suite.ts";

const GREETING = "lifecycle/discover";

function probe(id: string, impact: Impact, after: readonly string[] = [GREETING]): Probe {
  return {
    id,
    revisions: ["2026-07-28"],
    transports: ["http"],
    impact,
    after,
    ready: () => known(async () => {}),
  };
}

/** A rule that rests on these probes: on each, or (a scan) on what they happen to say. */
function rule(probes: readonly string[], wholeRun = false): Rule {
  const seen = fact("seen", probes, () => known(true), { wholeRun });
  const own = judged({
    required: true,
    basis: "spec",
    level: "MUST",
    clauses: [],
    transports: ["http"],
    method: { probe: "", pass: "", fail: "", skip: "" },
    uses: { seen },
    judge: () => [],
  });
  const about = { id: "made-up", category: "transport", profile: "core", title: "", why: "", fix: "" } as const;
  return { ...about, revisions: { "2026-07-28": own } };
}

function catalogue(...probes: readonly Probe[]) {
  const own = catalogueOf("2026-07-28");
  const silent = fact("nothing", [], () => known(null as never));
  const about = Object.fromEntries(Object.keys(own.about).map((key) => [key, silent])) as unknown as typeof own.about;
  return { ...own, about, rules: [], probes: [probe(GREETING, "read", []), ...probes] };
}

const idsOf = (probes: readonly Probe[]) => probes.map((one) => one.id);

describe("planReading()", () => {
  it("plans what reads, with what that stands on", () => {
    const here = catalogue(probe("a/list", "read"), probe("a/item", "read", ["a/list"]), probe("a/other", "read"));
    expect(idsOf(planReading(here, [rule(["a/item"])], "http"))).toEqual([GREETING, "a/list", "a/item"]);
  });

  it.each(["call", "stress", "may-crash"] as const)(
    "refuses a rule that rests on a probe of the impact %s",
    (impact) => {
      const here = catalogue(probe("a/worse", impact));
      expect(() => planReading(here, [rule(["a/worse"])], "http")).toThrow('"a/worse" does more than read');
      expect(idsOf(planProbes(here, [rule(["a/worse"])], "http"))).toContain("a/worse");
    },
  );

  it("refuses a reading probe that stands on one which does more", () => {
    const here = catalogue(probe("a/call", "call"), probe("a/read", "read", ["a/call"]));
    expect(() => planReading(here, [rule(["a/read"])], "http")).toThrow('"a/call" does more than read');
  });

  it("runs nothing that does more, and nothing that goes further, for the sake of a scan", () => {
    const here = catalogue(probe("a/list", "read"), probe("a/item", "read", ["a/list"]), probe("a/call", "call"));
    const scan = rule(["a/list", "a/item", "a/call"], true);
    expect(idsOf(planReading(here, [scan], "http"))).toEqual([GREETING, "a/list"]);
    expect(idsOf(planProbes(here, [scan], "http"))).toEqual([GREETING, "a/list", "a/item", "a/call"]);
  });

  it.each(REVISIONS)("refuses the whole catalogue of %s, which calls tools", (revision) => {
    const own = catalogueOf(revision, "full");
    expect(() => planReading(own, own.rules, "http")).toThrow("does more than read");
    expect(PROBES.some((one) => one.impact === "call")).toBe(true);
  });
});
