import { describe, expect, it } from "vitest";
import { REVISIONS } from "../../src/model/revision.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { runSuite } from "../../src/suite.ts";
import { runOptions } from "../support/run.ts";

describe.each(REVISIONS)("a URL where nothing listens, pinned to %s", (specVersion) => {
  it("passes nothing, and is one cause", async () => {
    const target = { kind: "http", url: "http://127.0.0.1:9/mcp", headers: [] } as const;
    const { report } = await runSuite(runOptions(target, { specVersion }), nodeRuntime());
    expect(report.reached).toBe(false);
    expect(report.score).toBe(0);
    expect(report.tests.filter((one) => one.outcome === "pass").map((one) => one.id)).toEqual([]);
    const causes = new Set(report.tests.filter((one) => one.outcome === "unknown").map((one) => one.details));
    expect([...causes]).toEqual([expect.stringContaining("ECONNREFUSED")]);
    const skips = new Set(report.tests.filter((one) => one.outcome === "skip").map((one) => one.details));
    expect([...skips]).toEqual([expect.stringMatching(/^Not measured: .*ECONNREFUSED/)]);
  });
});
