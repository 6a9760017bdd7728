import { expect, it } from "vitest";
import { REVISIONS } from "../../src/model/revision.ts";
import { createReference } from "../../src/reference/server.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";
import { runInMemory } from "../support/matrix.ts";
import { testOptions } from "../support/reference.ts";

it.each(REVISIONS)(
  "a run of %s says beforehand in which order its results can be told, and tells of all",
  async (revision) => {
    let order: readonly string[] = [];
    const told: string[] = [];
    const server = createReference(testOptions(revision), serverWorld());
    const { report } = await runInMemory(server, revision, "http", {
      only: ["transport", "tools"],
      concurrency: 8,
      onPlan: (plan) => {
        order = plan.order ?? [];
        expect(plan.checks).toBe(order.length);
      },
      onTestComplete: (result) => told.push(result.id),
    });
    const inReport = report.tests.map((test) => test.id);
    expect([...told].sort()).toEqual([...inReport].sort());
    expect([...order].sort()).toEqual([...inReport].sort());
    // Three parts, each in the order of the report: what most probes tell, those that run last, and the end of the run.
    const places = order.map((id) => inReport.indexOf(id));
    const breaks = places.filter((place, at) => at > 0 && place < (places[at - 1] ?? 0));
    expect(breaks.length).toBeLessThanOrEqual(2);
  },
);
