import { describe, expect, it } from "vitest";
import { expectPlaces, failedIds, ids, placesOf, profileOf, runVariant, type VariantFile } from "./matrix.ts";

/**
 * Every mutant of the files fails its rule and no other (but for `alsoBreaks`); no trap fails its own. One rule alone:
 * `npx vitest run tests/matrix -t "tools-call"`.
 */
export function describeVariants(mutants: readonly VariantFile[], traps: readonly VariantFile[]): void {
  for (const { rule, variants } of mutants) {
    describe(`${rule} catches`, () => {
      for (const variant of variants) {
        for (const { revision, transport } of placesOf(rule, variant)) {
          it(`${variant.name} (${revision}, ${transport})`, async () => {
            const ran = await runVariant(variant, revision, transport, {
              concurrency: 4,
              profile: profileOf(rule, revision),
            });
            expect(failedIds(ran.report), `not caught; unknown: ${ids(ran.report, "unknown").join("\n")}`).toContain(
              rule,
            );
            const others = ids(ran.report, "fail").filter((one) => {
              const id = one.split(":")[0] ?? "";
              return id !== rule && !variant.alsoBreaks.includes(id);
            });
            expect(others, "other rules fail too").toEqual([]);
            expectPlaces(ran);
          });
        }
      }
    });
  }
  for (const { rule, variants } of traps) {
    describe(`${rule} spares`, () => {
      for (const variant of variants) {
        for (const { revision, transport } of placesOf(rule, variant)) {
          it(`${variant.name} (${revision}, ${transport})`, async () => {
            const ran = await runVariant(variant, revision, transport, {
              concurrency: 4,
              profile: profileOf(rule, revision),
            });
            const others = ids(ran.report, "fail").filter(
              (one) => !variant.alsoBreaks.includes(one.split(":")[0] ?? ""),
            );
            expect(others, "a conformant server fails").toEqual([]);
            expect(failedIds(ran.report)).not.toContain(rule);
          });
        }
      }
    });
  }
}
