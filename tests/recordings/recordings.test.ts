import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Recording } from "../../src/model/recording.ts";
import { judgeRecording } from "../../src/suite.ts";
import { verdicts } from "../support/matrix.ts";
import { RECORDED, recordingFile, verdictFile } from "./recorded.ts";

/** All that was recorded is judged, also by checks that were core only later. */
const EVERYTHING = { only: [], skip: [], profile: "full" } as const;

describe("recordings of real servers", () => {
  it.each(RECORDED)("$name ($pin) gets the verdicts that it got", ({ name, pin }) => {
    const recording = JSON.parse(gunzipSync(readFileSync(recordingFile(name, pin))).toString("utf8")) as Recording;
    const expected = JSON.parse(readFileSync(verdictFile(name, pin), "utf8")) as { readonly [id: string]: string };
    const found = verdicts(judgeRecording(recording, EVERYTHING));
    // A check that came later has no evidence in an old recording, and no verdict to keep.
    const kept = Object.fromEntries(Object.keys(expected).map((id) => [id, found[id] ?? "there is no such check"]));
    expect(kept).toEqual(expected);
  });
});
