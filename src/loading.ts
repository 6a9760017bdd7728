import { arrivalsOf, type Extent } from "./load/arrivals.ts";
import type { Clock } from "./load/drive.ts";
import { type Demands, judgeGates } from "./load/gates.ts";
import { isGone } from "./load/gone.ts";
import { type Around, runStep, type User, userOf } from "./load/steps.ts";
import { judgeSteps, kneeOf, type Measured } from "./load/summary.ts";
import { counter, type LoadEdge, type Reached, type ReachOptions, reach } from "./loading-target.ts";
import { UserFault } from "./model/fault.ts";
import { isObject, type JsonObject } from "./model/json.ts";
import type { LoadProgress, LoadReport, LoadShape } from "./model/load.ts";
import { nameOf } from "./model/load-words.ts";
import type { StdioTarget } from "./model/target.ts";
import { initializeParams } from "./protocol/dialects/mod.ts";
import { startTrivial } from "./runtime/start-trivial.ts";
import { TOOL_VERSION } from "./version.ts";
import { preciseClock } from "./wire/load-clock.ts";
import { httpLanes, type Lanes, type LanesOptions, type Prepared, rawRequest } from "./wire/load-http.ts";
import { FIRST_ID, LAST_ID } from "./wire/load-judge.ts";
import { type ChildLanes, childLanes } from "./wire/load-stdio.ts";

export interface LoadOptions extends ReachOptions {
  readonly kind: "load" | "benchmark";
  readonly shapes: readonly LoadShape[];
  readonly extent: Extent;
  /** Runs of the whole list of steps. */
  readonly repeat: number;
  /** Milliseconds before each step. */
  readonly warmupMs: number;
  /** Connections that an open loop may have; each carries one request at a time. */
  readonly connections: number;
  /** Find out what the generator itself can do. */
  readonly calibrate: boolean;
  readonly demands: Demands;
  onProgress?(progress: LoadProgress): void;
}

/** Added to an answer's body for its head, where only the body was measured. */
const HEAD_BYTES = 150;
/** Before each step: what else the machine does changes from second to second. */
const CALIBRATION_MS = 250;
const CALIBRATION_WARMUP_MS = 50;

/** Loads a server and says what it bore. @throws UserFault where there is nothing to measure. */
export async function runLoad(options: LoadOptions, edge: LoadEdge): Promise<LoadReport> {
  const reached = await reach(options, edge);
  const clock = preciseClock(edge.now);
  try {
    const most = Math.max(...options.shapes.map((shape) => usersOf(shape, options)));
    const prepared = await reached.users(most);
    // The child that was asked is not the one that is loaded: two may be one too many for what they share.
    if (options.target.kind === "stdio") await reached.close();
    const lanes = await lanesTo(options, reached, prepared, edge);
    try {
      return await measure(options, edge, reached, prepared, lanes, clock);
    } finally {
      lanes.close();
      await (lanes as Partial<ChildLanes>).ended?.();
    }
  } finally {
    await reached.close();
  }
}

function usersOf(shape: LoadShape, options: Pick<LoadOptions, "connections" | "extent">): number {
  // More connections than requests would only be opened for nothing.
  return shape.kind === "closed" ? shape.users : Math.min(options.connections, arrivalsOf(shape, options.extent).count);
}

async function measure(
  options: LoadOptions,
  edge: LoadEdge,
  reached: Reached,
  prepared: readonly Prepared[],
  lanes: Lanes,
  clock: Clock,
): Promise<LoadReport> {
  const { target } = options;
  const method = nameOfWorkload(options, reached);
  checkBaseline(options, reached, method);
  const warnings = [...reached.warnings];
  const requestBytes = bytesOf(target.kind === "http" ? target.url : undefined, prepared[0]);
  const users = prepared.map((one) => userOf((done) => lanes.open(one, done)));
  const own = await calibrator(options, edge, prepared[0], reached.answerBytes + HEAD_BYTES, clock, warnings);
  const { measured, cancelled } = await runAll(options, users, own, clock, reached.redact, warnings).finally(own.close);
  const steps = judgeSteps(measured);
  return {
    schemaVersion: "1",
    kind: options.kind,
    toolVersion: TOOL_VERSION,
    timestamp: edge.date(),
    target: reached.redact(target.kind === "http" ? target.url : [target.command, ...target.args].join(" ")),
    transport: target.kind,
    specVersion: reached.revision,
    chosen: reached.chosen,
    serverName: reached.serverName,
    method,
    requestBytes,
    answerBytes: lanes.answerBytes() ?? null,
    steps,
    knee: kneeOf(steps),
    gates: judgeGates(steps, options.demands),
    warnings,
    cancelled,
  };
}

