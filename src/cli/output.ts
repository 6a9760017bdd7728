import { type Report, UserFault } from "../model/mod.ts";
import type { Argv } from "./argv.ts";
import { type Format, print } from "./formats.ts";
import { judgeGates } from "./gates.ts";
import { fileLook, lookFor } from "./look.ts";
import type { Outputs } from "./settings.ts";
import type { World } from "./world.ts";

/** How a file of ours is known, so that `--report json=package.json` costs nobody a file. */
const OURS: { readonly [K in Format | "badge" | "recording"]: RegExp } = {
  terminal: /\d+ checks?:/,
  json: /"schemaVersion": "\d+"/,
  sarif: /"name":\s*"mcp-compliance"/,
  github: /^::(error|warning|notice) /m,
  markdown: /^<!-- mcp-compliance -->/,
  html: /<meta name="generator" content="mcp-compliance/,
  junit: /<testsuites [^>]*name="mcp-compliance/,
  badge: /<svg[\s\S]*MCP compliance/,
  recording: /"format":\s*"mcp-compliance-recording\//,
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
export async function checkFiles(outputs: Outputs, record: string | undefined, world: World): Promise<void> {
  const planned: Planned[] = outputs.reports.map(({ format, file }) => ({ option: "--report", kind: format, file }));
  if (outputs.output !== undefined) planned.push({ option: "--output", kind: "badge", file: outputs.output });
  if (record !== undefined) planned.push({ option: "--record", kind: "recording", file: record });
  const seen = new Set<string>();
  for (const { option, kind, file } of planned) {
    if (seen.has(file))
      throw new UserFault(`${option}: ${file} is to be written twice in this run. Name another file.`);
    seen.add(file);
    let text: string | undefined;
    try {
      text = await world.readText(file);
    } catch (error) {
      throw new UserFault(`${option}: ${file} cannot be written: ${messageOf(error)}`);
    }
    if (text === undefined) await checkFolder(option, file, world);
    if (text === undefined || text.trim() === "" || OURS[kind].test(text)) continue;
    const what = kind === "recording" || kind === "badge" ? kind : `${kind} report`;
    throw new UserFault(
      `${option}: ${file} exists and is no ${what}; it is left alone. Name another file, or remove it.`,
    );
  }
}

/** A run may take minutes; that its file has no place is better known before. A folder cannot be read, and so is there. */
async function checkFolder(option: string, file: string, world: World): Promise<void> {
  const end = Math.max(file.lastIndexOf("/"), world.windows ? file.lastIndexOf("\\") : -1);
  if (end <= 0) return;
  const folder = file.slice(0, end);
  const found = await world.readText(folder).catch(() => "a folder");
  if (found === undefined) {
    throw new UserFault(`${option}: ${file} cannot be written: there is no folder ${folder}. Make it first.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Prints and writes a finished report. Resolves with the exit code. @throws UserFault if a file cannot be written. */
export async function finish(report: Report, outputs: Outputs, argv: Argv, world: World): Promise<number> {
  await world.stdout.write(await print(report, outputs.format, lookFor(world.stdout, argv, world)));
  for (const { format, file } of outputs.reports) {
    await writeFile("--report", file, await print(report, format, fileLook(outputs.verbose)), world);
  }
  if (outputs.output !== undefined) await writeBadge(report, outputs.output, world);
  const judgement = judgeGates(report, outputs);
  for (const reason of judgement.reasons) await world.stderr.write(`mcp-compliance: ${reason}\n`);
  return judgement.code;
}

/** A badge stands for a server that was tested; a run that saw nothing leaves the one that is there. */
async function writeBadge(report: Report, file: string, world: World): Promise<void> {
  if (report.reached && report.tests.some((test) => test.outcome !== "skip")) {
    const { badgeSvg } = await import("../report/badge.ts");
    await writeFile("--output", file, badgeSvg(report), world);
    return;
  }
  await world.stderr.write(`mcp-compliance: no badge was written: this run says nothing about the server.\n`);
}

export async function writeFile(option: string, file: string, text: string, world: World): Promise<void> {
  try {
    await world.writeText(file, text);
  } catch (error) {
    throw new UserFault(`${option}: ${file} could not be written: ${messageOf(error)}`);
  }
}
