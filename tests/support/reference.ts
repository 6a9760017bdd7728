import type { Revision } from "../../src/model/revision.ts";
import type { Server, ServerWorld } from "../../src/model/serving.ts";
import type { ReferenceOptions } from "../../src/reference/options.ts";
import { createReference, referenceOptions } from "../../src/reference/server.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";

/** What a test's server is made of unless it says otherwise: as `serve` does, but for the version in serverInfo. */
export function testOptions(eras: Revision | "dual", more: Partial<ReferenceOptions> = {}): ReferenceOptions {
  return { ...referenceOptions(eras, "0.0.0-test"), ...more };
}

/** The reference server, unchanged or with other options. */
export function reference(
  eras: Revision | "dual",
  more: Partial<ReferenceOptions> = {},
  world: ServerWorld = serverWorld(),
): Server {
  return createReference(testOptions(eras, more), world);
}

/** Where a server in memory is said to be. */
export const MEMORY_URL = "http://127.0.0.1/mcp";
