/**
 * Who may import whom, and what a pure layer may not touch. The table of the architecture, as data. A layer is the
 * folder below src/; the modules that stand directly in src/, and mod.ts at the top, are layers of their own.
 */

export interface Layer {
  /** Layers that its modules may import. */
  readonly imports: readonly string[];
  /** Layers that it may import by `import type` only. */
  readonly typesOnly?: readonly string[];
  /** npm packages that it may import. */
  readonly packages?: readonly string[];
  /** `node:` modules: allowed where true. */
  readonly node?: true;
  /**
   * true: no clock, timer, randomness, network, process, console. A list: those files alone, by their path under the
   * layer, without extension.
   */
  readonly pure?: true | readonly string[];
  /** One module may not import another, but for the generated mod.ts; helpers directly in the folder are no modules. */
  readonly apart?: true;
}

const EVERYTHING_BUT_THE_WIRE = [
  "auditing",
  "cli",
  "engine",
  "facts",
  "launcher",
  "load",
  "mcp",
  "model",
  "probes",
  "protocol",
  "reference",
  "report",
  "rules",
  "runtime",
  "suite",
  "version",
  "witness",
];

export const LAYERS: { readonly [name: string]: Layer } = {
  model: { imports: ["model"], pure: true },
  protocol: { imports: ["protocol", "model", "compiled"], pure: true },
  facts: { imports: ["facts", "protocol", "model"], pure: true },
  probes: { imports: ["facts", "protocol", "model"], pure: true, apart: true },
  rules: { imports: ["facts", "protocol", "model"], pure: true, apart: true },
  // What clients of the reference server said, and what is wrong with it.
  "client-facts": { imports: ["client-facts", "protocol", "model"], pure: true },
  "client-rules": { imports: ["client-facts", "protocol", "model"], pure: true, apart: true },
  witness: {
    imports: ["witness", "client-rules", "client-facts", "engine", "report", "protocol", "model"],
    pure: true,
  },
  report: { imports: ["report", "model"], pure: true },
  reference: { imports: ["reference", "protocol", "model"], pure: true },
  // protocol for the SSE parser: what comes over a stream is recorded as events, and there is one way to read them.
  wire: { imports: ["wire", "protocol", "model"], node: true },
  runtime: { imports: ["runtime", "wire", "model"], packages: ["chokidar", "tinyexec"], node: true },
  engine: { imports: ["engine", "protocol", "model"], typesOnly: ["wire"] },
  load: {
    imports: ["load", "protocol", "model"],
    typesOnly: ["wire"],
    packages: ["hdr-histogram-js"],
    pure: ["arrivals", "emit", "emit-artillery", "emit-k6", "gates", "histogram", "summary", "workload"],
  },
  launcher: { imports: ["launcher", "main", "version"], node: true },
  suite: {
    imports: [
      "engine",
      "facts",
      "load",
      "model",
      "probes",
      "protocol",
      "reference",
      "report",
      "rules",
      "runtime",
      "version",
      "wire",
    ],
  },
  auditing: { imports: ["engine", "facts", "model", "protocol", "rules", "suite"] },
  loading: { imports: ["load", "loading-target", "model", "protocol", "runtime", "version", "wire"] },
  "loading-script": { imports: ["load", "loading", "loading-target", "model", "protocol", "version"] },
  "loading-target": { imports: ["engine", "load", "model", "protocol", "runtime", "version", "wire"] },
  version: { imports: [] },
  mcp: { imports: EVERYTHING_BUT_THE_WIRE },
  // compiled for the licences of what the bundle contains, which the build finds out.
  cli: {
    imports: [...EVERYTHING_BUT_THE_WIRE, "client-rules", "compiled"],
    packages: ["@clack/prompts", "citty", "jsonc-parser", "tinyexec"],
  },
  main: { imports: ["auditing", "cli", "loading", "loading-script", "runtime", "suite", "version"] },
  executable: { imports: ["main", "version"] },
  api: { imports: [...EVERYTHING_BUT_THE_WIRE, "api-options", "api-types"] },
  "api-options": { imports: ["api-types", "model", "suite"] },
  "api-types": { imports: ["model", "report"] },
  mod: { imports: [...EVERYTHING_BUT_THE_WIRE, "api"] },
};

/** Globals that reach the world, or change with it. Names of the language (Date, Math) are looked at more closely. */
export const WORLDLY: ReadonlySet<string> = new Set([
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "BroadcastChannel",
  "Worker",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "clearImmediate",
  "requestAnimationFrame",
  "performance",
  "crypto",
  "process",
  "console",
  "Deno",
  "Bun",
  "Buffer",
  "require",
  "__dirname",
  "__filename",
  "navigator",
  "localStorage",
  "sessionStorage",
  "globalThis",
  "global",
  "window",
  "self",
  "eval",
  "Function",
]);
