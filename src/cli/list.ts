import { REVISIONS, type Revision, type TransportKind } from "../model/mod.ts";
import { pad, paintWith, wrapText } from "../report/layout.ts";
import { count } from "../report/words.ts";
import type { Format, Look } from "./formats.ts";
import type { CatalogueEntry, Profile, Suite } from "./suite-port.ts";

export interface ListOptions {
  readonly specVersion: "auto" | Revision;
  /** Undefined: checks of both. */
  readonly transport: TransportKind | undefined;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly profile: Profile;
}

interface Section {
  readonly specVersion: Revision;
  readonly tests: readonly CatalogueEntry[];
  readonly warnings: readonly string[];
}

/** The checks that would run, one section for each catalogue. */
export function listChecks(suite: Suite, options: ListOptions): readonly Section[] {
  const revisions = options.specVersion === "auto" ? REVISIONS : [options.specVersion];
  return revisions.map((specVersion) => {
    const transports: readonly TransportKind[] =
      options.transport === undefined ? ["http", "stdio"] : [options.transport];
    const picks = transports.map((one) =>
      suite.selectRules(specVersion, one, options.only, options.skip, options.profile),
    );
    const ids = new Set(picks.flatMap((pick) => pick.selected.map((rule) => rule.id)));
    const [first, ...others] = picks;
    // A value that matches nothing on one transport only is no mistake while both are listed.
    const warnings = (first?.warnings ?? []).filter((one) => others.every((pick) => pick.warnings.includes(one)));
    return { specVersion, tests: suite.catalogue(specVersion).filter((one) => ids.has(one.id)), warnings };
  });
}

/** What the warnings of a run say in a list, which runs nothing and shows the ids. */
export function listWarnings(warnings: readonly string[]): readonly string[] {
  return warnings
    .filter((one) => !one.startsWith("No tests ran"))
    .map((one) => one.replace(/ --list shows the ids\.$/, " Without --only and --skip all are listed."));
}

export function printList(sections: readonly Section[], options: ListOptions, format: Format, look: Look): string {
  if (format === "json") {
    const catalogues = sections.map((one) => ({ ...one, transport: options.transport ?? null }));
    return `${JSON.stringify({ schemaVersion: "1", profile: options.profile, catalogues }, null, 2)}\n`;
  }
  return `${sections.map((section) => printSection(section, options, look)).join("\n")}`;
}

function printSection(section: Section, options: ListOptions, look: Look): string {
  const paint = paintWith(look.color);
  const { tests } = section;
  const over = options.transport === undefined ? "" : ` over ${options.transport}`;
  const lines = [paint.bold(`MCP ${section.specVersion}${over}: ${count(tests.length, "check")}`)];
  const column = Math.max(0, ...tests.map((one) => one.id.length)) + 2;
  let category = "";
  for (const one of tests) {
    if (one.category !== category) {
      category = one.category;
      const inside = tests.filter((other) => other.category === category).length;
      lines.push("", `${paint.bold(category)} ${paint.dim(`(${inside})`)}`);
    }
    const mark = one.required === false ? " " : one.required === true ? "*" : "+";
    const where = options.transport === undefined && one.transports.length === 1 ? ` (${one.transports[0]} only)` : "";
    const title = wrapText(one.title + where, Math.max(20, look.width - column - 4));
    lines.push(`  ${paint.yellow(mark)} ${paint.cyan(pad(one.id, column))}${title[0] ?? ""}`);
    lines.push(...title.slice(1).map((line) => " ".repeat(column + 4) + line));
  }
  if (tests.length === 0) lines.push("", "No tests would run -- check --only/--skip.");
  else lines.push("", paint.dim("* required   + required if the server declares the capability"));
  for (const warning of listWarnings(section.warnings)) {
    lines.push(...wrapText(`Warning: ${warning}`, look.width).map((line) => paint.yellow(line)));
  }
  return `${lines.join("\n")}\n`;
}
