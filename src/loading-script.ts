import { type Script, variableFor } from "./load/emit.ts";
import { artilleryScript } from "./load/emit-artillery.ts";
import { k6Script } from "./load/emit-k6.ts";
import type { LoadOptions } from "./loading.ts";
import { CLIENT, type LoadEdge, reach, schemaOf } from "./loading-target.ts";
import { UserFault } from "./model/fault.ts";
import { compose, dialectOf, type Spoken } from "./protocol/dialects/mod.ts";
import { TOOL_VERSION } from "./version.ts";

export interface EmitOptions extends LoadOptions {
  /** Environment variables by the header (lower case) whose value they hold. */
  readonly variables: { readonly [header: string]: string };
}

/** The workload as a script of another engine. The server is asked what it speaks and has, and is not loaded. */
export async function emitLoad(options: EmitOptions, engine: "artillery" | "k6", edge: LoadEdge): Promise<string> {
  const { target } = options;
  if (target.kind !== "http") throw new UserFault(`--emit ${engine}: these engines speak HTTP. Give a URL.`);
  const reached = await reach(options, edge);
  try {
    const { revision, workload } = reached;
    const spoken: Spoken = {
      url: target.url,
      userHeaders: [],
      clientInfo: CLIENT,
      session: undefined,
      capabilities: {},
    };
    const dialect = dialectOf(revision);
    const how = schemaOf(workload);
    const sent = compose(dialect, spoken, { id: 1, method: workload.method, params: workload.params }, how);
    const body = JSON.parse(sent.kind === "http" ? (sent.body ?? "{}") : "{}") as {
      readonly params?: Script["params"];
    };
    const named = new Set(target.headers.map(([name]) => name.toLowerCase()));
    const script: Script = {
      toolVersion: TOOL_VERSION,
      url: target.url,
      revision,
      clientInfo: CLIENT,
      method: workload.method,
      params: body.params ?? {},
      // The user's own win over the dialect's, as everywhere.
      headers: dialect
        .headers(workload.method, workload.params, how, spoken)
        .filter(([name]) => !named.has(name.toLowerCase())),
      secrets: target.headers.map(
        ([name]) => [name, options.variables[name.toLowerCase()] ?? variableFor(name)] as const,
      ),
      shapes: options.shapes,
      extent: options.extent,
      connections: options.connections,
      timeoutMs: options.timeoutMs,
      demands: options.demands,
      ...(target.insecure === true
        ? { trust: "anybody" as const }
        : target.ca === undefined
          ? {}
          : { trust: "own-authority" as const }),
    };
    return engine === "k6" ? k6Script(script) : artilleryScript(script);
  } finally {
    await reached.close();
  }
}
