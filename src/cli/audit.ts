import type { Audited } from "../auditing.ts";
import { type HttpTarget, UserFault } from "../model/mod.ts";
import { permissionFor } from "../protocol/permission.ts";
import { escapeTerminal } from "../report/escape.ts";
import type { Argv } from "./argv.ts";
import type { Command, Context } from "./command.ts";
import { COMMAND, DEFAULTS } from "./defaults.ts";
import { type Format, type Look, print } from "./formats.ts";
import { type Interrupts, interrupts } from "./interrupt.ts";
import { fileLook, lookFor } from "./look.ts";
import { AUDIT_OPTIONS } from "./options.ts";
import { checkFiles, type OutputFile, writeFiles } from "./output.ts";
import { requirePermission } from "./permission.ts";
import { liveLine, type Progress, progressOn } from "./progress.ts";
import { type ReportFile, reportFile } from "./settings.ts";
import { chooseTarget } from "./target.ts";
import { parseMs, parseWhole } from "./values.ts";
import type { World } from "./world.ts";

const NEEDS_URL = `${COMMAND} audit <url>, as in ${COMMAND} audit http://localhost:3000/mcp.`;
/** Conversations at a time; the verdicts do not depend on it. Somebody else's server gets one request after the other. */
const CONCURRENCY = { here: 8, elsewhere: 1 };

export const auditCommand: Command = {
  name: "audit",
  usage: "<url> [options]",
  description:
    "Audits a server over HTTP by eleven rules of revision 2026-07-28, with requests that only read. A rule that came " +
    "with that revision is a version gap, not a defect, where the server speaks an older one: it says so by " +
    "server/discover, else by initialize.",
  words: { kind: "plain", names: ["url"] },
  options: AUDIT_OPTIONS,
  more: [
    "No tool is called, nothing is written, no session is ended; what the server is expected to refuse is sent beside " +
      "the same request unbroken, and where that is not served nothing is concluded. Redirects to another host are not " +
      "followed.",
    "Hosts other than 127.0.0.0/8, ::1 and localhost need --i-have-permission: the requests are unasked for by " +
      "whoever runs them.",
    `The names of the rules: ${COMMAND} explain origin-403, and so on.`,
    "Exit codes: 0 conformant, also with version gaps; 1 a defect; 2 refused to probe, or usage; 3 could not be " +
      "judged (no answer, a credential is needed, more inconclusive than passed); 70 a bug of this tool; 130 cancelled.",
  ],
  examples: [
    [`${COMMAND} audit http://localhost:3000/mcp`, "a server on this machine"],
    [`${COMMAND} audit https://example.com/mcp --i-have-permission`, "your own server elsewhere"],
    [`${COMMAND} audit http://localhost:3000/mcp --auth-env TOKEN --json`, "with a credential, for a program"],
    [`${COMMAND} audit http://localhost:3000/mcp --report junit=audit.xml`, "a report for CI as well"],
  ],
  run,
};

interface AuditSettings {
  readonly target: HttpTarget;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly format: Format;
  readonly reports: readonly ReportFile[];
  readonly record: string | undefined;
  readonly verbose: boolean;
}

async function run({ argv, world, suite }: Context): Promise<number> {
  const settings = await settle(argv, world);
  await requirePermission("audit", settings.target.url, argv.flags.get("i-have-permission") === true, world);
  await checkFiles({ reports: settings.reports, output: undefined }, settings.record, world);
  if (suite.auditTarget === undefined) throw new UserFault("audit: this build has no audit in it.");
  const { auditTarget } = suite;
  const progress = progressFor(argv, world, settings);
  const interrupt = interrupts(world, () => progress.cancel());
  try {
    const audited = await audit(auditTarget, settings, progress, interrupt);
    if (interrupt.code() === undefined) return await finish(audited, settings, argv, world);
    await world.stderr.write("mcp-compliance: cancelled; the audit is not complete, and no file was written.\n");
    return interrupt.code() ?? 0;
  } finally {
    interrupt.off();
  }
}

