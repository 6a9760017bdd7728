import type { Revision } from "../../src/model/revision.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { runSuite } from "../../src/suite.ts";
import type { Ran } from "../support/matrix.ts";
import type { Served } from "../support/real.ts";
import { runOptions } from "../support/run.ts";
import type { RealServer } from "./servers.ts";

export type Pin = "auto" | Revision;

/** The whole rule book (or the server's part of it) on a server that runs, as the command line would ask it. */
export function runReal(served: Served, server: RealServer, specVersion: Pin, concurrency: number): Promise<Ran> {
  const options = { specVersion, concurrency, profile: "full", timeoutMs: 15_000, ...server.checks } as const;
  return runSuite(runOptions(served.target, options), nodeRuntime());
}
