import { type Report, type TransportKind, UserFault } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { applyBaseline, type Opened, openBaseline } from "./baseline.ts";
import type { Command, Context } from "./command.ts";
import { print } from "./formats.ts";
import { interrupts } from "./interrupt.ts";
import { listChecks, printList } from "./list.ts";
import { lookFor } from "./look.ts";
import { oneRun, progressFor, type RunSettings, recordingFile } from "./one-run.ts";
import { TEST_OPTIONS } from "./options.ts";
import { checkFiles, finish } from "./output.ts";
import { withRemarks } from "./remarks.ts";
import { type Settings, settle } from "./settings.ts";
import { startFault } from "./start-fault.ts";
import type { SelfTarget, Suite } from "./suite-port.ts";
import { BOTH_FORMS } from "./target.ts";

export const testCommand: Command = {
  name: "test",
  usage: "<url | command [arguments...]> [options]",
  description:
    "Tests one MCP server against the specification and grades it A to F. The target is a URL (Streamable HTTP) " +
    "or a command with its arguments (stdio); without one, the config file's.",
  words: { kind: "target" },
  options: TEST_OPTIONS,
  more: [
    "Options of mcp-compliance are recognized anywhere before --. After a command, options that it does not know " +
      "belong to the server; everything after -- does. One quoted string is split as a shell would.",
    "Categories: transport, lifecycle, tools, resources, prompts, errors, schema, security. --list shows the ids.",
    "Known failures: --baseline known.json --update-baseline writes what fails today; the same without " +
      "--update-baseline then fails (exit code 1) on any other failure and on a listed check that passes now. Known " +
      "failures are no matter of --strict; the grade, and with it --min-grade, counts them as ever.",
    "--watch is for commands, with the formats terminal, markdown and html; --strict and --min-grade do not apply. " +
      "Left out are node_modules, .git, dist (unless the server is started from it), coverage, caches, logs and " +
      "temporary files. Ctrl+C ends it.",
    "Files that exist are replaced only by the same kind of file: a report by a report, a recording by a recording.",
    "Exit codes: 0 no gate failed; 1 a gate failed (--strict, --min-grade, --baseline); 2 usage, config, file, or a command that cannot be started; 3 the server " +
      "never answered; 70 a bug of this tool; 130 cancelled.",
  ],
  examples: [
    ["mcp-compliance test https://example.com/mcp", "a URL"],
    ['mcp-compliance test https://example.com/mcp -H "X-Api-Key: abc"', "with a header"],
    ["mcp-compliance test https://example.com/mcp --auth-env TOKEN", "secret from the environment"],
    ["mcp-compliance test npx -y my-server /tmp", "a command"],
    ["mcp-compliance test -E LOG=debug -- node server.js --verbose", "with options of its own"],
    ["mcp-compliance test --self --only tools,lifecycle-server-info", "a part of the checks"],
    ["mcp-compliance test --list --transport stdio", "what would run"],
    ["mcp-compliance test --watch -- node server.js", "again at each change of a file"],
    ["mcp-compliance test node server.js --strict --min-grade B", "gates for CI"],
    ["mcp-compliance test node server.js --report junit=report.xml", "a report for CI as well"],
    ["mcp-compliance test node server.js --baseline known.json", "no failure but the known ones"],
  ],
  run: (context) => runTest(context),
};

async function runTest(context: Context): Promise<number> {
  const { argv } = context;
  try {
    return await run(context);
  } catch (error) {
    if (!(error instanceof UserFault) || argv.afterCommand.length === 0) throw error;
    const taken = argv.afterCommand.join(" and ");
    const were = argv.afterCommand.length === 1 ? "was" : "were";
    throw new UserFault(
      `${error.message}\n${taken} stood after the server's command and ${were} read as ours; ` +
        "to give it to the server, put -- before the command.",
      error.code,
    );
  }
}

async function run({ argv, world, suite }: Context): Promise<number> {
  const settings = await settle(argv, world);
  for (const warning of settings.warnings) {
    await world.stderr.write(`mcp-compliance: ${warning}\n`);
  }
  if (argv.flags.get("watch") === true) {
    return await (await import("./watch.ts")).watchTest({ argv, world, suite }, settings);
  }
  if (settings.list) {
    const options = { ...settings, transport: transportOf(settings) };
    const text = printList(listChecks(suite, options), options, settings.format, lookFor(world.stdout, argv, world));
    await world.stdout.write(text);
    return 0;
  }
  await checkFiles(settings, settings.record, world);
  const known = await openBaseline(settings.baseline, settings.updateBaseline, world);
  const self = settings.self ? await startSelf(suite) : undefined;
  try {
    const target = self?.target ?? settings.target;
    if (target === undefined) throw new UserFault(`Nothing to test: no target was given. ${BOTH_FORMS}`);
    return await testTarget({ argv, world, suite }, { ...settings, target }, known);
  } finally {
    await self?.close();
  }
}

async function testTarget(
  { argv, world, suite }: Context,
  settings: RunSettings,
  known: Opened | undefined,
): Promise<number> {
  const { target } = settings;
  const people = settings.format === "terminal";
  const progress = progressFor({ argv, world }, settings);
  const interrupt = interrupts(world, () => progress.cancel());
  try {
    const { report, recording } = await oneRun(suite, settings, progress, interrupt.signal);
    const cancelled = interrupt.code();
    if (cancelled !== undefined) return await showPart(report, cancelled);
    const fault = target.kind === "stdio" ? await startFault(target, report, recording, world) : undefined;
    if (fault !== undefined) {
      await world.stderr.write(`mcp-compliance: ${escapeTerminal(fault)}\n`);
      return 2;
    }
    const held = applyBaseline(withRemarks(report, settings.only, settings.consent), known, suite);
    return await finish(held.report, settings, argv, world, recordingFile(settings, recording), held.files);
  } catch (error) {
    const cancelled = interrupt.code();
    if (cancelled === undefined) throw error;
    return cancelled;
  } finally {
    interrupt.off();
  }

  /** A cancelled run is shown to people only: a file or a pipe could take the part for the whole. */
  async function showPart(report: Report, code: number): Promise<number> {
    if (people && report.reached) {
      const warnings = ["The run was cancelled: the grade says nothing.", ...report.warnings];
      await world.stdout.write(await print({ ...report, warnings }, "terminal", lookFor(world.stdout, argv, world)));
    }
    await world.stderr.write("mcp-compliance: cancelled; the run is not complete, and no file was written.\n");
    return code;
  }
}

function transportOf(settings: Settings): TransportKind | undefined {
  return settings.target?.kind ?? settings.transport;
}

async function startSelf(suite: Suite): Promise<SelfTarget> {
  if (suite.startSelf === undefined) throw new UserFault("--self: this build has no reference server in it.");
  return await suite.startSelf();
}
