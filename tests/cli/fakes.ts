import { runCli } from "../../src/cli/cli.ts";
import type { CatalogueEntry, RunOptions, Selection, Suite } from "../../src/cli/suite-port.ts";
import type { Interrupt, World } from "../../src/cli/world.ts";
import type {
  Category,
  Recording,
  Report,
  Required,
  Revision,
  TestResult,
  TransportKind,
} from "../../src/model/mod.ts";
import { SAMPLE } from "../report/sample.ts";

/** A world without a process: what was printed, written and ended. */
export interface FakeWorld extends World {
  readonly files: Map<string, string>;
  out(): string;
  err(): string;
  interrupt(signal?: Interrupt): void;
  /** Codes given to exitNow, in order. */
  readonly exits: number[];
  /** Files that were shown. */
  readonly shown: string[];
}

export interface WorldOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Reading or writing one of these fails. */
  readonly broken?: readonly string[];
  /** Writing one of these fails, though it can be looked at. */
  readonly full?: readonly string[];
  /** Folders, and what is neither file nor folder. */
  readonly others?: Readonly<Record<string, "folder" | "other">>;
  /** Folders in which no file can be made. */
  readonly sealed?: readonly string[];
  /** Why stdout takes nothing more. */
  readonly lost?: string;
  /** Why nothing can be shown; absent: it is. */
  readonly unshown?: string;
  /** What every host name resolves to. */
  readonly addresses?: readonly string[];
  readonly windows?: boolean;
  readonly tty?: boolean;
  readonly columns?: number;
}

export function fakeWorld(options: WorldOptions = {}): FakeWorld {
  const files = new Map(Object.entries(options.files ?? {}));
  const printed = { out: "", err: "" };
  const handlers = new Set<(signal: Interrupt) => void>();
  const exits: number[] = [];
  const shown: string[] = [];
  const stream = (name: "out" | "err") => ({
    write(text: string) {
      printed[name] += text;
      return Promise.resolve();
    },
    isTTY: options.tty ?? false,
    columns: options.columns ?? 80,
  });
  const check = (path: string) => {
    if (options.broken?.includes(path) === true) throw new Error(`EACCES: permission denied, open '${path}'`);
  };
  return {
    name: "node",
    version: "20.0.0",
    windows: options.windows ?? false,
    args: options.args ?? [],
    env: options.env ?? {},
    stdin: { isTTY: options.tty ?? false },
    stdout: { ...stream("out"), failed: () => options.lost },
    stderr: stream("err"),
    async readText(path) {
      check(path);
      return files.get(path);
    },
    async kindOf(path) {
      check(path);
      return options.others?.[path] ?? (files.has(path) ? "file" : "nothing");
    },
    mayMake: async (folder) => options.sealed?.includes(folder) !== true,
    async writeText(path, text) {
      check(path);
      if (options.full?.includes(path) === true) throw new Error("ENOSPC: no space left on device, write");
      files.set(path, text);
    },
    absolute: (path) => (path.startsWith("/") ? path : `/here/${path.replace(/^\.\//, "")}`),
    async writeTemporary(name, text) {
      files.set(`/tmp/${name}`, text);
      return `/tmp/${name}`;
    },
    addresses: async () => options.addresses ?? ["127.0.0.1", "::1"],
    async show(path) {
      shown.push(path);
      return options.unshown === undefined ? { shown: true } : { shown: false, why: options.unshown };
    },
    async watch() {
      throw new Error("ENOSYS: nothing can be watched here");
    },
    // The clock stands still, and who sleeps sleeps until woken.
    now: () => 0,
    sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true })),
    onInterrupt(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    exitNow: (code) => exits.push(code),
    files,
    out: () => printed.out,
    err: () => printed.err,
    interrupt(signal = "SIGINT") {
      for (const handler of handlers) handler(signal);
    },
    exits,
    shown,
  };
}

