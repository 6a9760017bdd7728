import { isObject, REVISIONS, type Recording, UserFault } from "../model/mod.ts";
import { applyBaseline, openBaseline } from "./baseline.ts";
import type { Command, Context } from "./command.ts";
import { JUDGE_OPTIONS } from "./options.ts";
import { checkFiles, finish } from "./output.ts";
import { withRemarks } from "./remarks.ts";
import { outputsOf, selectionOf } from "./settings.ts";
import type { Profile } from "./suite-port.ts";
import { readNeeded } from "./target.ts";

export const RECORDING_FORMAT: Recording["format"] = "mcp-compliance-recording/1";

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
  if (!isObject(value) || typeof value["format"] !== "string") {
    const report =
      isObject(value) && "schemaVersion" in value ? " It is a report; a recording is what --record writes." : "";
    throw new UserFault(`${file} is no recording: it has no "format".${report}`);
  }
  if (value["format"] !== RECORDING_FORMAT) {
    throw new UserFault(`${file} is of the format "${value["format"]}"; this version reads "${RECORDING_FORMAT}".`);
  }
  if (!REVISIONS.some((one) => one === value["revision"])) {
    throw new UserFault(
      `${file}: "revision" is ${JSON.stringify(value["revision"])}; known are ${REVISIONS.join(", ")}.`,
    );
  }
  const sound =
    typeof value["timestamp"] === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value["timestamp"]) &&
    isObject(value["target"]) &&
    Array.isArray(value["runs"]) &&
    value["runs"].every(
      (run) =>
        isObject(run) &&
        typeof run["probe"] === "string" &&
        isObject(run["outcome"]) &&
        Array.isArray(run["exchanges"]) &&
        run["exchanges"].every(isExchange),
    );
  if (!sound)
    throw new UserFault(`${file} is a recording with parts missing; it was cut short or changed. Record again.`);
  return value as unknown as Recording;
}

/** Whether what the facts read is there: a file that somebody changed is his fault, and no bug of ours. */
function isExchange(one: unknown): boolean {
  return (
    isObject(one) &&
    typeof one["id"] === "string" &&
    typeof one["label"] === "string" &&
    Array.isArray(one["frames"]) &&
    one["frames"].every(isFrame) &&
    isObject(one["ending"]) &&
    typeof one["ending"]["kind"] === "string" &&
    (one["sent"] === undefined || isSent(one["sent"]))
  );
}

function isFrame(frame: unknown): boolean {
  if (!isObject(frame)) return false;
  switch (frame["kind"]) {
    case "head":
      return typeof frame["status"] === "number" && isHeaders(frame["headers"]);
    case "event":
      return frame["data"] === undefined || typeof frame["data"] === "string";
    default:
      return typeof frame["text"] === "string";
  }
}

function isSent(sent: unknown): boolean {
  if (!isObject(sent) || !Array.isArray(sent["ids"])) return false;
  if (sent["kind"] === "stdio") return Array.isArray(sent["writes"]);
  const body = sent["body"];
  return (
    sent["kind"] === "http" &&
    typeof sent["method"] === "string" &&
    typeof sent["url"] === "string" &&
    isHeaders(sent["headers"]) &&
    (body === undefined || typeof body === "string")
  );
}

function isHeaders(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string"))
  );
}
