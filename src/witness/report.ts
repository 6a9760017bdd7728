import type { Exchange } from "../model/exchange.ts";
import type { Json } from "../model/json.ts";
import type { Report, TestResult } from "../model/report.ts";
import type { Revision, TransportKind } from "../model/revision.ts";
import { escapeJson, escapeMarkdown } from "../report/escape.ts";
import type { Paint } from "../report/layout.ts";
import type { Client } from "./clients.ts";
import { textIn } from "./ledger.ts";
import { findingLines, safe } from "./lines.ts";
import { judgeClient } from "./verdicts.ts";

/** What is known about all clients of a server, ready to print. Names and messages are still raw. */
export interface ClientReport {
  readonly toolVersion: string;
  readonly transport: TransportKind;
  readonly serves: Revision | "dual";
  readonly timestamp: string;
  readonly messages: number;
  /** Messages that were not kept, and so not judged. */
  readonly unjudged: number;
  readonly clients: readonly { readonly client: Client; readonly report: Report }[];
}

export function clientReport(about: Omit<ClientReport, "clients">, clients: readonly Client[]): ClientReport {
  return { ...about, clients: clients.map((client) => ({ client, report: judgeClient(client) })) };
}

/** True when a client broke a MUST. */
export function isBroken(report: ClientReport): boolean {
  return report.clients.some((one) => one.report.tests.some((test) => test.required && test.outcome === "fail"));
}

export const REPORT_FORMATS = ["json", "text", "markdown"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const MEDIA: { readonly [F in ReportFormat]: string } = {
  json: "application/json; charset=utf-8",
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
};

const plain = (text: string): string => text;
const UNPAINTED = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain } as unknown as Paint;

export function printClientReport(report: ClientReport, format: ReportFormat): string {
  if (format === "json") return `${escapeJson(JSON.stringify(asJson(report), null, 2))}\n`;
  return format === "text" ? asText(report, UNPAINTED) : asMarkdown(report);
}

function counts(report: Report) {
  const count = (outcome: TestResult["outcome"]) => report.tests.filter((one) => one.outcome === outcome).length;
  return { passed: count("pass"), failed: count("fail"), skipped: count("skip"), unknown: count("unknown") };
}

function messagesOf(client: Client): number {
  return client.recording.runs.reduce(
    (sum, run) => sum + run.exchanges.filter((one) => one.sent !== undefined).length,
    0,
  );
}

function asJson(report: ClientReport): Json {
  const { clients, ...about } = report;
  return {
    schemaVersion: "1",
    ...about,
    clients: clients.map(({ client, report: judged }) => ({
      name: client.name,
      version: client.version,
      specVersion: client.revision,
      protocolVersion: client.negotiated ?? (client.revision === "2026-07-28" ? client.revision : null),
      conversations: client.recording.runs.length,
      messages: messagesOf(client),
      summary: counts(judged),
      tests: judged.tests.map(testJson),
    })),
  };
}

function testJson(test: TestResult): Json {
  const { id, title, category, required, outcome, basis, level, details, findings, fix, why, clauses } = test;
  return {
    id,
    title,
    category,
    required,
    outcome,
    basis,
    level,
    details,
    findings: findings.map(({ message, at, expected, actual }) => ({
      message,
      exchange: at.exchange,
      ...(at.pointer === undefined ? {} : { pointer: at.pointer }),
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    })),
    evidence: test.evidence.map(evidenceJson),
    why,
    fix,
    clauses: [...clauses],
  };
}

/** As much of a message as a report holds, in characters. */
const LONGEST_TEXT = 2000;

/** The message that a finding points at, without its secrets. */
function evidenceJson({ id, label, sent, frames }: Exchange): Json {
  const head = frames.find((one) => one.kind === "head");
  const text = sent === undefined ? "" : textIn(sent);
  return {
    exchange: id,
    label,
    ...(sent?.kind === "http" ? { method: sent.method, headers: sent.headers.map((one) => [...one]) } : {}),
    text: text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`,
    ...(head?.kind === "head" ? { status: head.status } : {}),
  };
}

/** As many findings of one rule are shown; the rest is counted. JSON has all that were kept. */
const SHOWN = 3;

export function asText(report: ClientReport, paint: Paint): string {
  const lines: string[] = [];
  if (report.clients.length === 0) lines.push("No client has spoken.");
  for (const { client, report: judged } of report.clients) {
    const { passed, failed, skipped, unknown } = counts(judged);
    const verdict = failed === 0 ? paint.green("nothing wrong") : paint.red(`${failed} failed`);
    lines.push(
      `${paint.bold(nameOf(client))}, ${versionOf(client)}, ${messagesOf(client)} messages: ${verdict}, ${passed} passed, ` +
        `${skipped} not asked for${unknown === 0 ? "" : `, ${unknown} not evaluable`}`,
    );
    for (const test of judged.tests) {
      if (test.outcome === "unknown") lines.push(`  ${paint.yellow("?")} ${test.id}: ${safe(test.details, 300)}`);
      if (test.outcome !== "fail") continue;
      test.findings.slice(0, SHOWN).forEach((one, index) => {
        lines.push(...findingLines(test, one, undefined, paint, index === 0));
      });
      if (test.findings.length > SHOWN)
        lines.push(paint.dim(`      and ${test.findings.length - SHOWN} more of this kind`));
    }
  }
  if (report.unjudged > 0)
    lines.push(`${report.unjudged} more messages were served and not judged: there were too many to keep.`);
  return `${lines.join("\n")}\n`;
}

function nameOf(client: Client): string {
  return safe(client.recording.target.name, 80);
}

function versionOf(client: Client): string {
  return client.negotiated === undefined || client.negotiated === client.revision
    ? client.revision
    : `${safe(client.negotiated, 20)} (judged as ${client.revision})`;
}

function asMarkdown(report: ClientReport): string {
  const lines: string[] = ["# Clients", ""];
  if (report.clients.length === 0) lines.push("No client has spoken.", "");
  for (const { client, report: judged } of report.clients) {
    const { passed, failed, skipped, unknown } = counts(judged);
    lines.push(`## ${escapeMarkdown(client.recording.target.name.slice(0, 80))}`, "");
    lines.push(
      `${client.revision}, ${messagesOf(client)} messages: ${failed} failed, ${passed} passed, ${skipped} not asked for, ${unknown} not evaluable.`,
      "",
    );
    const bad = judged.tests.filter((one) => one.outcome === "fail" || one.outcome === "unknown");
    if (bad.length === 0) continue;
    lines.push("| | Rule | What | Fix |", "|---|---|---|---|");
    for (const test of bad) {
      const verdict = test.outcome === "fail" ? test.level : "not evaluable";
      lines.push(
        `| ${verdict} | [${test.id}](${test.clauses[0] ?? ""}) | ${escapeMarkdown(test.details.slice(0, 300))} | ${escapeMarkdown(test.fix)} |`,
      );
    }
    lines.push("");
  }
  return `${lines.join("\n")}\n`;
}
