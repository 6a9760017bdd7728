import { describe, expect, it } from "vitest";
import type { Ending, Recording, Report } from "../../src/model/mod.ts";
import { SAMPLE } from "../report/sample.ts";
import { call, RECORDING, type WorldOptions } from "./fakes.ts";

const URL_ = "http://127.0.0.1:3000/mcp";

/** A recording whose first request came to this end. */
function endedBy(ending: Ending): Recording {
  const sent = { kind: "stdio", writes: ["{}\n"], ids: [1] } as const;
  const revision = "2025-11-25";
  const exchange = { id: "a#1", label: "a", part: "ask", connection: "1", revision, at: 0, ms: 1, frames: [] } as const;
  return {
    ...RECORDING,
    reached: false,
    runs: [{ probe: "detect", exchanges: [{ ...exchange, sent, ending }], outcome: { kind: "done" } }],
  };
}

const UNREACHED: Report = { ...SAMPLE, reached: false };
const NOT_FOUND: Ending = { kind: "refused", detail: "spawn x ENOENT: the command was not found" };

describe("a command that cannot be started", () => {
  const started = (args: readonly string[], options: WorldOptions = {}, ending: Ending = NOT_FOUND) =>
    call(["test", ...args], { ...options, report: UNREACHED, recording: endedBy(ending) });

  it.each<[readonly string[], WorldOptions, RegExp]>([
    [
      ["no-such"],
      {},
      /was not found\)\. Check how it is written, that it is installed, and that its folder is in PATH/,
    ],
    [["./dist/x"], {}, /Check the path \(a relative one starts in the server's working directory\)/],
    [["dist/server.js"], {}, /A file like this is started by a program: mcp-compliance test node dist\/server\.js/],
    [["server.py"], {}, /mcp-compliance test python3 server\.py/],
    [["run-it"], { files: { "run-it": "#!/bin/sh" } }, /The file run-it of this folder is named by \.\/run-it/],
  ])("%j is a mistake of the command line", async (args, options, message) => {
    const { code, out, err } = await started(args, options);
    expect(err).toMatch(/^mcp-compliance: The command could not be started \(spawn x ENOENT/);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, ""]);
  });

  it("with its arguments in the config's command is told where they go", async () => {
    const files = { "mcp-compliance.config.json": '{ "target": { "type": "stdio", "command": "node s.mjs x" } }' };
    const { code, err } = await started([], { files });
    expect(err).toContain('"node s.mjs x" was taken as the name of one program: give its arguments each by itself');
    expect(code).toBe(2);
  });

  it("is not put down to options that stood behind it", async () => {
    expect((await started(["no-such", "--format", "json"])).err).not.toContain("stood after");
  });

  it("writes no file", async () => {
    const { world } = await started(["no-such", "--report", "json=r.json", "--record", "run.json"]);
    expect(world.files.size).toBe(0);
  });

  it("is told from one that ran and never answered", async () => {
    const exited: Ending = { kind: "exited", code: 1, signal: null, stderr: "" };
    const { code, out } = await started(["node", "s.js"], {}, exited);
    expect([code, out.includes("The server never answered")]).toEqual([3, true]);
  });
});

describe("the working directory", () => {
  it.each<[WorldOptions, RegExp]>([
    [{}, /--cwd: there is no folder sub\. Correct the path, or make it/],
    [{ files: { sub: "" } }, /--cwd: sub is a file/],
  ])("%j", async (options, message) => {
    const { code, err, suite } = await call(["test", "--cwd", "sub", "node", "s.js"], options);
    expect(err).toMatch(message);
    expect([code, suite.runs.length]).toEqual([2, 0]);
  });

  it("of the config is named by its place there", async () => {
    const target = { type: "stdio", command: "node", cwd: "gone" };
    const { code, err } = await call(["test"], {
      files: { "mcp-compliance.config.json": JSON.stringify({ target }) },
    });
    expect([code, err]).toEqual([
      2,
      "mcp-compliance: mcp-compliance.config.json: target.cwd: there is no folder gone. Correct the path, or make it.\n",
    ]);
  });
});

describe("--allow-tool", () => {
  const report: Report = { ...SAMPLE, toolNames: ["write_file", "touch"] };

  it("says which tool the server does not have, and which was probably meant", async () => {
    const { out } = await call(["test", URL_, "--allow-tool", "write-fil", "--format", "json"], { report });
    expect(JSON.parse(out).warnings.at(-1)).toBe(
      "--allow-tool write-fil: the server lists no tool of that name. Did you mean write_file?",
    );
  });

  it("says nothing of a tool that is there, nor where no list was seen", async () => {
    const { out } = await call(["test", URL_, "--allow-tool", "touch", "--format", "json"], { report });
    expect(out).not.toContain("--allow-tool touch");
    const unseen = await call(["test", URL_, "--allow-tool", "x", "--format", "json"], {
      report: { ...SAMPLE, toolNames: [] },
    });
    expect(unseen.out).not.toContain("--allow-tool x:");
  });

  it("is held against the recording by judge too", async () => {
    const recording = { ...RECORDING, consent: { tools: ["zzzzzz"], tokenInQuery: false } };
    const { out } = await call(["judge", "run.json", "--format", "json"], {
      report,
      files: { "run.json": JSON.stringify(recording) },
    });
    expect(JSON.parse(out).warnings).toContain("--allow-tool zzzzzz: the server lists no tool of that name.");
  });
});

