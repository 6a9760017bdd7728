import { known, oneOf, runOptions, selectionOf, whole } from "./api-options.ts";
import type { ComplianceOptions, ComplianceTarget, Selection } from "./api-types.ts";
import { specBaseFor as baseOf, linkTo } from "./engine/assess.ts";
import { isObject } from "./model/json.ts";
import type { Recording } from "./model/recording.ts";
import { recordingFlaw } from "./model/recording-flaw.ts";
import type { TestResult as Judged, Report } from "./model/report.ts";
import { REVISIONS, type Revision, type TransportKind } from "./model/revision.ts";
import type { Category } from "./model/rule.ts";
import { type JsonReport, toJson, toJsonTest } from "./report/json.ts";
import { inCatalogue, RULES } from "./rules/mod.ts";
import { nodeRuntime } from "./runtime/mod.ts";
import { judgeRecording, runSuite } from "./suite.ts";

export type { ComplianceOptions, ComplianceTarget, Selection } from "./api-types.ts";

/** A check of a catalogue. */
export interface TestDefinition {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  /** Required of every server. */
  readonly required: boolean;
  /** The capability that makes it required where a server declares it: "tools". */
  readonly requiredWhen?: string;
  readonly transports: readonly TransportKind[];
  /** Link to the clause of the specification. */
  readonly specRef: string;
  /** Why it matters. */
  readonly description: string;
  /** What the author of a server does about it. */
  readonly fix: string;
}

/**
 * Tests a server and gives the report in its published JSON form. Nothing that a server does makes it reject: one that
 * cannot be reached has a report as well. @throws TypeError on a target or options that make no sense; the signal's reason
 * when it is aborted; what a callback threw.
 */
export async function runComplianceSuite(
  target: string | ComplianceTarget,
  options: ComplianceOptions = {},
): Promise<JsonReport> {
  return toJson((await gather(target, options)).report);
}

/**
 * Tests a server; gives the report with all its evidence, and the recording of all that was said, which `judge` takes. A
 * recording is plain JSON without the secrets of the target. Rejects as `runComplianceSuite` does.
 */
export async function gather(
  target: string | ComplianceTarget,
  options: ComplianceOptions = {},
): Promise<{ readonly report: Report; readonly recording: Recording }> {
  const run = runOptions(target, options);
  const { signal } = options;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const pass = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", pass, { once: true });
  try {
    const result = await runSuite({ ...run, signal: ending.signal, ...callbacks(options, ending) }, nodeRuntime());
    // What was cut short grades nobody.
    ending.signal.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener("abort", pass);
  }
}

/**
 * The caller's callbacks. They hear nothing of a run that has been ended: its open checks are those of nobody. One that
 * throws ends the run, wherever it was called from.
 */
function callbacks({ onTestComplete, onProgress, onStatus }: ComplianceOptions, ending: AbortController) {
  let revision: Revision = "2025-11-25";
  const tell = (call: () => void): void => {
    if (ending.signal.aborted) return;
    try {
      call();
    } catch (error) {
      ending.abort(error);
    }
  };
  return {
    onPlan(plan: { readonly revision: Revision }) {
      revision = plan.revision;
    },
    ...(onTestComplete === undefined && onProgress === undefined
      ? {}
      : {
          onTestComplete(judged: Judged) {
            const result = toJsonTest(judged, revision);
            tell(() => onTestComplete?.(result));
            tell(() => onProgress?.(result.id, result.passed, result.details));
          },
        }),
    ...(onStatus === undefined ? {} : { onStatus: (message: string) => tell(() => onStatus(message)) }),
  };
}

/**
 * Judges a recording again, by the rules of this version; nothing is sent. Of options of a run only the selection counts.
 * @throws TypeError on what is no recording that this version can judge.
 */
export function judge(recording: Recording, selection: Selection = {}): Report {
  const wanted = selectionOf(selection);
  const flaw = recordingFlaw(recording);
  if (flaw !== undefined) throw new TypeError(`'recording' ${flaw}`);
  return judgeRecording(recording, wanted);
}

export type ReportFormat = "terminal" | "json" | "sarif" | "github" | "markdown" | "html" | "junit";

/** How a report for people looks. */
export interface ReportStyle {
  /** Colours: false. */
  readonly color?: boolean;
  /** Columns: 100. */
  readonly width?: number;
  /** False: ASCII only. True by default. */
  readonly unicode?: boolean;
  /** Every finding and exchange, and notes on passed checks: false. */
  readonly verbose?: boolean;
}

const STYLE: { readonly [K in keyof Required<ReportStyle>]: true } = {
  color: true,
  width: true,
  unicode: true,
  verbose: true,
};
/** Columns; a wider line is no line for people. */
const WIDEST = 10_000;

/** Prints a report of `gather` or `judge`. What of it may be the server's is made safe for the format. */
export async function report(of: Report, format: ReportFormat, style: ReportStyle = {}): Promise<string> {
  const { FORMATS, print } = await import("./cli/formats.ts");
  oneOf("format", format, FORMATS);
  if (!isObject(of) || !Array.isArray(of["tests"]) || !isObject(of["summary"]) || "schemaVersion" in of) {
    const published = isObject(of) && "schemaVersion" in of ? "; this is its published JSON form" : "";
    throw new TypeError(`'of' must be a report as gather and judge give it${published}`);
  }
  known("style", "option", style, STYLE);
  const { color = false, width = 100, unicode = true, verbose = false } = style;
  for (const [name, value] of Object.entries({ color, unicode, verbose })) {
    if (typeof value !== "boolean") throw new TypeError(`'${name}' must be true or false`);
  }
  whole("width", width, 1, WIDEST);
  return await print(of, format, { color, width, unicode, verbose });
}

/** The checks of a revision, in report order: 88 for 2025-11-25, 103 for 2026-07-28; the full profile has more. */
export function getTestDefinitions(version: Revision, profile: "core" | "full" = "core"): readonly TestDefinition[] {
  oneOf("version", version, REVISIONS);
  oneOf("profile", profile, ["core", "full"]);
  return inCatalogue(RULES, version, profile).flatMap((rule): readonly TestDefinition[] => {
    const own = rule.revisions[version];
    if (own === undefined) return [];
    const { id, title: name, category, why: description, fix } = rule;
    const [clause] = own.clauses;
    const specRef = clause === undefined ? baseOf(version) : linkTo(version, clause);
    const when = typeof own.required === "string" ? { requiredWhen: own.required } : {};
    const required = own.required === true;
    return [{ id, name, category, required, ...when, transports: own.transports, specRef, description, fix }];
  });
}

/** The checks of 2025-11-25. */
export const TEST_DEFINITIONS: readonly TestDefinition[] = getTestDefinitions("2025-11-25");

/** The address below which the pages of a revision of the specification stand. */
export function specBaseFor(version: Revision): string {
  oneOf("version", version, REVISIONS);
  return baseOf(version);
}
