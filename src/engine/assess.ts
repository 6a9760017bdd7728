import { cut } from "../model/cut.ts";
import type { Known } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import type { Report, TestResult } from "../model/report.ts";
import type { Clause, Required, Rule, RuleRevision } from "../model/rule.ts";
import type { Verdict } from "../model/verdict.ts";
import { abridgedFindings, abridgedNames, abridgedNotes, LONGEST_NAME } from "./abridge.ts";
import type { Catalogue } from "./catalogue.ts";
import { categoriesOf, gradeOf, overallOf, scoreOf, summarize } from "./grade.ts";
import { judgeRule } from "./judge.ts";

/** The report of a recording: each rule judged, then arithmetic. The same recording gives the same report. */
export function assess(
  catalogue: Catalogue,
  rules: readonly Rule[],
  recording: Recording,
  warnings: readonly string[],
): Report {
  const { about } = catalogue;
  const capabilities = valueOr(about.capabilities.of(recording), {});
  const version = about.negotiated.of(recording);
  const negotiated = valueOr<string | undefined>(version, undefined);
  const unreached = recording.reached || version.state === "known" ? undefined : version.reason;
  const spent = new Map(recording.runs.map((run) => [run.probe, run.exchanges.reduce((sum, one) => sum + one.ms, 0)]));
  const tests = rules.flatMap((rule) => {
    const own = rule.revisions[catalogue.revision];
    return own === undefined ? [] : [resultOf(rule, own, recording, { negotiated, capabilities, spent, unreached })];
  });
  const score = scoreOf(tests);
  const server = valueOr(about.server.of(recording), { name: null, version: null });
  return {
    specVersion: catalogue.revision,
    toolVersion: recording.toolVersion,
    url: recording.target.name,
    transport: recording.target.transport,
    timestamp: recording.timestamp,
    chosen: cut(recording.chosen),
    reached: recording.reached,
    grade: gradeOf(score),
    score,
    overall: overallOf(tests),
    summary: summarize(tests),
    categories: categoriesOf(tests),
    tests,
    warnings: [...recording.warnings, ...valueOr(about.warnings.of(recording), []), ...warnings].map((one) => cut(one)),
    serverInfo: {
      protocolVersion: shortName(negotiated ?? null),
      name: shortName(server.name),
      version: shortName(server.version),
      capabilities,
    },
    toolNames: abridgedNames(valueOr(about.tools.of(recording), [])),
    resourceNames: abridgedNames(valueOr(about.resources.of(recording), [])),
    promptNames: abridgedNames(valueOr(about.prompts.of(recording), [])),
  };
}

function shortName(text: string | null): string | null {
  return text === null ? null : cut(text, LONGEST_NAME);
}

function valueOr<T>(value: Known<T>, other: T): T {
  return value.state === "known" ? value.value : other;
}

interface Context {
  readonly negotiated: string | undefined;
  readonly capabilities: JsonObject;
  /** Milliseconds spent in the exchanges of each probe. */
  readonly spent: ReadonlyMap<ProbeId, number>;
  /** Why the server was not reached; undefined: it was. */
  readonly unreached: string | undefined;
}

/** Of a server that was not reached nothing is known: whatever a check missed, that is its one cause. */
function unreachedVerdict(rule: RuleRevision, verdict: Verdict, cause: string | undefined): Verdict {
  if (cause === undefined) return verdict;
  // What is wrong with its silence stays wrong. What would be harm if it were reached is none.
  if (verdict.outcome === "fail" && verdict.findings.some((one) => (one.basis ?? rule.basis) === "spec"))
    return verdict;
  return rule.basis === "advice"
    ? { outcome: "skip", reason: `Not measured: ${cause}` }
    : { outcome: "unknown", reason: cause };
}

function resultOf(
  rule: Rule,
  own: RuleRevision,
  recording: Recording,
  { negotiated, capabilities, spent, unreached }: Context,
): TestResult {
  const verdict = unreachedVerdict(own, judgeRule(own, recording, negotiated), unreached);
  const findings = verdict.outcome === "fail" ? abridgedFindings(verdict.findings) : [];
  const used = new Set(own.uses.flatMap((one) => one.probes));
  const places = new Set(findings.map((one) => one.at.exchange));
  return {
    id: rule.id,
    title: rule.title,
    category: rule.category,
    required: isRequired(own.required, capabilities),
    outcome: verdict.outcome,
    basis: findings.find((one) => one.basis !== undefined)?.basis ?? own.basis,
    level: own.level,
    details: cut(detailsOf(verdict)),
    findings,
    notes: verdict.outcome === "pass" || verdict.outcome === "fail" ? abridgedNotes(verdict.notes) : [],
    fix: rule.fix,
    why: rule.why,
    clauses: own.clauses.map((clause) => linkTo(recording.revision, clause)),
    durationMs: Math.round([...used].reduce((sum, probe) => sum + (spent.get(probe) ?? 0), 0)),
    evidence:
      places.size === 0 ? [] : recording.runs.flatMap((run) => run.exchanges.filter((one) => places.has(one.id))),
  };
}

function detailsOf(verdict: Verdict): string {
  switch (verdict.outcome) {
    case "pass":
      return verdict.notes.map((one) => one.message).join("; ");
    case "fail": {
      const [first, ...rest] = verdict.findings;
      return rest.length === 0 ? first.message : `${first.message} (and ${rest.length} more)`;
    }
    case "skip":
      return verdict.reason;
    case "unknown":
      return `Not evaluable: ${verdict.reason}`;
  }
}

/** True, false, or by whether the server declares the capability at this path. */
export function isRequired(required: Required, capabilities: JsonObject): boolean {
  if (typeof required === "boolean") return required;
  let value: unknown = capabilities;
  for (const key of required.split(".")) value = isObject(value) ? value[key] : undefined;
  return value !== undefined && value !== null && value !== false;
}

/** The address of a clause on the specification's site. */
export function linkTo(revision: string, clause: Clause): string {
  const [page = "", anchor = ""] = clause.split("#");
  const path = page.replace(/\/index$/, "").replace(/^index$/, "");
  const base = `${specBaseFor(revision)}${path === "" ? "" : `/${path}`}`;
  // The site drops the underscore of the `_meta` heading.
  return anchor === "" ? base : `${base}#${anchor === "_meta" ? "meta" : anchor}`;
}

export function specBaseFor(revision: string): string {
  return `https://modelcontextprotocol.io/specification/${revision}`;
}
