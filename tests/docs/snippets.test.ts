import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { REPAIRS } from "../../scripts/docs/fixing.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { runSuite } from "../../src/suite.ts";
import { startReal } from "../support/real.ts";
import { runOptions } from "../support/run.ts";

// Each starts two servers, on whatever machine.
vi.setConfig({ testTimeout: 60_000 });

describe("the repairs of docs/fixing.md", () => {
  it.each(REPAIRS)("$check with SDK $sdk: $folder", async ({ folder, check, revision, transport }) => {
    const outcomes = [];
    for (const which of ["before", "after"]) {
      const file = fileURLToPath(new URL(`../../docs/snippets/${folder}/${which}.mjs`, import.meta.url));
      const served = await startReal({ transport, args: [file] });
      try {
        const options = runOptions(served.target, { specVersion: "auto", only: [check] });
        const { report } = await runSuite(options, nodeRuntime());
        expect(report.specVersion).toBe(revision);
        outcomes.push(report.tests.map((test) => [test.id, test.outcome]));
      } finally {
        await served.stop();
      }
    }
    expect(outcomes).toEqual([[[check, "fail"]], [[check, "pass"]]]);
  });
});