describe("--only", () => {
  const warned = async (args: readonly string[], report: Report = SAMPLE) =>
    JSON.parse((await call([...args, "--format", "json"], { report })).out).warnings.at(-1) ?? "";

  it("says that the grade stands for a part", async () => {
    expect(await warned(["test", URL_, "--only", "tools,lifecycle-ping"])).toBe(
      "--only tools,lifecycle-ping: the grade stands for these checks alone.",
    );
    expect(await warned(["test", URL_, "--only", "a,b,c,d,e,f,g"])).toContain("--only a,b,c,d,e and 2 more: the grade");
  });

  it("says nothing without, nor of a run of nothing", async () => {
    expect(await warned(["test", URL_, "--skip", "tools"])).not.toContain("alone");
    expect(await warned(["test", URL_, "--only", "tools"], { ...SAMPLE, tests: [] })).not.toContain("alone");
  });
});

describe("--list", () => {
  it("says what does nothing with it", async () => {
    const args = ["test", "--list", "--report", "json=a.json", "--strict", "--min-grade", "A", "--format", "html"];
    const { err, world, code } = await call(args);
    for (const name of ["report", "strict", "min-grade"]) {
      expect(err).toContain(`--${name} has no effect with --list: nothing is run.`);
    }
    expect(err).toContain("--format html has no effect with --list: the list is text, or JSON.");
    expect([code, world.files.size]).toEqual([0, 0]);
    expect((await call(["test", "--list", "--format", "json"])).err).toBe("");
  });
});

describe("--self", () => {
  const self = async () => ({ target: { kind: "http", url: URL_, headers: [] } as const, close: async () => {} });

  it("says which options do nothing with it", async () => {
    const args = ["test", "--self", "-H", "A: b", "--auth-env", "NONE", "-E", "A=1", "--insecure"];
    const { err } = await call(args, { self });
    for (const name of ["header", "auth-env", "env", "insecure"]) {
      expect(err).toContain(`--${name} has no effect: --self tests the built-in server.`);
    }
  });

  it("takes times", async () => {
    expect((await call(["test", "--self", "--preflight-timeout", "9"], { self })).err).not.toContain("no effect");
  });
});

describe("a folder in which nothing can be written", () => {
  it.each<[string, string, string]>([
    ["json=a.json", ".", "this folder"],
    ["json=out/a.json", "out", "out"],
    ["json=/a.json", "/", "/"],
  ])("is found before the run: %s", async (report, folder, named) => {
    const options = { sealed: [folder], others: { [folder]: "folder" as const } };
    const { code, err, suite } = await call(["test", URL_, "--report", report], options);
    const file = report.slice(5);
    expect(err).toBe(
      `mcp-compliance: --report: ${file} cannot be written: no file can be made in ${named}. Name another place.\n`,
    );
    expect([code, suite.runs.length]).toEqual([2, 0]);
  });
});

describe("files", () => {
  it.each(["mcp-compliance.config.json", "known.json"])("nested beyond reading: %s", async (name) => {
    const files = { [name]: "[".repeat(100_000) };
    const { code, err } = await call(["test", URL_, ...(name === "known.json" ? ["--baseline", name] : [])], { files });
    expect(err).toBe(`mcp-compliance: ${name}: arrays and objects are nested too deeply in it to be read.\n`);
    expect(code).toBe(2);
  });

  const frame = { kind: "head", at: 0, status: 200, headers: [] };
  const sent = { kind: "http", method: "POST", url: URL_, headers: [["A", "b"]], body: "{}", ids: [1] };
  const exchange = { id: "a#1", label: "a", at: 0, ms: 1, frames: [frame], ending: { kind: "complete" }, sent };
  const judge = (one: unknown) => {
    const run = { probe: "a", exchanges: [one], outcome: { kind: "done" } };
    return call(["judge", "r.json"], { files: { "r.json": JSON.stringify({ ...RECORDING, runs: [run] }) } });
  };

  it.each<[string, object]>([
    ["what was sent", { sent: 5 }],
    ["the ids", { sent: { ...sent, ids: undefined } }],
    ["a header", { sent: { ...sent, headers: [["A"]] } }],
    ["a body", { sent: { ...sent, body: {} } }],
    ["the writes", { sent: { kind: "stdio", ids: [] } }],
    ["a frame", { frames: [null] }],
    ["a status", { frames: [{ ...frame, status: "200" }] }],
    ["a text", { frames: [{ kind: "line", at: 0, end: "\n" }] }],
    ["an ending", { ending: {} }],
    ["a label", { label: 1 }],
  ])("a recording in which %s was changed is no bug of ours", async (_, part) => {
    const { code, err } = await judge({ ...exchange, ...part });
    expect([code, err]).toEqual([
      2,
      "mcp-compliance: r.json is a recording with parts missing; it was cut short or changed. Record again.\n",
    ]);
  });

  it("a recording as it was made is judged", async () => {
    expect((await judge(exchange)).err).not.toContain("parts missing");
  });

  it("a line of an --env-file is shown without its place repeated", async () => {
    const { err } = await call(["test", "--env-file", "e", "--", "node"], { files: { e: "A=1\nB C\n" } });
    expect(err).toBe("mcp-compliance: e:2: no = in it. Expected KEY=VALUE, as in LOG_LEVEL=error.\n");
  });
});

describe("colours", () => {
  it.each([["--no-color"], ["--color"]])("%s before the command is %s after it", async (option) => {
    const options = { env: { FORCE_COLOR: option === "--color" ? "0" : "1" }, report: SAMPLE };
    const before = await call([option, "test", URL_], options);
    const after = await call(["test", URL_, option], options);
    expect(before.out).toBe(after.out);
    expect(before.out.includes("\u001b[")).toBe(option === "--color");
  });
});
