import { diffReports } from "../engine/diff.ts";
import type { Diff, StoredReport } from "../model/diff.ts";
import { UserFault } from "../model/mod.ts";
import type { Options } from "./argv.ts";
import type { Command, Context } from "./command.ts";
import type { Look } from "./formats.ts";
import { lookFor } from "./look.ts";
import { COMMON } from "./options.ts";
import { readStoredReport } from "./stored-report.ts";
import { readNeeded } from "./target.ts";

export const DIFF_FORMATS = ["terminal", "json", "markdown"] as const;
type DiffFormat = (typeof DIFF_FORMATS)[number];

const OPTIONS = {
  format: {
    type: "enum",
    options: [...DIFF_FORMATS],
    valueHint: "format",
    description: `${DIFF_FORMATS.join(", ")} (default terminal)`,
    group: "Report",
  },
  ...COMMON,
} as const satisfies Options;

export const diffCommand: Command = {
  name: "diff",
  usage: "<baseline> <current> [options]",
  description:
    "Compares two JSON reports of one revision: what got worse, what was repaired, what is skipped now. Both are " +
    "scored from their results as this version scores them, so that reports of older versions compare fairly.",
  words: { kind: "plain", names: ["baseline", "current"] },
  options: OPTIONS,
  more: [
    "A regression is a check that passed, or was skipped, and does not pass now; what is not evaluable does not pass. " +
      "A new required check that fails counts as well. Checks that are skipped now, or no longer, are listed and fail " +
      "nothing.",
    "Exit codes: 0 no regression; 1 a regression; 2 usage or file; 70 a bug of this tool.",
  ],
  examples: [
    ["mcp-compliance test node server.js --format json > current.json", "the report of today"],
    ["mcp-compliance diff baseline.json current.json", "against that of yesterday"],
    ["mcp-compliance diff baseline.json current.json --format markdown", "for a comment"],
  ],
  run,
};

async function run({ argv, world }: Context): Promise<number> {
  const [before, after] = argv.words;
  if (before === undefined || after === undefined) {
    throw new UserFault("Which reports? mcp-compliance diff <baseline> <current>, each made with test --format json.");
  }
  const baseline = { file: before, report: readStoredReport(before, await readNeeded("diff", before, world)) };
  const current = { file: after, report: readStoredReport(after, await readNeeded("diff", after, world)) };
  checkComparable(baseline, current);
  const diff = diffReports(baseline, current);
  const format = (argv.values.get("format")?.at(-1) as DiffFormat | undefined) ?? "terminal";
  await world.stdout.write(await printDiff(diff, format, lookFor(world.stdout, argv, world)));
  return diff.worse ? 1 : 0;
}

interface Named {
  readonly file: string;
  readonly report: StoredReport;
}

/** @throws UserFault where a comparison would say something that is not so. */
function checkComparable(baseline: Named, current: Named): void {
  const [old, now] = [baseline.report.specVersion, current.report.specVersion];
  if (old !== now) {
    throw new UserFault(
      `Reports of two revisions cannot be compared, their checks differ: ${baseline.file} is ${old}, ` +
        `${current.file} is ${now}.\nTest again with --spec-version ${old} to compare with this baseline, or make a ` +
        `new baseline with --spec-version ${now}.`,
    );
  }
  for (const { file, report } of [baseline, current]) {
    if (report.tests.length === 0) throw new UserFault(`${file} holds no checks: no tests ran. Check --only/--skip.`);
  }
  const ids = new Set(baseline.report.tests.map((test) => test.id));
  if (!current.report.tests.some((test) => ids.has(test.id))) {
    throw new UserFault(
      `${baseline.file} and ${current.file} have no check in common, so there is nothing to compare. Make both with ` +
        "the same --only, --skip and --profile, over the same transport.",
    );
  }
}

async function printDiff(diff: Diff, format: DiffFormat, look: Look): Promise<string> {
  switch (format) {
    case "terminal":
      return (await import("../report/diff-text.ts")).terminalDiff(diff, look);
    case "markdown":
      return (await import("../report/diff-text.ts")).markdownDiff(diff);
    case "json":
      return (await import("../report/diff-json.ts")).jsonDiff(diff);
  }
}
