/** Each fault is found by its rule and by no other; what is odd and sound is held against nobody. */
import { describe, expect, it } from "vitest";
import { CLIENT_RULES } from "../../src/client-rules/mod.ts";
import type { Rule } from "../../src/model/rule.ts";
import { failuresOf, type Lab, laboratory, resultsOf } from "./laboratory.ts";
import { MUTANTS, TRAPS, type Variant } from "./mutants.ts";
import { legacy, modern } from "./sound.ts";

function cases(rule: Rule, variants: readonly Variant[]) {
  return variants.flatMap((variant) =>
    (["2025-11-25", "2026-07-28"] as const).flatMap((revision) =>
      (["http", "stdio"] as const)
        .filter(
          (transport) =>
            variant.transports?.includes(transport) ??
            rule.revisions[revision]?.transports.includes(transport) === true,
        )
        .filter(() => (variant.revisions?.includes(revision) ?? true) && rule.revisions[revision] !== undefined)
        .map((transport) => ({ name: `${variant.name} (${revision}, ${transport})`, variant, revision, transport })),
    ),
  );
}

type Case = ReturnType<typeof cases>[number];

async function played({ variant, revision, transport }: Case): Promise<Lab> {
  const lab = laboratory(transport, "dual", variant.twist);
  await (revision === "2026-07-28" ? modern(lab) : legacy(lab, variant.version));
  return lab;
}

for (const rule of CLIENT_RULES) {
  describe(rule.id, () => {
    const mutants = cases(rule, MUTANTS[rule.id] ?? []);
    it.each(mutants)("finds: $name", async (one) => {
      const lab = await played(one);
      const expected = [rule.id, ...(one.variant.alsoBreaks ?? [])].toSorted();
      expect(failuresOf(lab, one.revision)).toEqual(expected);
      const found = resultsOf(lab, one.revision)
        .filter((test) => test.id === rule.id)
        .flatMap((test) => test.findings.map((each) => ({ each, test })));
      for (const { each, test } of found) {
        expect(test.evidence.some((exchange) => exchange.id === each.at.exchange)).toBe(true);
      }
    });

    const traps = cases(rule, TRAPS[rule.id] ?? []);
    if (traps.length > 0) {
      it.each(traps)("lets pass: $name", async (one) => {
        expect(failuresOf(await played(one), one.revision)).toEqual([]);
      });
    }

    it("has a fault in every revision where it holds", () => {
      const revisions = new Set(mutants.map((one) => one.revision));
      expect([...revisions].toSorted()).toEqual(Object.keys(rule.revisions).toSorted());
    });
  });
}
