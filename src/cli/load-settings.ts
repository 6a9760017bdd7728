import type { Demands } from "../load/gates.ts";
import { UserFault } from "../model/fault.ts";
import type { LoadShape } from "../model/load.ts";
import { nameOf } from "../model/load-words.ts";
import type { Revision } from "../model/revision.ts";
import type { Target } from "../model/target.ts";
import type { Argv } from "./argv.ts";
import { DEFAULTS } from "./defaults.ts";
import {
  parseLoadReport,
  parseNumber,
  parseParams,
  parsePercent,
  parseRamp,
  parseRates,
  parseSpan,
  parseTolerance,
} from "./load-values.ts";
import { requirePermission } from "./permission.ts";
import { type ReportFile, reportFile } from "./settings.ts";
import type { LoadOptions } from "./suite-port.ts";
import { chooseTarget, readNeeded } from "./target.ts";
import { parseMs, parseWhole } from "./values.ts";
import type { World } from "./world.ts";

export type LoadFormat = "terminal" | "json" | "html";
export type LoadEngine = "artillery" | "k6";

export interface LoadSettings {
  readonly options: Omit<LoadOptions, "signal">;
  readonly format: LoadFormat;
  readonly reports: readonly ReportFile[];
  readonly emit: LoadEngine | undefined;
  readonly warnings: readonly string[];
}

const RAMP = "1,5,10,25,50,100";
const STEP_MS = 2000;
const RATE_STEP_MS = 5000;
const LONGEST_STEP_MS = 60 * 60_000;
const MOST_REQUESTS = 100_000_000;
const WARMUP_MS = 500;

/** @throws UserFault on whatever a person got wrong, and where the server is not theirs to load. */
export async function settleLoad(kind: LoadOptions["kind"], argv: Argv, world: World): Promise<LoadSettings> {
  const last = (name: string) => argv.values.get(name)?.at(-1);
  const { target, warnings } = await chooseTarget(argv, {}, world);
  if (target === undefined) {
    throw new UserFault(`Which server? mcp-compliance ${kind} http://localhost:3000/mcp, or a command after --.`);
  }
  const permission = argv.flags.get("i-have-permission") === true;
  if (target.kind === "http") await requirePermission("load", target.url, permission, world);
  const timeout = last("timeout");
  const timeoutMs = timeout === undefined ? DEFAULTS.timeoutMs : parseMs("--timeout", timeout);
  const startup = last("startup-timeout");
  const steps = kind === "load" ? loadSteps(last) : benchmarkSteps(last);
  const repeat = last("repeat");
  const warmup = last("warmup");
  const emit = last("emit") as LoadEngine | undefined;
  if (emit !== undefined && target.kind !== "http") {
    throw new UserFault(`--emit ${emit}: these engines speak HTTP; the target is a command. Give a URL.`);
  }
  return {
    options: {
      kind,
      target,
      specVersion: (last("spec-version") as "auto" | Revision | undefined) ?? "auto",
      wanted: wantedOf(last, permission),
      timeoutMs,
      startupTimeoutMs:
        startup === undefined ? DEFAULTS.startupTimeoutMs(timeoutMs) : parseMs("--startup-timeout", startup),
      ...steps,
      repeat: repeat === undefined ? (kind === "load" ? 3 : 1) : parseWhole("--repeat", repeat, 1, 100, "", "3"),
      warmupMs: warmup === undefined ? WARMUP_MS : parseSpan("--warmup", warmup, 0, 10 * 60_000),
      calibrate: argv.flags.get("calibrate") ?? true,
      demands: await demandsOf(last, steps.shapes, world),
    },
    ...formatsOf(argv),
    emit,
    warnings: [
      ...warnings,
      ...connectionsWarning(last, target),
      ...(kind === "benchmark" && argv.divided && target.kind === "stdio" ? behindDashes(last, target.args) : []),
    ],
  };
}

type Last = (name: string) => string | undefined;

function loadSteps(last: Last): Pick<LoadOptions, "shapes" | "extent" | "connections"> {
  const ramp = last("ramp");
  const rate = last("rate");
  if (ramp !== undefined && rate !== undefined) {
    throw new UserFault(
      "--ramp and --rate exclude each other: users wait for their answers, a rate does not. Keep one.",
    );
  }
  const shapes: readonly LoadShape[] =
    rate === undefined
      ? parseRamp(ramp ?? RAMP).map((users) => ({ kind: "closed", users }))
      : parseRates(rate).map((perSecond) => ({ kind: "open", perSecond }));
  const connections = last("connections");
  return {
    shapes,
    extent: extentOf(last, rate === undefined ? STEP_MS : RATE_STEP_MS),
    connections: connections === undefined ? 100 : parseWhole("--connections", connections, 1, 10_000, "", "100"),
  };
}

function extentOf(last: Last, standardMs: number): LoadOptions["extent"] {
  const requests = last("requests");
  const duration = last("duration");
  return {
    ...(requests === undefined ? {} : { requests: parseWhole("--requests", requests, 1, MOST_REQUESTS, "", "1000") }),
    ...(duration === undefined
      ? requests === undefined
        ? { durationMs: standardMs }
        : {}
      : { durationMs: parseSpan("--duration", duration, 1, LONGEST_STEP_MS) }),
  };
}

