import { isObject } from "./json.ts";
import type { Recording } from "./recording.ts";
import { REVISIONS } from "./revision.ts";

const RECORDING_FORMAT: Recording["format"] = "mcp-compliance-recording/1";

/**
 * Why a value is no recording that can be judged, to be put behind its name; undefined where all that the facts read is
 * there. What somebody changed or cut short is his fault, and no bug of ours.
 */
export function recordingFlaw(value: unknown): string | undefined {
  if (!isObject(value) || typeof value["format"] !== "string") {
    const report =
      isObject(value) && "schemaVersion" in value ? " It is a report; a recording is what --record writes." : "";
    return `is no recording: it has no "format".${report}`;
  }
  const { format, revision, timestamp, target, consent, warnings, runs } = value;
  if (format !== RECORDING_FORMAT) return `is of the format "${format}"; this version reads "${RECORDING_FORMAT}".`;
  if (!REVISIONS.some((one) => one === revision)) {
    return `has an unknown revision: "revision" is ${JSON.stringify(revision)}; known are ${REVISIONS.join(", ")}.`;
  }
  const sound =
    typeof timestamp === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(timestamp) &&
    typeof value["chosen"] === "string" &&
    typeof value["reached"] === "boolean" &&
    isTarget(target) &&
    isObject(consent) &&
    isTexts(consent["tools"]) &&
    isTexts(warnings) &&
    Array.isArray(runs) &&
    runs.every(isRun);
  return sound ? undefined : "is a recording with parts missing; it was cut short or changed. Record again.";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTarget(target: unknown): boolean {
  return (
    isObject(target) &&
    (target["transport"] === "http" || target["transport"] === "stdio") &&
    typeof target["name"] === "string" &&
    isTexts(target["headerNames"])
  );
}

function isRun(run: unknown): boolean {
  return (
    isObject(run) &&
    typeof run["probe"] === "string" &&
    isObject(run["outcome"]) &&
    typeof run["outcome"]["kind"] === "string" &&
    Array.isArray(run["exchanges"]) &&
    run["exchanges"].every(isExchange)
  );
}

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
