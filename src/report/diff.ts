import { cut } from "../model/cut.ts";
import type { Diff, DiffEntry, DiffSide, StoredTest } from "../model/diff.ts";
import type { Outcome } from "../model/mod.ts";
import { count } from "./words.ts";

/** Whether a list is bad news, good news, or neither. */
export type Tone = "bad" | "good" | "plain";

export interface DiffLine {
  readonly id: string;
  readonly required: boolean;
  /** `pass -> fail`, or the one outcome of a check that stands in one report only. */
  readonly change: string;
  readonly bad: boolean;
  /** Why, where that is not plain from the change. Raw. */
  readonly details: string;
}

/** Lines of which the same is to be said, in the order of the first of them. */
export function together(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const groups = new Map<string, DiffLine[]>();
  for (const line of lines) {
    const key = `${line.change}\n${line.details}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

export interface DiffSection {
  readonly title: string;
  readonly tone: Tone;
  readonly remark: string;
  readonly lines: readonly DiffLine[];
}

const WORDS: { readonly [O in Outcome]: string } = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
  unknown: "not evaluable",
};

/** The lists of a comparison that hold something, what got worse first. */
export function sectionsOf(diff: Diff): readonly DiffSection[] {
  const both = (list: readonly DiffEntry[]) => list.map(changeOf);
  const all: readonly DiffSection[] = [
    { title: "Regressions", tone: "bad", remark: "", lines: both(diff.regressions) },
    { title: "New checks", tone: fatalNew(diff) ? "bad" : "plain", remark: "", lines: diff.added.map(aloneOf) },
    { title: "Repaired", tone: "good", remark: "", lines: both(diff.repairs) },
    { title: "Newly skipped", tone: "plain", remark: "no longer measured", lines: both(diff.newlySkipped) },
    { title: "No longer skipped", tone: "good", remark: "", lines: both(diff.noLongerSkipped) },
    { title: "Still not passing", tone: "plain", remark: "", lines: both(diff.stillFailing) },
    { title: "Removed checks", tone: "plain", remark: "", lines: diff.removed.map(aloneOf) },
  ];
  return all.filter((section) => section.lines.length > 0);
}

function fatalNew(diff: Diff): boolean {
  return diff.added.some((test) => test.required && test.outcome === "fail");
}

function changeOf(entry: DiffEntry): DiffLine {
  const { id, required, was, now, details } = entry;
  const change = was === now ? WORDS[now] : `${WORDS[was]} -> ${WORDS[now]}`;
  return { id, required, change, bad: isBad(now), details: now === "pass" ? "" : cut(details, 1_000) };
}

function aloneOf({ id, required, outcome, details }: StoredTest): DiffLine {
  const bad = isBad(outcome);
  return { id, required, change: WORDS[outcome], bad, details: bad ? cut(details, 1_000) : "" };
}

function isBad(outcome: Outcome): boolean {
  return outcome === "fail" || outcome === "unknown";
}

/** The one sentence that says how it ended. */
export function verdictOf(diff: Diff): { readonly tone: Tone; readonly text: string } {
  const required = diff.regressions.filter((one) => one.required).length;
  if (diff.regressions.length > 0) {
    return { tone: "bad", text: `${count(diff.regressions.length, "regression")} (${required} required)` };
  }
  if (fatalNew(diff)) return { tone: "bad", text: "No regression, but a required check that is new fails" };
  if (diff.repairs.length > 0) return { tone: "good", text: `No regression, ${diff.repairs.length} repaired` };
  const same = diff.newlySkipped.length + diff.noLongerSkipped.length + diff.added.length + diff.removed.length === 0;
  return { tone: "good", text: same ? "No regression: every check is as it was" : "No regression" };
}

/** `A (95)` of one side. */
export function gradeText(side: DiffSide): string {
  return `${side.grade} (${side.score})`;
}

/** Which way the score went; never by less than it is shown with. */
export function trendOf(diff: Diff): string {
  const change = Math.round((diff.current.score - diff.baseline.score) * 10) / 10;
  return change === 0 ? "the same score" : change > 0 ? `${change} up` : `${-change} down`;
}

/** `baseline.json: https://x/mcp, 2026-01-01T.., mcp-compliance 0.1.0, 85 checks`, raw. */
export function sideText(side: DiffSide): string {
  const tool = side.toolVersion === "" ? "" : `tool ${side.toolVersion}`;
  return [cut(side.url, 300), side.timestamp, tool, count(side.checks, "check")]
    .filter((part) => part !== "")
    .join(", ");
}