function benchmarkSteps(last: Last): Pick<LoadOptions, "shapes" | "extent" | "connections"> {
  const requests = last("requests");
  const concurrency = last("concurrency");
  const users = concurrency === undefined ? 1 : parseWhole("--concurrency", concurrency, 1, 10_000, "", "4");
  return {
    shapes: [{ kind: "closed", users }],
    extent: {
      requests: requests === undefined ? 200 : parseWhole("--requests", requests, 1, MOST_REQUESTS, "", "200"),
    },
    connections: users,
  };
}

function wantedOf(last: Last, permission: boolean): LoadOptions["wanted"] {
  const method = last("method");
  const tool = last("tool");
  const params = last("params");
  if (tool !== undefined && method !== undefined && method !== "tools/call") {
    throw new UserFault(`--tool goes with --method tools/call, not with ${method}.`);
  }
  const calls = tool !== undefined || method === "tools/call";
  if (calls && tool === undefined)
    throw new UserFault("--method tools/call needs --tool <name>: which tool is to be called?");
  if (calls && !permission) {
    throw new UserFault(
      `Will not call ${tool} over and over: a tool may do anything, and would do it thousands of times.\n` +
        "If that is meant, and the server is yours to load, add --i-have-permission.",
    );
  }
  if (params !== undefined && method === undefined && !calls) {
    throw new UserFault("--params needs --method, or --tool: what are they the params of?");
  }
  return {
    method: calls ? "tools/call" : method,
    tool,
    params: params === undefined ? undefined : parseParams(params),
  };
}

async function demandsOf(last: Last, shapes: readonly LoadShape[], world: World): Promise<Demands> {
  const number = (name: string, most: number) => {
    const text = last(name);
    return text === undefined ? undefined : parseNumber(`--${name}`, text.replace(/\s*ms$/i, ""), 0, most, "250");
  };
  const maxP95 = number("max-p95", LONGEST_STEP_MS);
  const maxP99 = number("max-p99", LONGEST_STEP_MS);
  const minPerSecond = number("min-rps", 1e9);
  const errors = last("max-errors");
  const file = last("baseline");
  const tolerance = parseTolerance(last("tolerance"));
  if (last("tolerance") !== undefined && file === undefined) {
    throw new UserFault("--tolerance has no meaning without --baseline <file>.");
  }
  const baseline = file === undefined ? undefined : await baselineOf(file, shapes, world);
  return {
    ...(maxP95 === undefined ? {} : { maxP95 }),
    ...(maxP99 === undefined ? {} : { maxP99 }),
    ...(minPerSecond === undefined ? {} : { minPerSecond }),
    ...(errors === undefined ? {} : { maxErrors: parsePercent("--max-errors", errors) }),
    ...(baseline === undefined ? {} : { baseline }),
    tolerance,
  };
}

/** A step without its like in the baseline would be let through unseen. */
async function baselineOf(file: string, shapes: readonly LoadShape[], world: World): Promise<Demands["baseline"]> {
  const report = parseLoadReport(file, await readNeeded("--baseline", file, world));
  const there = report.steps.map((step) => nameOf(step.shape));
  const missing = shapes.map(nameOf).filter((name) => !there.includes(name));
  if (missing.length > 0) {
    throw new UserFault(
      `--baseline: ${file} has ${there.length === 0 ? "no steps" : `the steps ${there.join(", ")}`}; ${missing.join(", ")} ` +
        "cannot be compared with any. Run the same --ramp or --rate, or write a new baseline.",
    );
  }
  return { file, report };
}

function formatsOf(argv: Argv): Pick<LoadSettings, "format" | "reports"> {
  const format = argv.values.get("format")?.at(-1) as LoadFormat | undefined;
  const json = argv.flags.get("json") === true;
  if (json && format !== undefined && format !== "json") {
    throw new UserFault(`--json and --format ${format} contradict each other. Keep one of them.`);
  }
  const reports = (argv.values.get("report") ?? []).map(reportFile);
  const other = reports.find((one) => one.format !== "json" && one.format !== "html");
  if (other !== undefined) {
    throw new UserFault(`--report ${other.format}=${other.file}: a load is written as json or html.`);
  }
  return { format: json ? "json" : (format ?? "terminal"), reports };
}

/** -r and -c at the very end of a command after --: the server gets them, and who meant us would never know. */
function behindDashes(last: Last, args: readonly string[]): readonly string[] {
  const ours = { "-r": "requests", "--requests": "requests", "-c": "concurrency", "--concurrency": "concurrency" };
  let from = args.length;
  while (from >= 2) {
    const name = ours[(args[from - 2] ?? "") as keyof typeof ours];
    if (name === undefined || last(name) !== undefined || !/^\d+$/.test(args[from - 1] ?? "")) break;
    from -= 2;
  }
  const tail = args.slice(from).join(" ");
  return tail === ""
    ? []
    : [`${tail} stands after --, so the server gets it. For the benchmark it has to stand before.`];
}

function connectionsWarning(last: Last, target: Target): readonly string[] {
  if (last("connections") !== undefined && last("rate") === undefined) {
    return ["--connections has no effect without --rate: a ramp has as many as it has users."];
  }
  return target.kind === "stdio" && last("connections") !== undefined
    ? ["--connections: there is one child; it is the number of requests under way at once."]
    : [];
}
