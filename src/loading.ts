import type { Extent } from "./load/arrivals.ts";
import type { Clock } from "./load/drive.ts";
import { type Demands, judgeGates } from "./load/gates.ts";
import { type Around, runStep, type User, userOf } from "./load/steps.ts";
import { judgeSteps, kneeOf, type Measured } from "./load/summary.ts";
import { counter, type LoadEdge, type Reached, type ReachOptions, reach } from "./loading-target.ts";
import { UserFault } from "./model/fault.ts";
import { isObject, type JsonObject } from "./model/json.ts";
import type { LoadReport, LoadShape } from "./model/load.ts";
import { nameOf } from "./model/load-words.ts";
import type { StdioTarget } from "./model/target.ts";
import { initializeParams } from "./protocol/dialects/mod.ts";
import { startTrivial } from "./runtime/start-trivial.ts";
import { TOOL_VERSION } from "./version.ts";
import { preciseClock } from "./wire/load-clock.ts";
import { httpLanes, type Lanes, type Prepared, rawRequest } from "./wire/load-http.ts";
import { FIRST_ID } from "./wire/load-judge.ts";
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

export interface LoadProgress {
  readonly step: number;
  readonly steps: number;
  readonly run: number;
  readonly runs: number;
  readonly name: string;
  readonly requests: number;
  /** Milliseconds since the step began. */
  readonly ms: number;
}

/** Added to an answer's body for its head, where only the body was measured. */
const HEAD_BYTES = 150;
const CALIBRATION_MS = 400;
const CALIBRATION_WARMUP_MS = 250;

