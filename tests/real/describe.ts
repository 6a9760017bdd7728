import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { judgeRecording } from "../../src/suite.ts";
import { expectPlaces, type Ran, verdicts } from "../support/matrix.ts";
import { type Served, startReal } from "../support/real.ts";
import { expectedIds } from "./expectations.ts";
import { runReal } from "./run.ts";
import type { RealServer } from "./servers.ts";

/** Longest time of one run: a server that starts a child for each request, on a machine that is busy. */
const RUN_MS = 120_000;

/** Runs the whole rule book on each server and compares with what was read and found true. */
export function describeReal(servers: readonly RealServer[]): void {
  for (const server of servers) {
    describe(server.name, () => {
      let served: Served;
      beforeAll(async () => {
        served = await startReal(server.start);
      });
      afterAll(async () => {
        await served?.stop();
        if (served?.pid !== undefined) expect(isAlive(served.pid), "the server still runs").toBe(false);
      });
      for (const pin of server.revisions) {
        it(
          `gets the verdicts that are true of it (${pin})`,
          async () => {
            const first = await runReal(served, server, pin, 8);
            const run = `${server.name}@${first.report.specVersion}`;
            expect(troubles(first), "defects of our own").toEqual([]);
            for (const verdict of ["fail", "unknown"] as const) {
              const found = of(first.report, verdict);
              const expected = expectedIds(run, verdict);
              expect(Object.keys(found).toSorted(), JSON.stringify(found, null, 1)).toEqual(expected);
            }
            expectPlaces(first);
            const { recording } = first;
            const again = judgeRecording(JSON.parse(JSON.stringify(recording)), { ...server.checks, profile: "full" });
            expect(verdicts(again), "judged again, offline").toEqual(verdicts(first.report));
            if (!server.twice) return;
            const second = await runReal(served, server, pin, 1);
            expect(verdicts(second.report), "one conversation at a time").toEqual(verdicts(first.report));
          },
          RUN_MS,
        );
      }
    });
  }
}

/** The checks with a verdict, and what was said of them. */
function of(report: Report, outcome: "fail" | "unknown"): { readonly [id: string]: string } {
  return Object.fromEntries(
    report.tests.filter((one) => one.outcome === outcome).map((one) => [one.id, one.details] as const),
  );
}

function troubles({ recording, report }: Ran): readonly string[] {
  const broken = recording.runs.flatMap(({ probe, outcome }) =>
    outcome.kind === "broken" ? [`${probe}: ${outcome.reason}`] : [],
  );
  const checks = report.tests.filter((one) => one.details.includes("a defect of this tool"));
  return [...broken, ...checks.map((one) => `${one.id}: ${one.details}`)];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
