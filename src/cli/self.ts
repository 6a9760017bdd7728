import { createReference, referenceOptions } from "../reference/server.ts";
import { listenHttp } from "../runtime/serve-http.ts";
import { serverWorld } from "../runtime/serve-world.ts";
import { TOOL_VERSION } from "../version.ts";
import type { SelfTarget } from "./suite-port.ts";

/** Starts the reference server, both eras, on a free loopback port. */
export async function startSelf(): Promise<SelfTarget> {
  const server = createReference(referenceOptions("dual", TOOL_VERSION), serverWorld());
  const listening = await listenHttp(server.http);
  const close = async () => {
    server.close();
    await listening.close();
  };
  return { target: { kind: "http", url: listening.url, headers: [] }, close };
}
