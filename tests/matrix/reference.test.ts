import { describe, expect, it } from "vitest";
import { REVISIONS, type TransportKind } from "../../src/model/revision.ts";
import { catalogueOf, judgeRecording } from "../../src/suite.ts";
import { expectPlaces, ids, runInMemory, runVariant, variantFiles, verdicts } from "../support/matrix.ts";
import { reference } from "../support/reference.ts";

const mutants = variantFiles(import.meta.glob("../mutants/*/*.ts", { eager: true, import: "default" }));
const traps = variantFiles(import.meta.glob("../traps/*/*.ts", { eager: true, import: "default" }));
const selection = { only: [], skip: [], profile: "core" } as const;
const places = REVISIONS.flatMap((revision) =>
  (["http", "stdio"] as const).map((transport) => ({ revision, transport })),
);

describe.each(places)("the reference server at $revision over $transport", ({ revision, transport }) => {
  it("has no fail and no check that could not be evaluated", async () => {
    const ran = await runInMemory(reference(revision), revision, transport);
    expect(ids(ran.report, "fail")).toEqual([]);
    expect(ids(ran.report, "unknown")).toEqual([]);
    expect(ran.report.grade).toBe("A");
    expectPlaces(ran);
  });

  it("passes as a dual-era server too", async () => {
    const { report } = await runInMemory(reference("dual"), revision, transport);
    expect(ids(report, "fail")).toEqual([]);
    expect(ids(report, "unknown")).toEqual([]);
  });

  it("passes when it answers by event streams", async () => {
    const { report } = await runInMemory(reference(revision, { sse: "always" }), revision, transport);
    expect(ids(report, "fail")).toEqual([]);
    expect(ids(report, "unknown")).toEqual([]);
  });

  it("has the same verdicts when judged again, from JSON, with shuffled delays and with more at a time", async () => {
    const first = await runInMemory(reference(revision), revision, transport);
    const expected = verdicts(first.report);
    expect(verdicts(judgeRecording(first.recording, selection))).toEqual(expected);
    const copy = JSON.parse(JSON.stringify(first.recording));
    expect(judgeRecording(copy, selection)).toEqual(JSON.parse(JSON.stringify(first.report)));
    let turn = 0;
    const delay = (): number => {
      turn += 7;
      return turn % 5;
    };
    for (const concurrency of [1, 8]) {
      const { report } = await runInMemory(reference(revision), revision, transport, { concurrency }, { delay });
      expect(verdicts(report)).toEqual(expected);
    }
  });
});

describe("every rule", () => {
  const rules = REVISIONS.flatMap((revision) =>
    catalogueOf(revision, "full").rules.map((rule) => ({ id: rule.id, revision, category: rule.category })),
  );

  it.each(rules)("$id has a mutant and traps at $revision", ({ id, revision, category }) => {
    for (const files of [mutants, traps]) {
      const file = files.find((one) => one.rule === id);
      expect(file?.category).toBe(category);
      expect(file?.variants.some((one) => one.revisions.includes(revision))).toBe(true);
    }
  });

  it("passes somewhere: on the reference server, or on one of its own traps", async () => {
    const passed = new Set<string>();
    for (const { revision, transport } of places) {
      const { report } = await runInMemory(reference(revision), revision, transport, { profile: "full" });
      for (const one of report.tests) if (one.outcome === "pass") passed.add(`${one.id} ${revision}`);
    }
    for (const { rule, variants } of traps) {
      for (const variant of variants) {
        for (const revision of variant.revisions.filter((one) => !passed.has(`${rule} ${one}`))) {
          const transport: TransportKind = variant.transports[0] ?? "http";
          const { report } = await runVariant(variant, revision, transport, { profile: "full" });
          if (report.tests.find((one) => one.id === rule)?.outcome === "pass") passed.add(`${rule} ${revision}`);
        }
      }
    }
    expect(rules.map((one) => `${one.id} ${one.revision}`).filter((one) => !passed.has(one))).toEqual([]);
  });
});
