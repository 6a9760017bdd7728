import { linkTo } from "./engine/assess.ts";
import { auditOf } from "./engine/audit.ts";
import { categoriesOf, gradeOf, overallOf, scoreOf, summarize } from "./engine/grade.ts";
import { losingPatience } from "./engine/patience.ts";
import { initializeClaim } from "./facts/claim.ts";
import { era } from "./facts/era.ts";
import { UNKNOWN_VERSION, unknownVersion } from "./facts/lifecycle.ts";
import { discoverExchange, discoverResult, negotiated } from "./facts/session.ts";
import { AUDIT_ALIASES, rulesOf } from "./model/aliases.ts";
import type { Audit, AuditEra } from "./model/audit.ts";
import { isObject } from "./model/json.ts";
import type { Recording } from "./model/recording.ts";
import type { Report, TestResult } from "./model/report.ts";
import type { Revision } from "./model/revision.ts";
import { finding, judged, type Rule } from "./model/rule.ts";
import type { HttpTarget } from "./model/target.ts";
import { replyOf } from "./protocol/answer.ts";
import { RULES } from "./rules/mod.ts";
import { type Edge, runSuite } from "./suite.ts";

const AUDITED: Revision = "2026-07-28";
/** The first revision with this transport: the least that a server speaks which does not say what it speaks. */
const FIRST_OVER_HTTP = "2025-03-26";
/** UnsupportedProtocolVersionError. */
const UNSUPPORTED = -32022;
/** By this rule it is seen whether a server agrees to any version: then its word for one is an echo. */
const ECHO = "lifecycle-version-negotiate";
/** The rule behind no-initialize. */
const INITIALIZE = "lifecycle-dual-era";

export interface AuditOptions {
  /** The endpoint. Whether it may be asked at all is for the caller to know (see protocol/permission.ts). */
  readonly target: HttpTarget;
  /** Milliseconds for each request; 15000. */
  readonly timeoutMs?: number;
  /** Conversations at the same time; 8. The verdicts do not depend on it. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  onStatus?(line: string): void;
  /** Once, when the era is known: how many rules of the catalogue will be judged. */
  onPlan?(plan: { readonly revision: Revision; readonly checks: number }): void;
  onTestComplete?(result: TestResult): void;
}

export interface Audited {
  readonly audit: Audit;
  /** The same results as a report of the rules behind the audit, for every format that prints reports. */
  readonly report: Report;
  readonly recording: Recording;
}

/**
 * Audits an endpoint: the eleven rules of AUDIT_ALIASES, by requests that only read (a plan that holds anything else is
 * refused). Nothing that the server does makes it reject; `audit.exitCode` is 0 (conformant), 1 (a defect) or 3 (could not
 * be judged), `audit.summary` the last line ("11 probes, 0 violations, 0 inconclusive -- CONFORMANT").
 *
 * A server that audits itself gives its own bound address, never one that a request names:
 *
 *     const { audit } = await auditTarget({ target: { kind: "http", url: listening.url, headers: [] } }, runtime);
 */
export async function auditTarget(options: AuditOptions, edge: Edge): Promise<Audited> {
  const first = await runReading(options, edge, "auto");
  if (!speaksEarlierAlone(first.recording)) return auditRecorded(first.report, first.recording);
  // It knows the error of the audited revision, and says by it that it speaks earlier ones alone.
  const second = await runReading(options, edge, "2025-11-25");
  const { report, recording } = negotiated.of(second.recording).state === "known" ? second : first;
  return auditRecorded(report, recording);
}

/** True when server/discover was refused with -32022 and a list of versions that has earlier ones, and not the audited one. */
function speaksEarlierAlone(recording: Recording): boolean {
  const discovered = discoverExchange.of(recording);
  const reply = recording.revision === AUDITED && discovered.state === "known" ? replyOf(discovered.value) : undefined;
  const error = reply?.kind === "error" && isObject(reply.error) ? reply.error : {};
  const data = isObject(error["data"]) ? error["data"] : {};
  const supported = Array.isArray(data["supported"]) ? data["supported"] : [];
  const earlier = supported.some((one) => typeof one === "string" && one >= FIRST_OVER_HTTP && one < AUDITED);
  return error["code"] === UNSUPPORTED && earlier && !supported.includes(AUDITED);
}

/** The rules of the audit on what reading alone shows. */
function runReading(options: AuditOptions, edge: Edge, specVersion: "auto" | Revision): ReturnType<typeof runSuite> {
  const timeoutMs = options.timeoutMs ?? 15_000;
  return runSuite(
    {
      target: options.target,
      specVersion,
      timeoutMs,
      startupTimeoutMs: timeoutMs,
      preflightTimeoutMs: timeoutMs,
      retries: 0,
      concurrency: options.concurrency ?? 8,
      only: [],
      skip: [],
      profile: "full",
      reading: rulesIn,
      consent: { tools: [], tokenInQuery: false },
      signal: options.signal ?? new AbortController().signal,
      onStatus: (line) => options.onStatus?.(line),
      onPlan: (plan) => options.onPlan?.(plan),
      ...(options.onTestComplete === undefined ? {} : { onTestComplete: (result) => options.onTestComplete?.(result) }),
    },
    {
      wire: (target, how) => losingPatience(edge.wire(target, how)),
      now: () => edge.now(),
      sleep: (ms, signal) => edge.sleep(ms, signal),
      seed: () => edge.seed(),
      date: () => edge.date(),
      bait: () => edge.bait(),
      env: edge.env,
    },
  );
}