/** Loads a server and says what it bore. @throws UserFault where there is nothing to measure. */
export async function runLoad(options: LoadOptions, edge: LoadEdge): Promise<LoadReport> {
  const reached = await reach(options, edge);
  const clock = preciseClock(edge.now);
  try {
    const most = Math.max(...options.shapes.map((shape) => usersOf(shape, options)));
    const prepared = await reached.users(most);
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
  return shape.kind === "closed" ? shape.users : Math.min(options.connections, options.extent.requests ?? Infinity);
}

async function measure(
  options: LoadOptions,
  edge: LoadEdge,
  reached: Reached,
  prepared: readonly Prepared[],
  lanes: Lanes,
  clock: Clock,
): Promise<LoadReport> {
  const { signal, shapes, target } = options;
  const method = nameOfWorkload(options, reached);
  checkBaseline(options, reached, method);
  const warnings = [...reached.warnings];
  const ids = counter(FIRST_ID);
  let count = 0;
  let began = 0;
  const onDone = (): void => {
    if (count === 0) began = clock.now();
    count += 1;
  };
  const around: Around = { clock, ids, drainMs: options.timeoutMs + 500, signal, onDone };
  const users = prepared.map((one) => userOf((done) => lanes.open(one, done)));
  const requestBytes = bytesOf(target.kind === "http" ? target.url : undefined, prepared[0]);
  const ceilings = await calibrate(options, edge, prepared[0], reached.answerBytes + HEAD_BYTES, clock, warnings);

  const runs: Measured["runs"][number][][] = shapes.map(() => []);
  let cancelled = signal.aborted;
  let dead = false;
  for (let run = 1; run <= options.repeat && !cancelled && !dead; run += 1) {
    for (const [index, shape] of shapes.entries()) {
      count = 0;
      const tell = () =>
        options.onProgress?.({
          step: index + 1,
          steps: shapes.length,
          run,
          runs: options.repeat,
          name: nameOf(shape),
          requests: count,
          ms: count === 0 ? 0 : clock.now() - began,
        });
      const ticker = setInterval(tell, PROGRESS_MS);
      const own = users.slice(0, usersOf(shape, options));
      const driven = await runStep(own, shape, options.extent, options.warmupMs, around);
      clearInterval(ticker);
      cancelled = driven.cancelled;
      if (driven.run.requests > 0) runs[index]?.push(driven);
      dead =
        driven.run.requests > 0 && driven.run.succeeded === 0 && driven.run.errors.every((one) => GONE.has(one.kind));
      if (dead) warnings.push(`Nothing answers any more at ${nameOf(shape)}: the steps after it were left out.`);
      if (cancelled || dead) break;
    }
  }
  const measured = shapes.flatMap((shape, index): readonly Measured[] => {
    const own = runs[index] ?? [];
    const ceiling = ceilings.get(usersOf(shape, options));
    return own.length === 0 ? [] : [{ shape, runs: own, ...(ceiling === undefined ? {} : { ceiling }) }];
  });
  const steps = judgeSteps(measured).map((step) => ({
    ...step,
    errors: step.errors.map((one) => ({ ...one, example: reached.redact(one.example) })),
    runs: step.runs.map((run) => ({
      ...run,
      errors: run.errors.map((one) => ({ ...one, example: reached.redact(one.example) })),
    })),
  }));
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

function nameOfWorkload({ wanted }: LoadOptions, { workload }: Reached): string {
  return workload.method === "tools/call" ? `tools/call ${wanted.tool}` : workload.method;
}

/** Figures of another request, or of another revision, say nothing about these. @throws UserFault. */
function checkBaseline({ demands }: LoadOptions, { revision }: Reached, method: string): void {
  const { baseline } = demands;
  if (baseline === undefined) return;
  const { report, file } = baseline;
  if (report.method !== method || report.specVersion !== revision) {
    throw new UserFault(
      `--baseline: ${file} measured ${report.method} on ${report.specVersion}; this run would measure ${method} on ${revision}. ` +
        `Pin both: --method ${report.method.split(" ")[0]} --spec-version ${report.specVersion}.`,
    );
  }
}

const PROGRESS_MS = 200;
/** Faults of a server that is not there. */
const GONE: ReadonlySet<string> = new Set(["connect", "exited"]);

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
  if (target.kind === "http") return await httpLanes(target, { now: edge.now, timeoutMs });
  const lanes = openChild(target, edge, timeoutMs);
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

function openChild(target: StdioTarget, edge: LoadEdge, timeoutMs: number): ChildLanes {
  try {
    return childLanes(target, edge.spawn, { now: edge.now, timeoutMs });
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

/** Requests per second of this generator, by number of connections, against a server that does nothing. */
async function calibrate(
  options: LoadOptions,
  edge: LoadEdge,
  prepared: Prepared | undefined,
  answerBytes: number,
  clock: Clock,
  warnings: string[],
): Promise<ReadonlyMap<number, number>> {
  const ceilings = new Map<number, number>();
  if (!options.calibrate || prepared === undefined || options.target.kind !== "http" || options.signal.aborted)
    return ceilings;
  options.onStatus?.("Calibrating: how many requests can be sent from here");
  const trivial = await startTrivial(edge.spawn, edge.self(), answerBytes);
  if (trivial === undefined) {
    warnings.push(
      "Not calibrated: the trivial server could not be started, so no step can be told from the generator's own limit.",
    );
    return ceilings;
  }
  // Same path, headers and body; the only thing that is not sent to it are the secrets.
  const { pathname, search } = new URL(options.target.url);
  const target = { kind: "http", url: `http://127.0.0.1:${trivial.port}${pathname}${search}`, headers: [] } as const;
  const lanes = await httpLanes(target, { now: edge.now, timeoutMs: 5000 });
  const around: Around = { clock, ids: counter(FIRST_ID), drainMs: 1000, signal: options.signal };
  const same: Prepared = {
    ...prepared,
    headers: prepared.headers.map(([name, value]) => [name, "x".repeat(value.length)]),
  };
  try {
    const users: User[] = [];
    for (const count of new Set(options.shapes.map((shape) => usersOf(shape, options)))) {
      while (users.length < count) users.push(userOf((done) => lanes.open(same, done)));
      const warmupMs = ceilings.size === 0 ? CALIBRATION_WARMUP_MS : CALIBRATION_WARMUP_MS / 5;
      const driven = await runStep(
        users.slice(0, count),
        { kind: "closed", users: count },
        { durationMs: CALIBRATION_MS },
        warmupMs,
        around,
      );
      if (driven.run.succeeded > 0 && !driven.cancelled) ceilings.set(count, driven.run.perSecond);
    }
  } finally {
    lanes.close();
    trivial.close();
  }
  return ceilings;
}