export const RECORDING: Recording = {
  format: "mcp-compliance-recording/1",
  toolVersion: "0.1.0",
  revision: "2025-11-25",
  target: { transport: "http", name: "http://127.0.0.1:3000/mcp", headerNames: [] },
  timestamp: "2026-08-01T12:00:00.000Z",
  consent: { tools: [], tokenInQuery: false },
  warnings: [],
  chosen: "pinned",
  reached: true,
  runs: [],
};

/** A suite that reaches nobody. */
export interface FakeSuite extends Suite {
  readonly runs: RunOptions[];
  readonly judged: { readonly recording: Recording; readonly selection: Selection }[];
}

export interface SuiteOptions {
  readonly report?: Report;
  readonly recording?: Recording;
  /** Happens while the run goes on. */
  readonly during?: (options: RunOptions, world: FakeWorld) => void | Promise<void>;
  readonly self?: NonNullable<Suite["startSelf"]>;
  readonly audit?: NonNullable<Suite["auditTarget"]>;
}

function entry(
  id: string,
  category: Category,
  required: Required,
  transports: readonly TransportKind[],
  profile: "core" | "full" = "core",
): CatalogueEntry {
  return { id, category, required, title: `The title of ${id}`, transports, profile };
}

const CATALOGUES: { readonly [R in Revision]: readonly CatalogueEntry[] } = {
  "2025-11-25": [
    entry("transport-post", "transport", true, ["http"]),
    entry("stdio-framing", "transport", false, ["stdio"]),
    entry("lifecycle-init", "lifecycle", true, ["http", "stdio"]),
    entry("tools-list", "tools", "tools", ["http", "stdio"]),
    entry("tools-extra", "tools", false, ["http", "stdio"], "full"),
  ],
  "2026-07-28": [
    entry("lifecycle-discover", "lifecycle", true, ["http", "stdio"]),
    entry("tools-list", "tools", "tools", ["http", "stdio"]),
  ],
};

export function fakeSuite(options: SuiteOptions, world: FakeWorld): FakeSuite {
  const runs: RunOptions[] = [];
  const judged: { recording: Recording; selection: Selection }[] = [];
  const report = options.report ?? SAMPLE;
  const matches = (one: CatalogueEntry, value: string) => one.id === value || one.category === value;
  return {
    runs,
    judged,
    async runSuite(run) {
      runs.push(run);
      run.onPlan?.({ revision: "2025-11-25", checks: report.tests.length });
      for (const test of report.tests) run.onTestComplete?.(test);
      await options.during?.(run, world);
      return { report, recording: options.recording ?? RECORDING };
    },
    judgeRecording(recording, selection) {
      judged.push({ recording, selection });
      return report;
    },
    catalogue: (revision) => CATALOGUES[revision],
    selectRules(revision, transport, only, skip, profile) {
      const here = CATALOGUES[revision].filter(
        (one) => one.transports.includes(transport) && (profile === "full" || one.profile === "core"),
      );
      const selected = here.filter(
        (one) =>
          (only.length === 0 || only.some((value) => matches(one, value))) &&
          !skip.some((value) => matches(one, value)),
      );
      const idle = [...only, ...skip].filter((value) => !here.some((one) => matches(one, value)));
      return { selected, warnings: idle.map((value) => `${value} matches nothing`) };
    },
    ...(options.self === undefined ? {} : { startSelf: options.self }),
    ...(options.audit === undefined ? {} : { auditTarget: options.audit }),
  };
}

/** One call of the command with what came of it. */
export async function call(args: readonly string[], options: Omit<WorldOptions, "args"> & SuiteOptions = {}) {
  const world = fakeWorld({ ...options, args });
  const suite = fakeSuite(options, world);
  const code = await runCli(world, async () => suite);
  return { code, world, suite, out: world.out(), err: world.err() };
}

/** A sound server's report: with it no gate fails. */
export function soundReport(tests: readonly TestResult[]): Report {
  return { ...SAMPLE, grade: "A", score: 100, overall: "pass", tests };
}
