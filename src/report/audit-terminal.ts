import type { Audit, AuditLine, AuditVerdict } from "../model/audit.ts";
import { cut } from "../model/cut.ts";
import { disarmLines } from "./escape.ts";
import { type Paint, pad, wrapText } from "./layout.ts";
import type { Look } from "./terminal.ts";
import { failureBlock, type Page, pageOf } from "./terminal-failure.ts";

const WORDS: { readonly [V in AuditVerdict]: string } = {
  pass: "PASS",
  defect: "DEFECT",
  gap: "GAP",
  inconclusive: "INCONCLUSIVE",
  none: "-",
};
/** Characters of one text, whatever a server put into it. */
const LONGEST = 1_000;

/** The audit for people, on a terminal. Ends in a newline; nothing that a server said acts on the terminal. */
export function terminalAudit(audit: Audit, look: Look): string {
  const page = pageOf(look);
  const sections: readonly (readonly string[])[] = [
    head(audit, page),
    audit.warnings.flatMap((text) => marked(page, text, page.paint.yellow)),
    table(audit, page),
    ...audit.lines.filter((line) => line.verdict === "defect").map((line) => defect(line, page)),
    ...reasons(audit, page, "inconclusive", "Inconclusive: nothing follows from it, neither a pass nor a defect."),
    ...reasons(audit, page, "gap", "Version gaps: these rules fail nothing. They are for when the server moves on."),
    ...reasons(audit, page, "none", "Nothing to ask of this server:"),
    ...reasons(audit, page, "pass", look.verbose ? "Passed:" : "Passed, with a remark:"),
    // One line, however narrow the terminal: programs look for it.
    [`  ${page.paint.bold(toneOf(audit, page.paint)(page.safe(audit.summary)))}`],
  ];
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join("\n"));
  return disarmLines(`\n${text.join("\n\n")}\n`);
}

function head(audit: Audit, page: Page): readonly string[] {
  const name = [audit.server.name, audit.server.version].filter((part) => part !== null).join(" ");
  const rows: readonly (readonly [string, string])[] = [
    ["Audit", audit.url],
    ["Rules", `${audit.lines.length} of revision ${audit.audited}; requests that only read`],
    ["Server", name],
    ["Speaks", spoken(audit)],
  ];
  return rows
    .filter(([, text]) => text !== "")
    .flatMap(([label, text], at) =>
      wrapText(page.safe(cut(text, LONGEST)), page.width - 12).map(
        (line, row) =>
          `  ${page.paint.dim(pad(row === 0 ? label : "", 10))}${at === 0 && row === 0 ? page.paint.bold(line) : line}`,
      ),
    );
}

function spoken({ era, audited }: Audit): string {
  switch (era.kind) {
    case "modern": {
      const more = era.dual === true ? ", and earlier revisions (it answers initialize)" : "";
      return `${audited} (it answers server/discover)${more}`;
    }
    case "legacy":
      return era.revision === undefined
        ? "an earlier revision: it has no server/discover, and agrees on initialize to any version that it is asked for"
        : `${era.revision} (it has no server/discover, and answers initialize)`;
    case "claimed":
      return `${era.revision}, as it says on initialize; but it has no server/discover`;
    case "unknown":
      return "could not be seen";
  }
}

function table(audit: Audit, page: Page): readonly string[] {
  const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length)) + 2;
  const word = widest(audit.lines.map((line) => WORDS[line.verdict]));
  const name = widest(audit.lines.map((line) => line.id));
  const level = widest(audit.lines.map((line) => line.level));
  const room = page.width - 2 - word - name - level;
  return audit.lines.flatMap((line) => {
    const colour = colourOf(line.verdict, page.paint);
    const force = room < 0 ? "" : page.paint.dim(pad(line.level, level));
    const start = `  ${colour(pad(WORDS[line.verdict], word))}${pad(line.id, name)}${force}`;
    // Where there is no room the name says enough.
    const title = room < 20 ? [""] : wrapText(line.title, room);
    return title.map((text, at) =>
      at === 0 ? start + page.paint.dim(text) : " ".repeat(page.width - room) + page.paint.dim(text),
    );
  });
}

function defect(line: AuditLine, page: Page): readonly string[] {
  const colour = isShould(line) ? page.paint.yellow : page.paint.red;
  const title = `  ${colour(page.paint.bold(`DEFECT  ${line.id}`))}  ${page.paint.dim(line.level)}`;
  return [
    title,
    ...line.results.filter((one) => one.outcome === "fail").flatMap((one) => failureBlock(page, one, colour)),
  ];
}

/** Lines of one verdict by their reason; with `verbose` each with its clauses and what to do. */
function reasons(audit: Audit, page: Page, verdict: AuditVerdict, title: string): readonly (readonly string[])[] {
  const all = audit.lines.filter((line) => line.verdict === verdict);
  // Of a plain pass there is nothing to say.
  const lines = verdict === "pass" && !page.verbose ? all.filter((line) => line.details !== "") : all;
  if (lines.length === 0) return [];
  const { paint } = page;
  const byReason = new Map<string, AuditLine[]>();
  for (const line of lines) byReason.set(line.details, [...(byReason.get(line.details) ?? []), line]);
  const colour = colourOf(verdict, paint);
  const out = [...marked(page, title, colour)];
  for (const [reason, own] of byReason) {
    for (const text of indented(page, reason, 4)) out.push(text);
    if (!page.verbose) {
      const shift = reason === "" ? 4 : 6;
      for (const text of indented(page, own.map((line) => line.id).join(", "), shift)) out.push(paint.dim(text));
      continue;
    }
    for (const line of own) {
      out.push(`      ${line.id}  ${paint.dim(line.level)}`);
      for (const clause of line.clauses) out.push(...labelled(page, "spec", clause));
      for (const fix of line.fixes) out.push(...labelled(page, "fix", fix));
    }
  }
  return [out];
}

function labelled(page: Page, label: string, text: string): readonly string[] {
  return wrapText(page.safe(cut(text, LONGEST)), page.width - 14).map(
    (line, at) => `        ${page.paint.dim(pad(at === 0 ? label : "", 6))}${line}`,
  );
}

function indented(page: Page, text: string, by: number): readonly string[] {
  if (text === "") return [];
  return wrapText(page.safe(cut(text, LONGEST)), page.width - by).map((line) => " ".repeat(by) + line);
}

function marked(page: Page, text: string, colour: (text: string) => string): readonly string[] {
  return wrapText(page.safe(cut(text, LONGEST)), page.width - 4).map(
    (line, at) => `  ${colour(at === 0 ? "! " : "  ")}${colour(line)}`,
  );
}

function colourOf(verdict: AuditVerdict, paint: Paint): (text: string) => string {
  const colours = {
    pass: paint.green,
    defect: paint.red,
    gap: paint.cyan,
    inconclusive: paint.yellow,
    none: paint.dim,
  };
  return colours[verdict];
}

function toneOf(audit: Audit, paint: Paint): (text: string) => string {
  if (audit.conclusion === "conformant") return paint.green;
  return audit.conclusion === "defects" && audit.counts.shoulds < audit.counts.violations ? paint.red : paint.yellow;
}

function isShould(line: AuditLine): boolean {
  return line.level === "SHOULD" || line.level === "SHOULD NOT";
}