/** The audit of a run that was recorded. */
function auditRecorded(full: Report, recording: Recording): Audited {
  const report = { ...full, warnings: full.warnings.filter(isOfAudit).map(inWordsOfAudit) };
  const spoken = eraOf(recording);
  const audit = auditOf({
    report,
    era: spoken,
    aliases: AUDIT_ALIASES,
    rules: RULES,
    gaps: spoken.kind === "legacy" ? gapsAt(spoken.revision ?? FIRST_OVER_HTTP) : new Set(),
    missing: missingIn(spoken),
  });
  return { audit, report: reportOf(audit, report), recording };
}

/**
 * The report in the words of the audit: its results in its order, version gaps as skips, its last line first. Required is
 * what makes a violation: all but a SHOULD.
 */
function reportOf(audit: Audit, report: Report): Report {
  const tests = audit.lines
    .flatMap((line) => [...line.results, ...line.gaps.map((rule) => gapResult(rule, line.details))])
    .map((test) => ({ ...test, required: test.level !== "SHOULD" && test.level !== "SHOULD NOT" }));
  const score = scoreOf(tests);
  return {
    ...report,
    tests,
    score,
    grade: gradeOf(score),
    overall: overallOf(tests),
    summary: summarize(tests),
    categories: categoriesOf(tests),
    warnings: [
      `Read-only audit by ${audit.lines.length} rules: ${audit.summary}. The grade is of these rules alone.`,
      ...report.warnings,
    ],
  };
}

function gapResult(id: string, details: string): TestResult {
  const rule = RULES.find((one) => one.id === id);
  const revision = rule?.revisions[AUDITED] === undefined ? "2025-11-25" : AUDITED;
  const own = rule?.revisions[revision];
  if (rule === undefined || own === undefined) throw new Error(`There is no rule "${id}"`);
  return {
    id,
    title: rule.title,
    category: rule.category,
    required: false,
    outcome: "skip",
    basis: own.basis,
    level: own.level,
    details: `Version gap: ${details}`,
    findings: [],
    notes: [],
    fix: rule.fix,
    why: rule.why,
    clauses: own.clauses.map((clause) => linkTo(revision, clause)),
    durationMs: 0,
    evidence: [],
  };
}

const NAMED: readonly string[] = AUDIT_ALIASES.flatMap(rulesOf);

/** The rules of the audit that hold in a revision, and what tells the era where that is not the audited one. */
function rulesIn(revision: Revision): readonly Rule[] {
  if (revision === AUDITED) return RULES.filter((one) => NAMED.includes(one.id));
  return RULES.flatMap((rule) => {
    if (rule.id === INITIALIZE) return [{ ...rule, revisions: { "2025-11-25": claimed } }];
    return NAMED.includes(rule.id) || rule.id === ECHO ? [rule] : [];
  });
}

/** no-initialize at a server that has no server/discover, and yet says on initialize that it speaks the audited revision. */
const claimed = judged({
  required: true,
  basis: "spec",
  level: "MUST",
  clauses: ["basic/lifecycle#version-negotiation"],
  transports: ["http"],
  method: {
    probe: "The protocolVersion in the answer to initialize.",
    pass: "A revision that has initialize.",
    fail: "One that has none, from a server that does not serve server/discover, which that revision demands.",
    skip: "When the server speaks an earlier revision. Not evaluable when initialize was not served.",
  },
  uses: { claim: initializeClaim },
  judge: ({ claim }) => [
    finding(
      `initialize is answered with ${claim.version}, a revision that has no initialize, and server/discover, which it has, is not served`,
      { exchange: claim.exchange.id, pointer: claim.pointer },
      { expected: "server/discover, or an earlier revision", actual: claim.version },
    ),
  ],
});

/** By server/discover first, then by initialize; never by a version that the server agrees to because it was asked for. */
function eraOf(recording: Recording): AuditEra {
  if (recording.revision === AUDITED) {
    const discovered = discoverResult.of(recording);
    if (discovered.state !== "known") return { kind: "unknown", reason: discovered.reason };
    const which = era.of(recording);
    return { kind: "modern", dual: which.state === "known" ? which.value === "dual" : undefined };
  }
  const version = negotiated.of(recording);
  if (version.state !== "known") return { kind: "unknown", reason: version.reason };
  const claim = initializeClaim.of(recording);
  if (claim.state === "known") return { kind: "claimed", revision: claim.value.version };
  const echo = unknownVersion.of(recording);
  const reply = echo.state === "known" ? replyOf(echo.value) : undefined;
  const agreed = reply?.kind === "result" && isObject(reply.result) ? reply.result["protocolVersion"] : undefined;
  return { kind: "legacy", revision: agreed === UNKNOWN_VERSION ? undefined : version.value };
}

/** The rules that came later than what a legacy server speaks. */
function gapsAt(spoken: string): ReadonlySet<string> {
  const later = RULES.filter((rule) => {
    const own = rule.revisions["2025-11-25"];
    return own === undefined || (own.since !== undefined && own.since > spoken);
  });
  return new Set(later.map((one) => one.id));
}

function missingIn(spoken: AuditEra): string {
  switch (spoken.kind) {
    case "unknown":
      return spoken.reason;
    case "claimed":
      return `The server says that it speaks ${spoken.revision}, and serves no server/discover to compare with`;
    default:
      return "It was not judged in this run";
  }
}

/** What is said of the choice of a revision has its own line in the audit. */
function isOfAudit(warning: string): boolean {
  return !/^Spec version |^Server is dual-era |; this run is pinned to /.test(warning);
}

function inWordsOfAudit(warning: string): string {
  return warning.replace(" and the grade below is not meaningful", "");
}
