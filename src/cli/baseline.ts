import { compareBaseline, type Known, updateBaseline } from "../engine/baseline.ts";
import type { BaselineEntry } from "../model/baseline.ts";
import { isObject, type JsonObject, REVISIONS, type Report, UserFault } from "../model/mod.ts";
import { escapeJson } from "../report/escape.ts";
import { described, members, membersSchema, oneOf, text, wrong } from "./config-shape.ts";
import { parseJson } from "./jsonc.ts";
import type { OutputFile } from "./output.ts";
import { schemaLine } from "./schema-file.ts";
import type { Suite } from "./suite-port.ts";
import type { World } from "./world.ts";

export const BASELINE_FORMAT = "mcp-compliance-baseline/1";

const ENTRY = {
  id: described("The check's id.", text),
  revision: described("The revision whose check it is.", oneOf(REVISIONS)),
  transport: described("Only over this transport; absent: over either.", oneOf(["http", "stdio"])),
  reason: described("Why the failure is accepted for now.", text),
};

/** The published JSON Schema (draft 2020-12) of the list of known failures. */
export const BASELINE_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "mcp-compliance known failures, format 1",
  type: "object",
  properties: {
    $schema: { type: "string" },
    format: { const: BASELINE_FORMAT },
    failures: { type: "array", items: membersSchema(ENTRY, ["id", "revision", "reason"]) },
  },
  required: ["format", "failures"],
  additionalProperties: false,
};

/** A list of known failures that was read, or is to be made. */
export interface Opened {
  readonly file: string;
  readonly schema: string | undefined;
  readonly entries: readonly BaselineEntry[];
  readonly update: boolean;
}

/** Reads the list before anything is run. @throws UserFault if it is not there, is none, or holds a mistake. */
export async function openBaseline(
  file: string | undefined,
  update: boolean,
  world: World,
): Promise<Opened | undefined> {
  if (file === undefined) {
    if (!update) return undefined;
    throw new UserFault("--update-baseline: which file? Name it: --baseline known-failures.json --update-baseline.");
  }
  let content: string | undefined;
  try {
    content = await world.readText(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFault(`--baseline: ${file} could not be read: ${why}`);
  }
  if (content !== undefined && content.trim() !== "") return { file, update, ...parseBaseline(file, content) };
  if (!update) {
    const what = content === undefined ? `there is no file ${file}` : `${file} is empty`;
    throw new UserFault(`--baseline: ${what}. Make the list of what fails today with --update-baseline.`);
  }
  return { file, update, schema: await schemaLine("baseline.v1.json", file, world), entries: [] };
}

/** @throws UserFault naming the place, what was expected and what stands there. */
export function parseBaseline(file: string, content: string): Pick<Opened, "schema" | "entries"> {
  const value = parseJson(file, content);
  if (!isObject(value) || typeof value["format"] !== "string") {
    const report = isObject(value) && "schemaVersion" in value ? " It is a report." : "";
    throw new UserFault(
      `${file} is no list of known failures: it has no "format": "${BASELINE_FORMAT}".${report} It is left alone.`,
    );
  }
  if (value["format"] !== BASELINE_FORMAT) {
    throw new UserFault(`${file} is of the format "${value["format"]}"; this version reads "${BASELINE_FORMAT}".`);
  }
  const { $schema: schema, format: _, ...rest } = value;
  if (schema !== undefined && typeof schema !== "string") throw wrong(`${file}: $schema`, "a text", schema);
  const { failures } = members(file, ": ", rest, { failures: { schema: {}, read: readEntries } });
  if (failures === undefined)
    throw new UserFault(`${file}: "failures" is missing. Expected an array, which may be empty.`);
  return { schema, entries: failures };
}

function readEntries(at: string, value: unknown): readonly BaselineEntry[] {
  if (!Array.isArray(value)) throw wrong(at, "an array", value);
  const entries = value.map((one, index) => readEntry(`${at}[${index}]`, one));
  for (const [index, entry] of entries.entries()) {
    const first = entries.findIndex((other) => sameCheck(entry, other));
    if (first === index) continue;
    throw new UserFault(
      `${at}[${index}]: ${entry.id} of ${entry.revision} is listed twice (also at ${first}). Keep one.`,
    );
  }
  return entries;
}

/** Both speak of one check, at least over one transport. */
function sameCheck(one: BaselineEntry, other: BaselineEntry): boolean {
  const apart = one.transport !== undefined && other.transport !== undefined && one.transport !== other.transport;
  return one.id === other.id && one.revision === other.revision && !apart;
}

function readEntry(at: string, value: unknown): BaselineEntry {
  const { id, revision, transport, reason } = members(at, ".", value, ENTRY);
  for (const [key, one] of Object.entries({ id, revision, reason })) {
    if (one === undefined) throw new UserFault(`${at}: "${key}" is missing. An entry has id, revision and reason.`);
  }
  const entry = { id: id ?? "", revision: revision ?? REVISIONS[0] ?? "2025-11-25", reason: reason ?? "" };
  return transport === undefined ? entry : { ...entry, transport };
}

/**
 * The report with what it says about the known failures, and the file to write. A server that never answered, and a
 * run that measured nothing, say nothing about them, and change no list.
 */
export function applyBaseline(
  report: Report,
  opened: Opened | undefined,
  suite: Pick<Suite, "catalogue">,
): { readonly report: Report; readonly files: readonly OutputFile[] } {
  const measured = report.tests.some((test) => test.outcome !== "skip");
  if (opened === undefined || !report.reached || !measured) return { report, files: [] };
  const known: Known = (revision) => suite.catalogue(revision).map((one) => one.id);
  const { file } = opened;
  if (!opened.update) {
    return { report: { ...report, baseline: compareBaseline(file, opened.entries, report, known) }, files: [] };
  }
  const { entries, added, removed } = updateBaseline(opened.entries, report, known);
  const outcome = { ...compareBaseline(file, entries, report, known), updated: { added, removed } };
  const content = baselineText(opened.schema, entries);
  return {
    report: { ...report, baseline: outcome },
    files: [{ option: "--update-baseline", file, text: () => content }],
  };
}

export function baselineText(schema: string | undefined, entries: readonly BaselineEntry[]): string {
  const failures = entries.map(({ id, revision, transport, reason }) => ({ id, revision, transport, reason }));
  const value = { $schema: schema, format: BASELINE_FORMAT, failures };
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}
