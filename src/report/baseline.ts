import type { BaselineOutcome } from "../model/baseline.ts";
import { cut } from "../model/cut.ts";
import { count } from "./words.ts";

/** One list of what a run says about known failures: what fails the run comes first. Texts are raw. */
export interface BaselineList {
  readonly title: string;
  readonly tone: "bad" | "plain";
  /** Checks of which the same is to be said stand together. */
  readonly items: readonly { readonly ids: readonly string[]; readonly text: string }[];
}

/** Why an entry was not measured, where the run's own filters, profile or transport left its check out. */
export const NOT_IN_RUN = "not part of this run";

/** The lists that hold something. */
export function baselineLists(outcome: BaselineOutcome): readonly BaselineList[] {
  const { known, fresh, stale, unseen } = outcome;
  const notSeen = (one: "fail" | "unknown") => (one === "unknown" ? "not evaluable" : "");
  const all: readonly BaselineList[] = [
    {
      title: `${count(fresh.length, "new failure")}, not listed`,
      tone: "bad",
      items: together(
        fresh.map(({ id, outcome, required }) => ({
          id,
          text: [required ? "required" : "optional", notSeen(outcome)].filter((part) => part !== "").join(", "),
        })),
      ),
    },
    {
      title: `${count(stale.length, "stale entry", "stale entries")}: take them off the list, or run --update-baseline`,
      tone: "bad",
      items: together(stale.map(({ id, why }) => ({ id, text: why }))),
    },
    {
      title: count(known.length, "known failure"),
      tone: "plain",
      items: together(
        known.map(({ id, outcome, reason }) => ({
          id,
          text: outcome === "unknown" ? `not evaluable now; ${cut(reason, 600)}` : cut(reason, 600),
        })),
      ),
    },
    {
      title: `${unseen.length} listed, not measured in this run`,
      tone: "plain",
      items: together(unseen.map(({ id, why }) => ({ id, text: why === undefined ? NOT_IN_RUN : cut(why, 600) }))),
    },
  ];
  return all.filter((list) => list.items.length > 0);
}

function together(items: readonly { readonly id: string; readonly text: string }[]): BaselineList["items"] {
  const byText = new Map<string, string[]>();
  for (const { id, text } of items) byText.set(text, [...(byText.get(text) ?? []), id]);
  return [...byText].map(([text, ids]) => ({ ids, text }));
}

/** File, counts, and by name what fails the run. */
export function baselineLine(outcome: BaselineOutcome): string {
  const bad = [
    ...outcome.fresh.map((one) => `${one.id} is not listed`),
    ...outcome.stale.map((one) => `${one.id} ${one.why}`),
  ];
  const named = bad.length > 0 ? [`${cut(bad.join("; "), 2_000)}.`] : [];
  return [`${cut(outcome.file, 200)}: ${baselineSummary(outcome)}.`, ...named].join("\n");
}

/** One sentence. */
export function baselineSummary(outcome: BaselineOutcome): string {
  const { known, fresh, stale, unseen, updated } = outcome;
  const blind = known.filter((one) => one.outcome === "unknown").length;
  const listed = `${count(known.length, "known failure")}${blind > 0 ? ` (${blind} not evaluable)` : ""}`;
  if (updated !== undefined) {
    return `The list after this run: ${updated.added} added, ${updated.removed} taken off, ${listed}`;
  }
  const parts = [
    count(fresh.length, "new failure"),
    count(stale.length, "stale entry", "stale entries"),
    listed,
    ...(unseen.length > 0 ? [`${unseen.length} not measured`] : []),
  ];
  return parts.join(", ");
}
