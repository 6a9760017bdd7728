import { describe, expect, it } from "vitest";
import { select } from "../../src/engine/select.ts";
import { RULES } from "../../src/rules/mod.ts";
import { catalogueOf } from "../../src/suite.ts";

const warningsOf = (...only: readonly string[]) => select(catalogueOf("2026-07-28"), "http", only, [], RULES).warnings;

describe("select()", () => {
  it.each([
    ["lifecycle-ping", "It is a check of 2025-11-25."],
    ["lifecyle-ping", "Did you mean lifecycle-ping?"],
    ["tool", "Did you mean tools?"],
    ["zzzzzz", "--list shows the ids."],
  ])("says of %s: %s", (value, hint) => {
    expect(warningsOf("errors", value)).toEqual([
      `--only ${value} matches no check of the 2026-07-28 catalogue. ${hint}`,
    ]);
  });

  it("names the profile that has the check", () => {
    const full = RULES.find((rule) => rule.profile === "full" && rule.revisions["2026-07-28"] !== undefined);
    if (full === undefined) return;
    expect(warningsOf("errors", full.id)[0]).toContain("It is a check of --profile full.");
  });

  it("counts what is left of very many mistakes", () => {
    const many = Array.from({ length: 30 }, (_, at) => `zzzzzz${at}`);
    const warnings = warningsOf("errors", ...many);
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe("--only: 10 more of its values match no check that applies");
  });

  it("says when nothing is left", () => {
    expect(warningsOf("zzzzzz").at(-1)).toBe("No tests ran -- check --only/--skip");
  });
});
