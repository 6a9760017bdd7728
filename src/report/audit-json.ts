import type { Audit, AuditLine } from "../model/audit.ts";
import { cut } from "../model/cut.ts";
import { escapeJson } from "./escape.ts";
import { type BriefExchange, brief } from "./exchange.ts";

/** Version of this shape: a rename, a removal or a change of type raises it. */
const SCHEMA_VERSION = "1";

/** The published JSON of an audit (schemas/audit.v1.json): a shape of its own, so that the inside may change without breaking readers. */
export interface JsonAudit {
  readonly schemaVersion: "1";
  readonly kind: "audit";
  readonly toolVersion: string;
  readonly url: string;
  readonly timestamp: string;
  /** The revision whose rules were audited. */
  readonly specVersion: string;
  readonly server: {
    readonly name: string | null;
    readonly version: string | null;
    /** modern: server/discover; dual: and initialize; legacy: initialize alone; claimed: it says so, and is not; unknown. */
    readonly era: "modern" | "dual" | "legacy" | "claimed" | "unknown";
    /** The revision that it speaks; null where that is not known. */
    readonly speaks: string | null;
  };
  readonly conclusion: Audit["conclusion"];
  readonly exitCode: 0 | 1 | 3;
  readonly summary: string;
  readonly counts: Audit["counts"];
  readonly rules: readonly JsonAuditLine[];
  readonly warnings: readonly string[];
}

export interface JsonAuditLine {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  /** none: the rule asks nothing of this server. */
  readonly verdict: AuditLine["verdict"];
  readonly details: string;
  readonly clauses: readonly string[];
  readonly fixes: readonly string[];
  /** The rules of the catalogue behind it, those judged first. */
  readonly checks: readonly { readonly id: string; readonly outcome: string; readonly details: string }[];
  readonly findings: readonly {
    readonly check: string;
    readonly message: string;
    readonly expected?: string;
    readonly actual?: string;
    readonly exchange?: BriefExchange;
  }[];
}

/** Characters of one text. */
const LONG = 4_000;

export function toJsonAudit(audit: Audit): JsonAudit {
  const { server, era } = audit;
  return {
    schemaVersion: SCHEMA_VERSION,
    kind: "audit",
    toolVersion: audit.toolVersion,
    url: cut(audit.url),
    timestamp: audit.timestamp,
    specVersion: audit.audited,
    server: {
      name: server.name,
      version: server.version,
      era: era.kind === "modern" && era.dual === true ? "dual" : era.kind,
      speaks: era.kind === "modern" ? audit.audited : era.kind === "unknown" ? null : (era.revision ?? null),
    },
    conclusion: audit.conclusion,
    exitCode: audit.exitCode,
    summary: audit.summary,
    counts: audit.counts,
    rules: audit.lines.map(toLine),
    warnings: audit.warnings.map((one) => cut(one)),
  };
}

function toLine(line: AuditLine): JsonAuditLine {
  const { id, title, level, verdict, clauses, fixes, results, gaps } = line;
  return {
    id,
    title,
    level,
    verdict,
    details: cut(line.details),
    clauses,
    fixes,
    checks: [
      ...results.map((one) => ({ id: one.id, outcome: one.outcome, details: cut(one.details) })),
      ...gaps.map((one) => ({ id: one, outcome: "gap", details: cut(line.details) })),
    ],
    findings: results.flatMap((result) =>
      result.findings.map((finding) => {
        const exchange = result.evidence.find((one) => one.id === finding.at.exchange);
        return {
          check: result.id,
          message: cut(finding.message, LONG),
          ...(finding.expected === undefined ? {} : { expected: cut(finding.expected, LONG) }),
          ...(finding.actual === undefined ? {} : { actual: cut(finding.actual, LONG) }),
          ...(exchange === undefined ? {} : { exchange: brief(exchange, LONG) }),
        };
      }),
    ),
  };
}

/** The audit as text: indented, with what could act on a terminal written as escapes. */
export function jsonAudit(audit: Audit): string {
  return `${escapeJson(JSON.stringify(toJsonAudit(audit), null, 2))}\n`;
}