/** The list of steps, as often as it is to be repeated: a drift of the server or the machine shows in the spread. */
async function runAll(
  options: LoadOptions,
  users: readonly User[],
  own: Calibrator,
  clock: Clock,
  redact: (text: string) => string,
  warnings: string[],
): Promise<{ readonly measured: readonly Measured[]; readonly cancelled: boolean }> {
  const { signal, shapes, repeat } = options;
  let requests = 0;
  let began = 0;
  const onDone = (): void => {
    if (requests === 0) began = clock.now();
    requests += 1;
  };
  const drainMs = options.timeoutMs + 500;
  const around: Around = { clock, ids: requestIds(), drainMs, signal, redact, onDone };
  const runs: Measured["runs"][number][][] = shapes.map(() => []);
  const result = (cancelled: boolean) => ({
    measured: shapes.flatMap((shape, at) => ((runs[at] ?? []).length === 0 ? [] : [{ shape, runs: runs[at] ?? [] }])),
    cancelled,
  });
  for (let run = 1; run <= repeat; run += 1) {
    for (const [index, shape] of shapes.entries()) {
      const count = usersOf(shape, options);
      const ceiling = await own.measure(count);
      if (signal.aborted) return result(true);
      requests = 0;
      const about = { step: index + 1, steps: shapes.length, run, runs: repeat, name: nameOf(shape) };
      const ticker = setInterval(
        () => options.onProgress?.({ ...about, requests, ms: requests === 0 ? 0 : clock.now() - began }),
        PROGRESS_MS,
      );
      const driven = await runStep(users.slice(0, count), shape, options.extent, options.warmupMs, around);
      clearInterval(ticker);
      if (driven.run.requests > 0) runs[index]?.push({ ...driven, ...(ceiling === undefined ? {} : { ceiling }) });
      if (driven.cancelled) return result(true);
      if (isGone(driven.run)) {
        warnings.push(`Nothing answers any more at ${nameOf(shape)}: what would have come after it was left out.`);
        return result(false);
      }
    }
  }
  return result(false);
}

/** Ids as wide as each other; after the last comes the first again. */
function requestIds(): { next(): number } {
  let last = FIRST_ID;
  return {
    next() {
      last = last >= LAST_ID ? FIRST_ID + 1 : last + 1;
      return last;
    },
  };
}

function nameOfWorkload({ wanted }: LoadOptions, { workload }: Reached): string {
  return workload.method === "tools/call" ? `tools/call ${wanted.tool}` : workload.method;
}

/** Figures of another request, or of another revision, say nothing about these. @throws UserFault. */
function checkBaseline({ demands, target }: LoadOptions, { revision }: Reached, method: string): void {
  const { baseline } = demands;
  if (baseline === undefined) return;
  const { report, file } = baseline;
  if (report.transport !== target.kind) {
    throw new UserFault(
      `--baseline: ${file} measured over ${report.transport}; this run would measure over ${target.kind}. Write a new baseline.`,
    );
  }
  if (report.method !== method || report.specVersion !== revision) {
    throw new UserFault(
      `--baseline: ${file} measured ${report.method} on ${report.specVersion}; this run would measure ${method} on ${revision}. ` +
        `Pin both: --method ${report.method.split(" ")[0]} --spec-version ${report.specVersion}.`,
    );
  }
}

const PROGRESS_MS = 200;
function bytesOf(url: string | undefined, prepared: Prepared | undefined): number {
  if (prepared === undefined) return 0;
  if (url === undefined) return new TextEncoder().encode(prepared.body).length + 1;
  const [head, tail] = rawRequest(url, prepared);
  return head.length + String(FIRST_ID).length + tail.length;
}

