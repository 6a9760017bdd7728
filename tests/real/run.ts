import type { Recording } from "../../src/model/recording.ts";
import type { Report } from "../../src/model/report.ts";
import type { Revision } from "../../src/model/revision.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { runSuite } from "../../src/suite.ts";
import type { Served } from "../support/real.ts";
import { runOptions } from "../support/run.ts";

/** The whole rule book on a server that runs, as the command line would ask it. */
export function runReal(
  served: Served,
  specVersion: "auto" | Revision,
  concurrency: number,
): Promise<{ readonly report: Report; readonly recording: Recording }> {
  return runSuite(
    runOptions(served.target, { specVersion, concurrency, profile: "full", timeoutMs: 15_000 }),
    nodeRuntime(),
  );
}
