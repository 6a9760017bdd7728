import type { Revision } from "../model/revision.ts";
import type { Server, ServerWorld } from "../model/serving.ts";
import type { Table } from "./answer.ts";
import { createCore } from "./core.ts";
import { createHttp } from "./http.ts";
import { LEGACY } from "./legacy.ts";
import { MODERN } from "./modern.ts";
import type { Offer } from "./offer.ts";
import type { ReferenceOptions } from "./options.ts";
import { PROMPTS } from "./prompts.ts";
import { RESOURCES, TEMPLATES } from "./resources.ts";
import { createProcess } from "./stdio.ts";
import { TASKS_EXTENSION } from "./tasks-modern.ts";
import { TOOLS } from "./tools.ts";

export const REFERENCE_TABLE: Table = { legacy: LEGACY, modern: MODERN };

const COMMON = {
  completions: {},
  logging: {},
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  tools: { listChanged: true },
};

/** `version`: that of the tool, said in serverInfo. */
export function referenceOffer(version: string): Offer {
  return {
    info: { name: "mcp-compliance-reference", title: "Reference server of mcp-compliance", version },
    instructions: "A server to test clients against. Its tools are harmless and its notes say nothing.",
    capabilities: {
      legacy: { ...COMMON, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      modern: { ...COMMON, extensions: { [TASKS_EXTENSION]: {} } },
    },
    tools: TOOLS,
    resources: RESOURCES,
    templates: TEMPLATES,
    prompts: PROMPTS,
    caching: { ttlMs: 60_000, cacheScope: "public" },
  };
}

export function referenceOptions(eras: Revision | "dual", version: string): ReferenceOptions {
  return {
    eras,
    table: REFERENCE_TABLE,
    offer: referenceOffer(version),
    pageSize: 3,
    sse: "as-needed",
    path: "/mcp",
    hosts: [],
    callsPerSecond: 2000,
    keepAliveMs: 15_000,
    retouch: (message) => [message],
  };
}

/** The strictly conformant server. Every process on stdio is a server of its own; over HTTP there is one. */
export function createReference(options: ReferenceOptions, world: ServerWorld): Server {
  const core = createCore(options, world);
  return {
    http: createHttp(core),
    stdio: (output) => createProcess(createCore(options, world), output),
    close() {
      for (const end of [...core.held]) end();
    },
  };
}
