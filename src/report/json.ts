import { cut } from "../model/cut.ts";
import type {
  BaselineOutcome,
  Basis,
  Category,
  Grade,
  JsonObject,
  Level,
  Outcome,
  Report,
  Revision,
} from "../model/mod.ts";
import { badge } from "./badge.ts";
import { escapeJson } from "./escape.ts";
import { type BriefExchange, brief } from "./exchange.ts";
import { detailsOf } from "./words.ts";

/** Version of this shape: a rename, a removal or a change of type raises it. */
export const SCHEMA_VERSION = "1";

/** The published JSON of a report: a shape of its own, so that the inside may change without breaking readers. */
export interface JsonReport {
  readonly schemaVersion: "1";
  readonly specVersion: Revision;
  readonly toolVersion: string;
  readonly url: string;
  readonly timestamp: string;
  readonly grade: Grade;
  /** 0 to 100. */
  readonly score: number;
  readonly overall: Report["overall"];
  readonly summary: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly required: number;
    readonly requiredPassed: number;
    readonly skipped: number;
  };
  readonly categories: Report["categories"];
  readonly tests: readonly JsonTest[];
  readonly warnings: readonly string[];
  readonly serverInfo: Report["serverInfo"];
  readonly toolCount: number;
  readonly toolNames: readonly string[];
  readonly resourceCount: number;
  readonly resourceNames: readonly string[];
  readonly promptCount: number;
  readonly promptNames: readonly string[];
  readonly badge: { readonly image: string; readonly markdown: string };
  /** What the run says about a list of known failures; absent where there is none. */
  readonly baseline?: JsonBaseline;
}

export interface JsonBaseline {
  readonly file: string;
  readonly known: readonly { readonly id: string; readonly outcome: string; readonly reason: string }[];
  readonly new: readonly { readonly id: string; readonly outcome: string; readonly required: boolean }[];
  readonly stale: readonly { readonly id: string; readonly why: string }[];
  readonly unseen: readonly { readonly id: string; readonly why?: string }[];
  readonly updated?: { readonly added: number; readonly removed: number };
}

export interface JsonTest {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  readonly required: boolean;
  /** True for a pass and for a skip; false for a fail and for what was not evaluable. */
  readonly passed: boolean;
  /** True where nothing was measured because nothing was asked of the server; absent otherwise. */
  readonly skipped?: true;
  readonly outcome: Outcome;
  readonly details: string;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly specRef: string;
  readonly basis: Basis;
  readonly level: Level;
  readonly clauses: readonly string[];
  readonly findings: readonly JsonFinding[];
  readonly fix: string;
}

export interface JsonFinding {
  readonly message: string;
  readonly basis?: Basis;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON pointer into the message that came back. */
  readonly pointer?: string;
  /** Absent only when the report was made without its evidence. */
  readonly exchange?: BriefExchange;
}

/** The report as a value of the published shape. */
export function toJson(report: Report): JsonReport {
  const { summary, serverInfo } = report;
  return {
    schemaVersion: SCHEMA_VERSION,
    specVersion: report.specVersion,
    toolVersion: cut(report.toolVersion, 100),
    url: cut(report.url),
    timestamp: report.timestamp,
    grade: report.grade,
    score: report.score,
    overall: report.overall,
    summary: {
      total: summary.total,
      passed: summary.passed,
      failed: summary.failed,
      required: summary.required,
      requiredPassed: summary.requiredPassed,
      skipped: summary.skipped,
    },
    categories: report.categories,
    tests: report.tests.map((test) => toJsonTest(test, report.specVersion)),
    warnings: report.warnings.map((warning) => cut(warning)),
    serverInfo: {
      protocolVersion: cutName(serverInfo.protocolVersion),
      name: cutName(serverInfo.name),
      version: cutName(serverInfo.version),
      capabilities: shortCapabilities(serverInfo.capabilities),
    },
    toolCount: report.toolNames.length,
    toolNames: report.toolNames.map(cutName),
    resourceCount: report.resourceNames.length,
    resourceNames: report.resourceNames.map(cutName),
    promptCount: report.promptNames.length,
    promptNames: report.promptNames.map(cutName),
    badge: badge(),
    ...(report.baseline === undefined ? {} : { baseline: toBaseline(report.baseline) }),
  };
}

function toBaseline({ file, known, fresh, stale, unseen, updated }: BaselineOutcome): JsonBaseline {
  return { file, known, new: fresh, stale, unseen, ...(updated === undefined ? {} : { updated }) };
}

/** Characters of one name. */
const NAME = 1_000;

function cutName<T extends string | null>(name: T): T {
  return (name === null ? null : cut(name, NAME)) as T;
}

/** Characters of all capabilities, and members of them that are named where there are more. */
const CAPABILITIES = 65_536;
const MEMBERS = 100;

/** What a server declares is told whole, unless it is no declaration any more; then its members are named. */
function shortCapabilities(all: JsonObject): JsonObject {
  if (JSON.stringify(all).length <= CAPABILITIES) return all;
  const names = Object.keys(all).slice(0, MEMBERS);
  return Object.fromEntries(names.map((name) => [cut(name, NAME), {}]));
}

/** Findings of one check whose exchanges are told at length. The more there are, the less is told of each. */
const AT_LENGTH = 10;
const LONG = 4_000;
const SHORT = 200;

/** One check in its published shape. */
export function toJsonTest(test: Report["tests"][number], specVersion: Revision): JsonTest {
  const many = test.findings.length > AT_LENGTH;
  const limit = many ? Math.max(SHORT, Math.floor((AT_LENGTH * LONG) / test.findings.length)) : LONG;
  return {
    id: test.id,
    name: test.title,
    category: test.category,
    required: test.required,
    passed: test.outcome === "pass" || test.outcome === "skip",
    ...(test.outcome === "skip" ? { skipped: true } : {}),
    outcome: test.outcome,
    details: cut(detailsOf(test)),
    durationMs: test.durationMs,
    specRef: test.clauses[0] ?? `https://modelcontextprotocol.io/specification/${specVersion}`,
    basis: test.basis,
    level: test.level,
    clauses: test.clauses,
    findings: test.findings.map((finding) => {
      const exchange = test.evidence.find((one) => one.id === finding.at.exchange);
      return {
        message: cut(finding.message, limit),
        ...(finding.basis === undefined ? {} : { basis: finding.basis }),
        ...(finding.expected === undefined ? {} : { expected: cut(finding.expected, limit) }),
        ...(finding.actual === undefined ? {} : { actual: cut(finding.actual, limit) }),
        ...(finding.at.pointer === undefined ? {} : { pointer: cut(finding.at.pointer, limit) }),
        ...(exchange === undefined ? {} : { exchange: brief(exchange, limit) }),
      };
    }),
    fix: test.fix,
  };
}

/** The report as text: indented, with what could act on a terminal written as escapes. */
export function jsonReport(report: Report): string {
  return `${escapeJson(JSON.stringify(toJson(report), null, 2))}\n`;
}
