import { UserFault } from "../model/fault.ts";
import type { LoadProgress, LoadReport } from "../model/load.ts";
import { escapeTerminal } from "../report/escape.ts";
import { clip, paintWith } from "../report/layout.ts";
import type { Argv } from "./argv.ts";
import type { Command, Context } from "./command.ts";
import { COMMAND } from "./defaults.ts";
import type { Look } from "./formats.ts";
import { interrupts } from "./interrupt.ts";
import { LOAD_OPTIONS } from "./load-options.ts";
import { type LoadEngine, type LoadFormat, type LoadSettings, settleLoad } from "./load-settings.ts";
import { fileLook, lookFor } from "./look.ts";
import { checkFiles, type OutputFile, writeFiles } from "./output.ts";
import { liveLine } from "./progress.ts";
import type { World } from "./world.ts";

export const loadCommand: Command = {
  name: "load",
  usage: "<url | command [arguments...]> [options]",
  description:
    "Loads a server step by step, or at a rate, and says what it bore: latency from the moment each request was due, " +
    "throughput by the clock, errors by kind, and whether the server or this generator was the limit.",
  words: { kind: "target" },
  options: LOAD_OPTIONS,
  more: [
    "With --ramp each user asks again when it was answered; with --rate requests are sent when they are due, whatever " +
      "comes back, so that a server that stalls shows it. Both are measured from the due time.",
    "A success is an answer with status 2xx, as JSON or an event stream, that holds the complete result for the id of its " +
      "request. A JSON-RPC error, a tool's isError, a wrong or crossed id, another content type are errors like any other. " +
      "Fast errors make no server fast: latency is that of successes, and of requests that were waited for in vain.",
    "Verdicts: ok; harness_limited: near what this generator reaches here against a server that does nothing; " +
      "latency_cliff: much more latency for hardly any more throughput; throughput_collapse; error_onset. A step may " +
      "have several: errors are the server's whoever is the limit.",
    "Hosts other than 127.0.0.0/8, ::1 and localhost need --i-have-permission: to load a server of somebody else is " +
      "abuse. No redirect is followed. Where one machine cannot send enough: --emit artillery, --emit k6.",
    "Exit codes: 0 ran; 1 a gate that you gave failed; 2 refused, usage, or a command that cannot be started; 3 the server never answered, or lets nobody " +
      "in; 70 a bug of this tool; 130 cancelled (what was measured is printed).",
  ],
  examples: [
    [`${COMMAND} load http://localhost:3000/mcp`, "1 to 100 users, 2 s each, three times"],
    [`${COMMAND} load http://localhost:3000/mcp --ramp 1,10 -d 10s --max-p95 50`, "a gate for CI"],
    [`${COMMAND} load http://localhost:3000/mcp --rate 100,200,400`, "at a rate, whatever comes back"],
    [`${COMMAND} load http://localhost:3000/mcp --format html > load.html`, "curves to look at"],
    [`${COMMAND} load http://localhost:3000/mcp --json > before.json`, "to be compared with later, by --baseline"],
    [`${COMMAND} load http://localhost:3000/mcp --emit k6 > load.js`, "the same for k6"],
  ],
  run: (context) => runLoadCommand("load", context),
};

/** `load` and `benchmark` differ in their options alone. */
export async function runLoadCommand(kind: "load" | "benchmark", context: Context): Promise<number> {
  const { argv, world, suite } = context;
  const settings = await settleLoad(kind, argv, world);
  for (const warning of settings.warnings) await world.stderr.write(`${COMMAND}: ${escapeTerminal(warning)}\n`);
  if (settings.emit !== undefined) return await emit(settings, settings.emit, context);
  await checkFiles({ reports: settings.reports, output: undefined }, undefined, world);
  if (suite.runLoad === undefined) throw new UserFault(`${kind}: this build has no load in it.`);
  const line = liveOn(world, argv, settings.format === "terminal");
  const interrupt = interrupts(world, () => line.clear());
  let report: LoadReport;
  try {
    report = await suite.runLoad({
      ...settings.options,
      signal: interrupt.signal,
      onStatus: (text) => line.status(text),
      onProgress: (progress) => line.show(progressText(progress)),
    });
  } catch (error) {
    const cancelled = interrupt.code();
    // Cut short before anything was measured: what was under way is no fault of the server's.
    if (cancelled !== undefined && error instanceof UserFault) return cancelled;
    throw error;
  } finally {
    line.clear();
    interrupt.off();
  }
  const code = await finish(report, settings, argv, world);
  return interrupt.code() ?? code;
}

