import { describe, expect, it } from "vitest";
import type { Revision } from "../../src/model/revision.ts";
import { runInMemory } from "../support/matrix.ts";
import { reference } from "../support/reference.ts";

interface Case {
  readonly serves: Revision;
  readonly pin: Revision;
  readonly first: string;
  /** The beginning of what the first check says, which all that needed it repeat. */
  readonly cause: string;
}

const CASES: readonly Case[] = [
  {
    serves: "2025-11-25",
    pin: "2026-07-28",
    first: "lifecycle-discover",
    cause: "server/discover was not served: ",
  },
  { serves: "2026-07-28", pin: "2025-11-25", first: "lifecycle-init", cause: "initialize was not served: " },
];

describe.each(CASES)("a server of $serves alone, graded by $pin", ({ serves, pin, first, cause }) => {
  it.each(["http", "stdio"] as const)("fails in the first request; the rest is one cause (%s)", async (transport) => {
    const { report } = await runInMemory(reference(serves), pin, transport);
    const other = `this run is pinned to ${pin}. Re-run with --spec-version ${serves} (or auto)`;
    // On stdio a pinned run of the older revision never asks of the newer one.
    const told = transport === "http" || pin === "2026-07-28";
    expect(report.warnings.some((one) => one.includes(other))).toBe(told);
    const failed = report.tests.filter((one) => one.outcome === "fail");
    expect(failed[0]?.id).toBe(first);
    expect(failed[0]?.details.startsWith(cause), failed[0]?.details).toBe(true);
    // Beside it only what was seen all the same: over HTTP the older side refuses the version without the request's id.
    expect(failed.slice(1).map((one) => one.id)).toEqual(
      transport === "http" && pin === "2026-07-28" ? ["error-id-echo"] : [],
    );
    const unseen = report.tests.filter((one) => one.outcome === "unknown");
    expect(unseen.length).toBeGreaterThan(30);
    const causes = unseen.filter((one) => one.details === `Not evaluable: ${failed[0]?.details}`);
    expect(causes.length / unseen.length).toBeGreaterThan(0.9);
    // Nor does any pass that had to have been served.
    const passed = new Set(report.tests.filter((one) => one.outcome === "pass").map((one) => one.id));
    for (const id of ["tools-list", "tools-call", "error-unknown-method", "security-origin-validation"]) {
      expect(passed.has(id), id).toBe(false);
    }
  });
});
