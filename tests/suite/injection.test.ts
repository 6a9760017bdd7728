import { describe, expect, it } from "vitest";
import { sentMessage } from "../../src/facts/evidence.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import type { Recording } from "../../src/model/recording.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import type { Tool } from "../../src/reference/offer.ts";
import { runInMemory } from "../support/matrix.ts";
import { answering, mutant, said, tool, withTools } from "../support/mutate.ts";

const CHECKS = ["security-command-injection", "security-sql-injection", "security-path-traversal"];

/** A tool of each kind, which takes a text, a whole number and one of two words. */
const taking = (name: string, annotations: Readonly<Record<string, boolean>>): Tool =>
  tool(
    name,
    {
      path: { type: "string" },
      count: { type: "integer", minimum: 3 },
      mode: { type: "string", enum: ["slow", "fast"] },
    },
    () => said("nothing of the kind"),
    { annotations },
  );
const READS = taking("open_note", { readOnlyHint: true, openWorldHint: false });
const ADDS = taking("add_note", { readOnlyHint: false, destructiveHint: false });
const SILENT = taking("keep_note", {});
const WIPES = taking("wipe_note", { readOnlyHint: false, destructiveHint: true });

const callsOf = ({ runs }: Recording) =>
  runs
    .flatMap((run) => run.exchanges)
    .filter((one) => sentMessage(one)?.method === "tools/call")
    .map((one) => {
      const params: Json | undefined = sentMessage(one)?.["params"];
      if (!isObject(params) || !isObject(params["arguments"])) throw new Error("a call without arguments");
      return { name: params["name"], role: one.tags?.["role"], args: params["arguments"] };
    });

describe.each(REVISIONS)("payloads in arguments (%s)", (revision) => {
  const run = (tools: readonly Tool[], named: readonly string[] = []) =>
    runInMemory(
      mutant({ name: "tools of several kinds", revisions: [revision] }, withTools(tools, "only")).server(revision),
      revision,
      "http",
      { only: CHECKS, consent: { tools: named, tokenInQuery: false } },
    );

  it.each([
    ["one that only reads", [WIPES, SILENT, ADDS, READS], "open_note", "readOnlyHint true"],
    ["else one that destroys nothing", [WIPES, SILENT, ADDS], "add_note", "destructiveHint false"],
    ["else one that says nothing", [WIPES, SILENT], "keep_note", "no annotation"],
  ])("reach %s, and no other", async (_, tools, name, tier) => {
    const { recording, report } = await run(tools);
    const calls = callsOf(recording);
    expect(new Set(calls.map((one) => one.name))).toEqual(new Set([name]));
    // What the schema asks for beside the payload is there, and fits.
    for (const { args } of calls)
      expect(args).toMatchObject({ count: 3, mode: expect.stringMatching(/^(slow|fast)$/) });
    const warning = report.warnings.find((one) => one.startsWith("Checks that call tools called")) ?? "";
    expect(warning).toContain(`called "${name}" (${tier}). Not called: `);
    for (const other of tools) {
      const its = String(other.definition["name"]);
      if (its !== name) expect(warning).toContain(`"${its}"`);
    }
    for (const id of CHECKS) {
      const one = report.tests.find((test) => test.id === id);
      expect([id, one?.outcome]).toEqual([id, "pass"]);
      expect(one?.details).toMatch(/\d+ payloads: \d+ answered by a tool, 0 rejected, 0 not answered/);
      expect(one?.details).toContain(`tried on ${name} (path)`);
    }
  });

  it("come after a call that carries none", async () => {
    const { recording } = await run([READS]);
    for (const one of recording.runs) {
      const roles = callsOf({ ...recording, runs: [one] }).map((call) => call.role);
      const first = roles.indexOf("payload");
      if (first < 0) continue;
      expect([one.probe, roles.slice(0, first)]).toEqual([one.probe, expect.arrayContaining(["baseline"])]);
    }
  });

  it("never reach one that destroys, unless it was named", async () => {
    const kept = await run([WIPES]);
    expect(callsOf(kept.recording)).toEqual([]);
    expect(kept.report.tests.map((one) => one.outcome)).toEqual(["skip", "skip", "skip"]);
    const named = await run([WIPES], ["wipe_note"]);
    expect(new Set(callsOf(named.recording).map((one) => one.name))).toEqual(new Set(["wipe_note"]));
  });

  it("prove nothing where no tool took one", async () => {
    // A plain word is taken; what a shell would read in it is not.
    const refusal = answering(
      ({ request }) => request?.method === "tools/call" && /"path":"[^"]*[^\w .*"-]/.test(JSON.stringify(request)),
      (message) => ({ jsonrpc: "2.0", id: message["id"] ?? null, error: { code: -32602, message: "not a name" } }),
    );
    const about = { name: "takes words alone", revisions: [revision] };
    const server = mutant(about, withTools([READS], "only"), refusal).server(revision);
    const { report } = await runInMemory(server, revision, "http", { only: ["security-command-injection"] });
    const [one] = report.tests;
    // Advice that could not be measured is skipped.
    expect(one?.outcome).toBe("skip");
    expect(one?.details).toMatch(
      /no payload reached a tool \((\d+) payloads: 0 answered by a tool, \1 rejected, 0 not/,
    );
  });
});