async function audit(
  auditTarget: NonNullable<Context["suite"]["auditTarget"]>,
  { target, timeoutMs, concurrency }: AuditSettings,
  progress: Progress,
  interrupt: Interrupts,
): Promise<Audited> {
  try {
    return await auditTarget({
      target,
      timeoutMs,
      concurrency,
      signal: interrupt.signal,
      onStatus: (line) => progress.status(line),
      onPlan: ({ checks }) => progress.plan(checks),
      ...(progress.results ? { onTestComplete: (result) => progress.result(result) } : {}),
    });
  } finally {
    progress.end();
  }
}

async function settle(argv: Argv, world: World): Promise<AuditSettings> {
  if (argv.words.length === 0) throw new UserFault(`Which server? ${NEEDS_URL}`);
  const { target } = await chooseTarget(argv, {}, world);
  if (target?.kind !== "http") {
    throw new UserFault(`"${argv.words.join(" ")}" is no URL, and an audit goes over HTTP: ${NEEDS_URL}`);
  }
  const here = permissionFor(new URL(target.url).hostname, false).kind === "allowed";
  const last = (name: string) => argv.values.get(name)?.at(-1);
  const timeout = last("timeout");
  const concurrency = last("concurrency");
  const format = last("format") as Format | undefined;
  const json = argv.flags.get("json") === true;
  if (json && format !== undefined && format !== "json") {
    throw new UserFault(`--json and --format ${format} contradict each other. Keep one of them.`);
  }
  return {
    target,
    timeoutMs: timeout === undefined ? DEFAULTS.timeoutMs : parseMs("--timeout", timeout),
    concurrency:
      concurrency === undefined
        ? CONCURRENCY[here ? "here" : "elsewhere"]
        : parseWhole("--concurrency", concurrency, 1, 256, "", "2"),
    format: json ? "json" : (format ?? "terminal"),
    reports: (argv.values.get("report") ?? []).map(reportFile),
    record: last("record"),
    verbose: argv.flags.get("verbose") === true,
  };
}

function progressFor(argv: Argv, world: World, { format, verbose }: AuditSettings): Progress {
  const people = format === "terminal";
  const stdout = { out: world.stdout, look: lookFor(world.stdout, argv, world) };
  const stderr = { out: world.stderr, look: lookFor(world.stderr, argv, world) };
  return progressOn({
    lines: people ? stdout : stderr,
    errors: stderr,
    // The lines of an audit are its own; single results would tell of rules under other names.
    verbose: false,
    shown: people || verbose,
    live: people && liveLine(world),
    world,
  });
}

async function finish(audited: Audited, settings: AuditSettings, argv: Argv, world: World): Promise<number> {
  await world.stdout.write(await printAudit(audited, settings.format, lookFor(world.stdout, argv, world)));
  const files: OutputFile[] = settings.reports.map(({ format, file }) => ({
    option: "--report",
    file,
    text: () => printAudit(audited, format, fileLook(settings.verbose)),
  }));
  const { record } = settings;
  if (record !== undefined) {
    files.unshift({ option: "--record", file: record, text: () => `${JSON.stringify(audited.recording)}\n` });
  }
  const lost = await writeFiles(files, world);
  const { audit } = audited;
  if (audit.exitCode === 3) {
    await world.stderr.write(
      `mcp-compliance: ${escapeTerminal(audit.url)} could not be judged: ${reasonOf(audited)}\n`,
    );
  }
  return lost.size > 0 ? 2 : audit.exitCode;
}

function reasonOf({ audit }: Audited): string {
  const first = audit.lines.find((line) => line.verdict === "inconclusive" && line.details !== "")?.details;
  const text = audit.warnings[0] ?? (audit.era.kind === "unknown" ? audit.era.reason : first) ?? "nothing was measured";
  return escapeTerminal(text.replace(/\s+/g, " "));
}

async function printAudit({ audit, report }: Audited, format: Format, look: Look): Promise<string> {
  switch (format) {
    case "terminal":
      return (await import("../report/audit-terminal.ts")).terminalAudit(audit, look);
    case "json":
      return (await import("../report/audit-json.ts")).jsonAudit(audit);
    case "sarif":
      // Alerts of its own: they must not close those of mcp-compliance test.
      return (await import("../report/sarif.ts")).sarifReport(report, "mcp-compliance/audit");
    default:
      return await print(report, format, look);
  }
}
