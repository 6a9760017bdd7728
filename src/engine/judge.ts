import { unknown } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import type { Finding, Note, RuleRevision } from "../model/rule.ts";
import type { Verdict } from "../model/verdict.ts";

/** Judges one rule by the facts. `negotiated` decides whether it holds; undefined: nothing was negotiated. */
export function judgeRule(rule: RuleRevision, recording: Recording, negotiated: string | undefined): Verdict {
  const outside = outsideOf(rule, negotiated ?? recording.revision);
  if (outside !== undefined) return { outcome: "skip", reason: outside };
  const judged = judgement(rule, recording);
  if (judged.state === "absent") return { outcome: "skip", reason: judged.reason };
  if (judged.state === "unknown") {
    // Nobody is owed an answer to advice: what could not be measured there is left out.
    return rule.basis === "advice"
      ? { outcome: "skip", reason: `Not measured: ${judged.reason}` }
      : { outcome: "unknown", reason: judged.reason };
  }
  const findings = judged.value.filter((one): one is Finding => one.kind === "finding");
  const notes = judged.value.filter((one): one is Note => one.kind === "note");
  const [first, ...rest] = findings;
  return first === undefined ? { outcome: "pass", notes } : { outcome: "fail", findings: [first, ...rest], notes };
}

/** A judge that breaks over what it reads is a defect of ours: the server is not blamed, and the run goes on. */
function judgement(rule: RuleRevision, recording: Recording): ReturnType<RuleRevision["judge"]> {
  try {
    return rule.judge(recording);
  } catch (error) {
    return unknown(
      `this check broke (a defect of this tool): ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Why a rule does not hold in a revision, or undefined. Revisions are dates: their text order is their order. */
function outsideOf(rule: RuleRevision, version: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return undefined;
  if (rule.since !== undefined && version < rule.since) {
    return `Came with revision ${rule.since}; this server negotiated ${version}`;
  }
  if (rule.until !== undefined && version > rule.until) {
    return `Ended with revision ${rule.until}; this server negotiated ${version}`;
  }
  return undefined;
}
