import { describe, expect, it } from "vitest";
import { runInMemory } from "../support/matrix.ts";
import { answering, mutant } from "../support/mutate.ts";

describe("a server that leaves ping unanswered", () => {
  it.each(["http", "stdio"] as const)("fails for that, once, and is not waited for again (%s)", async (transport) => {
    const silent = mutant(
      { name: "never answers ping", revisions: ["2025-11-25"] },
      answering("ping", () => []),
    );
    const { report, recording } = await runInMemory(silent.server("2025-11-25"), "2025-11-25", transport, {
      timeoutMs: 200,
    });
    expect(report.tests.find((one) => one.id === "lifecycle-ping")?.outcome).toBe("fail");
    const timeouts = recording.runs.flatMap((run) => run.exchanges).filter((one) => one.ending.kind === "timeout");
    expect(timeouts).toHaveLength(1);
    const causes = new Set(report.tests.filter((one) => one.outcome === "unknown").map((one) => one.details));
    expect([...causes].filter((one) => !one.includes("ping was not served"))).toEqual([]);
  });
});