async function lanesTo(
  options: LoadOptions,
  reached: Reached,
  prepared: readonly Prepared[],
  edge: LoadEdge,
): Promise<Lanes> {
  const { target, timeoutMs } = options;
  const how = { now: edge.now, timeoutMs, typed: reached.revision === "2026-07-28" };
  if (target.kind === "http") return await httpLanes(target, how);
  const lanes = openChild(target, edge, how);
  if (reached.revision === "2025-11-25") {
    const params = initializeParams({ name: "mcp-compliance", version: TOOL_VERSION }, {});
    const answer = await lanes.ask({ method: "initialize", params }, options.startupTimeoutMs);
    if (!isObject(answer?.["result"])) await notStarted(lanes, answer, reached);
    lanes.tell({ method: "notifications/initialized" });
  } else {
    // The first answer takes as long as the child takes to start; whatever it is, it is no part of the load.
    const body: unknown = JSON.parse(prepared[0]?.body ?? "{}");
    const { method, params } = body as { readonly method: string; readonly params: JsonObject };
    const answer = await lanes.ask({ method, params }, options.startupTimeoutMs);
    if (answer === undefined) await notStarted(lanes, answer, reached);
  }
  return lanes;
}

function openChild(target: StdioTarget, edge: LoadEdge, how: LanesOptions): ChildLanes {
  try {
    return childLanes(target, edge.spawn, how);
  } catch (error) {
    throw new UserFault(
      `${target.command} could not be started: ${error instanceof Error ? error.message : String(error)}`,
      3,
    );
  }
}

async function notStarted(lanes: ChildLanes, answer: JsonObject | undefined, reached: Reached): Promise<never> {
  lanes.close();
  await lanes.ended();
  const said = answer === undefined ? "it did not answer" : reached.redact(JSON.stringify(answer["error"] ?? answer));
  throw new UserFault(
    `The process that was started for the load could not be greeted: ${said}. Nothing was measured.`,
    3,
  );
}

interface Calibrator {
  /** Requests per second of this generator with so many connections, now; undefined where that is not known. */
  measure(users: number): Promise<number | undefined>;
  close(): void;
}

const UNCALIBRATED: Calibrator = { measure: async () => undefined, close: () => {} };

/** The trivial server, in its own process, and the lanes to it. Same path, same size of headers and body. */
async function calibrator(
  options: LoadOptions,
  edge: LoadEdge,
  prepared: Prepared | undefined,
  answerBytes: number,
  clock: Clock,
  warnings: string[],
): Promise<Calibrator> {
  const { target, signal } = options;
  if (!options.calibrate || prepared === undefined || target.kind !== "http" || signal.aborted) return UNCALIBRATED;
  options.onStatus?.("Starting a server that does nothing, to find out what this generator can do");
  const trivial = await startTrivial(edge.spawn, edge.self(), answerBytes);
  if (trivial === undefined) {
    warnings.push("Not calibrated: the trivial server could not be started, so nothing tells this generator's limit.");
    return UNCALIBRATED;
  }
  const { pathname, search, protocol } = new URL(target.url);
  if (protocol === "https:") {
    warnings.push("Calibrated without TLS, which costs a generator more: it may be the limit well below the ceiling.");
  }
  const url = `http://127.0.0.1:${trivial.port}${pathname}${search}`;
  const lanes = await httpLanes({ kind: "http", url, headers: [] }, { now: edge.now, timeoutMs: 5000 });
  // Secrets are for nobody else: only their length goes there.
  const headers = prepared.headers.map(([name, value]) => [name, "x".repeat(value.length)] as const);
  const around: Around = { clock, ids: counter(FIRST_ID), drainMs: 1000, signal };
  const users: User[] = [];
  return {
    async measure(count) {
      while (users.length < count) users.push(userOf((done) => lanes.open({ ...prepared, headers }, done)));
      const shape: LoadShape = { kind: "closed", users: count };
      const extent = { durationMs: CALIBRATION_MS };
      const driven = await runStep(users.slice(0, count), shape, extent, CALIBRATION_WARMUP_MS, around);
      return driven.cancelled || driven.run.succeeded === 0 ? undefined : driven.run.perSecond;
    },
    close() {
      lanes.close();
      trivial.close();
    },
  };
}
