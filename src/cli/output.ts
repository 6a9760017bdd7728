import { type Report, UserFault } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import type { Argv } from "./argv.ts";
import { type Format, print } from "./formats.ts";
import { judgeGates } from "./gates.ts";
import { fileLook, lookFor } from "./look.ts";
import type { Outputs } from "./settings.ts";
import { showReport } from "./show.ts";
import type { World } from "./world.ts";

/** How a file of ours is known, so that `--report json=package.json` costs nobody a file. */
const OURS: { readonly [K in Format | "badge" | "recording" | "baseline"]: RegExp } = {
  terminal: /\d+ checks?:|\d+ probes?, \d+ violations?/,
  json: /"schemaVersion": "\d+"/,
  sarif: /"name":\s*"mcp-compliance"/,
  github: /^::(error|warning|notice) /m,
  markdown: /^<!-- mcp-compliance -->/,
  html: /<meta name="generator" content="mcp-compliance/,
  junit: /<testsuites [^>]*name="mcp-compliance/,
  badge: /<svg[\s\S]*MCP compliance/,
  recording: /"format":\s*"mcp-compliance-recording\//,
  baseline: /"format":\s*"mcp-compliance-baseline\//,
};

interface Planned {
  readonly option: string;
  readonly kind: keyof typeof OURS;
  readonly file: string;
}

/**
 * Looks at the files that will be written, before anything is run. A file that exists is replaced only if it is one
 * of the kind that will stand in its place, or empty.
 * @throws UserFault naming the option and the file.
 */
export async function checkFiles(
  outputs: Pick<Outputs, "reports" | "output"> & Partial<Pick<Outputs, "baseline" | "updateBaseline">>,
  record: string | undefined,
  world: World,
): Promise<void> {
  const planned: Planned[] = outputs.reports.map(({ format, file }) => ({ option: "--report", kind: format, file }));
  if (outputs.output !== undefined) planned.push({ option: "--output", kind: "badge", file: outputs.output });
  if (record !== undefined) planned.push({ option: "--record", kind: "recording", file: record });
  if (outputs.baseline !== undefined && outputs.updateBaseline === true) {
    planned.push({ option: "--update-baseline", kind: "baseline", file: outputs.baseline });
  }
  const seen = new Set<string>();
  for (const one of planned) {
    const path = world.absolute(one.file);
    if (seen.has(path)) {
      throw new UserFault(`${one.option}: ${one.file} is to be written twice in this run. Name another file.`);
    }
    seen.add(path);
    await checkFile(one, world);
  }
}

async function checkFile({ option, kind, file }: Planned, world: World): Promise<void> {
  let text: string | undefined;
  try {
    const there = await world.kindOf(file);
    if (there === "folder") throw new UserFault(`${option}: ${file} is a folder. Name a file in it.`);
    // A pipe or a device takes what comes; reading it would wait for a writer.
    if (there === "other") return;
    if (there === "nothing") await checkFolder(option, file, world);
    else text = await world.readText(file);
  } catch (error) {
    if (error instanceof UserFault) throw error;
    throw new UserFault(`${option}: ${file} cannot be written: ${messageOf(error)}`);
  }
  if (text === undefined || text.trim() === "" || OURS[kind].test(text)) return;
  const plain = kind === "recording" || kind === "badge";
  const what = kind === "baseline" ? "list of known failures" : plain ? kind : `${kind} report`;
  throw new UserFault(
    `${option}: ${file} exists and is no ${what}; it is left alone. Name another file, or remove it.`,
  );
}

/** A run may take minutes; that its file has no place is better known before. */
async function checkFolder(option: string, file: string, world: World): Promise<void> {
  const end = Math.max(file.lastIndexOf("/"), world.windows ? file.lastIndexOf("\\") : -1);
  const folder = end < 0 ? "." : file.slice(0, Math.max(1, end));
  if (end > 0 && (await world.kindOf(folder)) !== "folder") {
    throw new UserFault(`${option}: ${file} cannot be written: there is no folder ${folder}. Make it first.`);
  }
  if (await world.mayMake(folder)) return;
  const where = end < 0 ? "this folder" : folder;
  throw new UserFault(`${option}: ${file} cannot be written: no file can be made in ${where}. Name another place.`);
}

/** One file to write. `text` is made when its turn comes. */
export interface OutputFile {
  readonly option: string;
  readonly file: string;
  readonly text: () => string | Promise<string>;
}

/**
 * Prints a finished report and writes its files; one that cannot be written keeps no other from it.
 * `recording` is the text of the recording, where it is kept; `more` are other files of this run. Resolves with the
 * exit code.
 */
export async function finish(
  report: Report,
  outputs: Outputs,
  argv: Argv,
  world: World,
  recording?: { readonly file: string; readonly text: string },
  more: readonly OutputFile[] = [],
): Promise<number> {
  await world.stdout.write(await print(report, outputs.format, lookFor(world.stdout, argv, world)));
  const files: OutputFile[] = outputs.reports.map(({ format, file }) => ({
    option: "--report",
    file,
    text: () => print(report, format, fileLook(outputs.verbose)),
  }));
  if (recording !== undefined) files.unshift({ option: "--record", file: recording.file, text: () => recording.text });
  if (outputs.output !== undefined) files.push(...(await badgeFile(report, outputs.output, world)));
  files.push(...more);

  const lost = await writeFiles(files, world);
  const judgement = judgeGates(report, outputs);
  for (const reason of judgement.reasons) await world.stderr.write(`mcp-compliance: ${reason}\n`);
  if (outputs.open) await showReport(report, outputs, lost, world);
  return lost.size > 0 ? 2 : judgement.code;
}

/** Writes each file, and says which could not be written and why; one of them keeps no other from it. */
export async function writeFiles(files: readonly OutputFile[], world: World): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { option, file, text } of files) {
    try {
      await writeFile(option, file, await text(), world);
    } catch (error) {
      if (!(error instanceof UserFault)) throw error;
      lost.add(file);
      await world.stderr.write(`mcp-compliance: ${escapeTerminal(error.message)}\n`);
    }
  }
  return lost;
}

/** A badge stands for a server that was tested; a run that saw nothing leaves the one that is there. */
async function badgeFile(report: Report, file: string, world: World): Promise<readonly OutputFile[]> {
  if (report.reached && report.tests.some((test) => test.outcome !== "skip")) {
    const { badgeSvg } = await import("../report/badge.ts");
    return [{ option: "--output", file, text: () => badgeSvg(report) }];
  }
  await world.stderr.write("mcp-compliance: no badge was written: this run says nothing about the server.\n");
  return [];
}

/** @throws UserFault naming the option, the file and the reason; what stood in the file before is still there. */
export async function writeFile(option: string, file: string, text: string, world: World): Promise<void> {
  try {
    await world.writeText(file, text);
  } catch (error) {
    throw new UserFault(`${option}: ${file} could not be written: ${messageOf(error)}`);
  }
}

/** Without the system call, whose path may be one of ours that nobody knows. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/, [a-z]+(?: '[^']*'(?: -> '[^']*')?)?$/, "");
}
