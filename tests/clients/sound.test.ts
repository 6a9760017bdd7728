/** Sound clients: nothing is held against them, and every rule passes somewhere. */
import { describe, expect, it } from "vitest";
import { CLIENT_RULES } from "../../src/client-rules/mod.ts";
import { asItIs, failuresOf, type Lab, laboratory, resultsOf } from "./laboratory.ts";
import { legacy, modern } from "./sound.ts";

const CASES: readonly (readonly [
  string,
  Lab["transport"],
  (lab: Lab) => Promise<void>,
  "2025-11-25" | "2026-07-28",
])[] = [
  ["2025-11-25 over HTTP", "http", legacy, "2025-11-25"],
  ["2025-11-25 over stdio", "stdio", legacy, "2025-11-25"],
  ["2025-06-18 over HTTP", "http", (lab) => legacy(lab, "2025-06-18"), "2025-11-25"],
  ["2025-03-26 over HTTP", "http", (lab) => legacy(lab, "2025-03-26"), "2025-11-25"],
  ["2024-11-05 over stdio", "stdio", (lab) => legacy(lab, "2024-11-05"), "2025-11-25"],
  ["2026-07-28 over HTTP", "http", modern, "2026-07-28"],
  ["2026-07-28 over stdio", "stdio", modern, "2026-07-28"],
];

/** What a sound client has no occasion for: this server gives no tokens and ends no sessions, and over HTTP there are no notifications. */
const NEVER: readonly string[] = [
  "client-progress-known-token",
  "client-session-restart",
  "2026-07-28 http client-notification-no-id",
];

describe("a sound client", () => {
  const passed = new Set<string>();

  it.each(CASES)("%s: nothing is wrong, nothing unseen", async (_name, transport, client, revision) => {
    for (const eras of ["dual", revision] as const) {
      const lab = laboratory(transport, eras, asItIs);
      await client(lab);
      const tests = resultsOf(lab, revision);
      expect(tests.filter((one) => one.outcome === "fail" || one.outcome === "unknown")).toEqual([]);
      expect(failuresOf(lab, revision === "2025-11-25" ? "2026-07-28" : "2025-11-25")).toEqual([]);
      expect(lab.reports()).toHaveLength(1);
      for (const one of tests) if (one.outcome === "pass") passed.add(`${revision} ${transport} ${one.id}`);
    }
  });

  it("every rule passes in every revision and transport where it holds", () => {
    const expected = CLIENT_RULES.flatMap((rule) =>
      (["2025-11-25", "2026-07-28"] as const).flatMap((revision) =>
        (rule.revisions[revision]?.transports ?? []).map((transport) => `${revision} ${transport} ${rule.id}`),
      ),
    ).filter((one) => !NEVER.some((id) => one.endsWith(id)));
    expect(expected.filter((one) => !passed.has(one))).toEqual([]);
  });
});
