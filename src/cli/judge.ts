import { type Recording, UserFault } from "../model/mod.ts";
import { recordingFlaw } from "../model/recording-flaw.ts";
import { applyBaseline, openBaseline } from "./baseline.ts";
import type { Command, Context } from "./command.ts";
import { JUDGE_OPTIONS } from "./options.ts";
import { checkFiles, finish } from "./output.ts";
import { withRemarks } from "./remarks.ts";
import { outputsOf, selectionOf } from "./settings.ts";
import type { Profile } from "./suite-port.ts";
import { readNeeded } from "./target.ts";

export const judgeCommand: Command = {
  name: "judge",
  usage: "<recording> [options]",
  description:
    "Judges a recording again: what mcp-compliance test --record kept. Nothing is sent to any server, so the " +
    "verdicts are those of this version of the rules on what was said then.",
  words: { kind: "plain", names: ["recording"] },
  options: JUDGE_OPTIONS,
  more: [
    "Exit codes: 0 no gate failed; 1 a gate failed (--strict, --min-grade, --baseline); 2 usage or file; 3 the server had never " +
      "answered; 70 a bug of this tool.",
  ],
  examples: [
    ["mcp-compliance test https://example.com/mcp --record run.json", "keeps what was said"],
    ["mcp-compliance judge run.json", "the report, again"],
    ["mcp-compliance judge run.json --format json --only tools", "another form, a part"],
  ],
  run,
};

async function run({ argv, world, suite }: Context): Promise<number> {
  const file = argv.words[0];
  if (file === undefined) {
    throw new UserFault("Which recording? mcp-compliance judge <file>, with a file that test --record has written.");
  }
  const outputs = outputsOf(argv, {});
  const selection = selectionOf(argv, {});
  const profile = (argv.values.get("profile")?.at(-1) as Profile | undefined) ?? "core";
  const recording = parseRecording(file, await readNeeded("judge", file, world));
  await checkFiles(outputs, undefined, world);
  const known = await openBaseline(outputs.baseline, outputs.updateBaseline, world);
  const judged = withRemarks(
    suite.judgeRecording(recording, { ...selection, profile }),
    selection.only,
    recording.consent,
  );
  const { report, files } = applyBaseline(judged, known, suite);
  return await finish(report, outputs, argv, world, undefined, files);
}

/** Reads a recording. @throws UserFault if it is none, or of another version. */
export function parseRecording(file: string, text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserFault(`${file} is no recording: it is not JSON (${error instanceof Error ? error.message : "?"}).`);
  }
  const flaw = recordingFlaw(value);
  if (flaw !== undefined) throw new UserFault(`${file} ${flaw}`);
  return value as Recording;
}
