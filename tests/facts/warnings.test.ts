import { describe, expect, it } from "vitest";
import { runWarnings } from "../../src/facts/warnings.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import { greeting, recording, run } from "./recordings.ts";

const TOOLS: readonly JsonObject[] = [
  { name: "look", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
  { name: "wipe", inputSchema: { type: "object" }, annotations: { destructiveHint: true } },
  { name: "plain", inputSchema: { type: "object" } },
];

describe.each(REVISIONS)("what a run of %s says of the tools that it called", (revision) => {
  const said = (called: readonly string[]) => {
    const calls = called.map((name) => ({ label: name, method: "tools/call", params: { name }, result: {} }));
    const told = runWarnings.of(
      recording(revision, [
        greeting({ tools: {} }, revision),
        run("tools/list", [{ label: "page 1", method: "tools/list", result: { tools: TOOLS } }], revision),
        run("tools/call", calls, revision),
      ]),
    );
    if (told.state !== "known") throw new Error(told.reason);
    return told.value;
  };

  it("names them with their annotation, and those that were passed over with the way to have them called", () => {
    expect(said(["look", "look"])).toEqual([
      'Checks that call tools called "look" (readOnlyHint true). Not called: "wipe", "plain". --allow-tool <name> has one called.',
    ]);
  });

  it("is nothing where none was called, or only one that the server does not list", () => {
    expect(said([])).toEqual([]);
    expect(said(["no-such-tool"])).toEqual([]);
  });
});