async function finish(report: LoadReport, settings: LoadSettings, argv: Argv, world: World): Promise<number> {
  await world.stdout.write(await print(report, settings.format, lookFor(world.stdout, argv, world)));
  if (report.cancelled) {
    await world.stderr.write(`${COMMAND}: cancelled; the run is not complete, and no file was written.\n`);
    return 0;
  }
  const files: OutputFile[] = settings.reports.map(({ format, file }) => ({
    option: "--report",
    file,
    text: () => print(report, format as LoadFormat, fileLook(false)),
  }));
  const lost = await writeFiles(files, world);
  const failed = report.gates.filter((gate) => !gate.passed);
  for (const { gate, detail } of settings.format === "terminal" ? [] : failed) {
    await world.stderr.write(`${COMMAND}: ${escapeTerminal(`${gate}: ${detail}`)}\n`);
  }
  if (lost.size > 0) return 2;
  return failed.length > 0 ? 1 : 0;
}

async function print(report: LoadReport, format: LoadFormat, look: Look): Promise<string> {
  switch (format) {
    case "json":
      return (await import("../report/load-json.ts")).loadJson(report);
    case "html":
      return (await import("../report/load-html.ts")).loadHtml(report);
    case "terminal":
      return (await import("../report/load-terminal.ts")).loadTerminal(report, look);
  }
}

async function emit(settings: LoadSettings, engine: LoadEngine, { suite, world, argv }: Context): Promise<number> {
  if (suite.emitLoad === undefined) throw new UserFault("--emit: this build has no load in it.");
  const interrupt = interrupts(world, () => {});
  try {
    const options = { ...settings.options, signal: interrupt.signal, variables: variablesOf(argv) };
    await world.stdout.write(await suite.emitLoad(options, engine));
    return interrupt.code() ?? 0;
  } finally {
    interrupt.off();
  }
}

/** The variables that the user named already, by the header that they are for. */
function variablesOf(argv: Argv): { readonly [header: string]: string } {
  const named: { [header: string]: string } = {};
  for (const text of argv.values.get("header-env") ?? []) {
    const colon = text.indexOf(":");
    named[text.slice(0, colon).trim().toLowerCase()] = text.slice(colon + 1).trim();
  }
  const auth = argv.values.get("auth-env")?.at(-1);
  return auth === undefined ? named : { ...named, authorization: auth };
}

const CLEAR = "\r\u001b[2K";

interface Line {
  show(text: string): void;
  /** What is waited for. It stays; nobody sees it where a machine reads. */
  status(text: string): void;
  clear(): void;
}

/** The one line that says how far it is, where somebody looks on. */
function liveOn(world: World, argv: Argv, people: boolean): Line {
  const out = world.stderr;
  const live = liveLine(world);
  const look = lookFor(out, argv, world);
  const paint = paintWith(look.color);
  let shown = false;
  const clear = () => {
    if (shown) void out.write(CLEAR);
    shown = false;
  };
  return {
    show(text) {
      if (!live) return;
      shown = true;
      void out.write(CLEAR + paint.dim(clip(escapeTerminal(text), look.width - 1, "")));
    },
    status(text) {
      if (!people) return;
      clear();
      void out.write(`${paint.dim(escapeTerminal(text))}\n`);
    },
    clear,
  };
}

function progressText({ step, steps, run, runs, name, requests, ms }: LoadProgress): string {
  const rate = ms > 0 ? Math.round((requests * 1000) / ms) : 0;
  const which = runs > 1 ? `run ${run} of ${runs}, ` : "";
  return `${which}step ${step} of ${steps}, ${name}: ${requests} requests, ${rate}/s`;
}
