import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { widthOf } from "../../src/report/width.ts";
import { TOOL_VERSION } from "../../src/version.ts";
import { call, RECORDING } from "./fakes.ts";

describe("the command line", () => {
  it("says its version", async () => {
    for (const word of ["--version", "-v", "version"]) {
      expect(await call([word])).toMatchObject({ code: 0, out: `${TOOL_VERSION}\n` });
    }
    const own = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(TOOL_VERSION).toBe(own.version);
  });

  it("helps", async () => {
    for (const args of [["--help"], ["-h"], ["help"]]) {
      const { code, out } = await call(args);
      expect(code).toBe(0);
      for (const word of ["Usage", "test", "judge", "Examples", "--self"]) expect(out).toContain(word);
      for (const line of out.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    }
    const { code, out, err } = await call([]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Commands");
  });

  it.each(COMMANDS.map((command) => command.name))("helps with %s, within the terminal's width", async (name) => {
    for (const args of [
      [name, "--help"],
      [name, "-h"],
      ["help", name],
      ["--help", name],
      [name, "--bogus", "--help"],
    ]) {
      const { code, out } = await call(args);
      expect(code).toBe(0);
      expect(out).toContain(`mcp-compliance ${name} `);
      expect(out).toContain("--help");
      expect(out).toMatch(/\nExamples\n.*mcp-compliance /s);
      for (const line of out.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    }
  });

  it("names every option in the help, but those of later versions", async () => {
    const { TEST_OPTIONS } = await import("../../src/cli/options.ts");
    const { out } = await call(["test", "--help"]);
    for (const [name, option] of Object.entries(TEST_OPTIONS)) {
      const shown = out.includes(name === "color" ? "--no-color" : `--${name}`);
      expect(shown, name).toBe(!("hidden" in option));
    }
  });

  it("of judge, which has no child, speaks of none", async () => {
    const { out } = await call(["judge", "--help"]);
    expect(out).toMatch(/--verbose +Every finding/);
    expect(out).not.toMatch(/child|as it comes/);
  });

  it("leaves the server's --help to the server", async () => {
    const { suite } = await call(["test", "--", "node", "s.js", "--help"]);
    expect(suite.runs[0]?.target).toMatchObject({ args: ["s.js", "--help"] });
  });

  it.each([
    [["tset"], /Unknown command "tset"\. Did you mean test\?/],
    [["frob"], /Unknown command "frob"\. Commands: test, .*judge/],
    [["https://x/mcp"], /A command is missing\. To test this server: mcp-compliance test https:\/\/x\/mcp/],
    [["--strict", "test"], /The command comes first/],
    [
      ["node", "server.js"],
      /Unknown command "node"\. To test the server that it starts: mcp-compliance test node \.\.\./,
    ],
    [["./server.py"], /mcp-compliance test \.\/server\.py \.\.\./],
    [["check", "x"], /Unknown command "check"\. Did you mean test\?/],
    [["constructor"], /Unknown command "constructor"\. Commands:/],
    [["help", "tset"], /Did you mean test\?/],
  ])("%j is refused", async (args, message) => {
    const { code, err } = await call(args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe("test --list", () => {
  it("prints each catalogue in its own section, and never connects", async () => {
    const { code, out, suite } = await call(["test", "--list"]);
    expect([code, suite.runs.length]).toEqual([0, 0]);
    expect(out).toMatch(/MCP 2025-11-25: 4 checks[\s\S]*MCP 2026-07-28: 2 checks/);
    expect(out).toMatch(/\* transport-post .*\(http only\)/);
    expect(out).toMatch(/\+ tools-list/);
    expect(out).not.toContain("tools-extra");
  });

  it("filters by revision, transport, profile and items", async () => {
    const { out } = await call([
      "test",
      "--list",
      "--spec-version=2025-11-25",
      "--transport=stdio",
      "--profile=full",
      "--skip=lifecycle",
    ]);
    expect(out).toContain("MCP 2025-11-25 over stdio: 3 checks");
    for (const id of ["stdio-framing", "tools-list", "tools-extra"]) expect(out).toContain(id);
    for (const id of ["transport-post", "lifecycle-init", "2026-07-28"]) expect(out).not.toContain(id);
  });

  it("takes the transport from the target", async () => {
    const { out, suite, err } = await call(["test", "--list", "--transport", "http", "node", "s.js"]);
    expect(out).toContain("over stdio");
    expect(err).toMatch(/--transport http has no effect/);
    expect(suite.runs).toEqual([]);
  });

  it("warns under the catalogue in which a value matches nothing", async () => {
    const { out, code } = await call(["test", "--list", "--only", "lifecycle-init"]);
    const [old = "", modern = ""] = out.split("MCP 2026-07-28");
    expect(old).not.toContain("Warning");
    expect(modern).toContain("Warning: lifecycle-init matches nothing");
    expect(modern).toContain("No tests would run -- check --only/--skip.");
    expect(code).toBe(0);
  });

  it("does not warn of what only the other transport has, while both are listed", async () => {
    const { out } = await call(["test", "--list", "--spec-version=2025-11-25", "--only", "transport-post"]);
    expect(out).not.toContain("Warning");
  });

  it("prints JSON", async () => {
    const { out } = await call(["test", "--list", "--format", "json", "--transport", "http"]);
    const value = JSON.parse(out);
    expect(value.catalogues.map((one: { specVersion: string }) => one.specVersion)).toEqual([
      "2025-11-25",
      "2026-07-28",
    ]);
    expect(value.catalogues[0].tests[0]).toEqual({
      id: "transport-post",
      category: "transport",
      required: true,
      title: "The title of transport-post",
      transports: ["http"],
      profile: "core",
    });
  });
});

describe("judge", () => {
  const text = JSON.stringify(RECORDING);

  it("judges a recording again", async () => {
    const { code, out, suite } = await call(["judge", "run.json", "--only", "tools", "--profile", "full"], {
      files: { "run.json": text },
    });
    expect(code).toBe(0);
    expect(out).toContain("Grade D");
    expect(suite.judged).toEqual([{ recording: RECORDING, selection: { only: ["tools"], skip: [], profile: "full" } }]);
    expect(suite.runs).toEqual([]);
  });

  it("has the gates, formats and files of test", async () => {
    const { code, out, world } = await call(
      ["judge", "--strict", "--format", "json", "--report", "terminal=r.txt", "run.json"],
      { files: { "run.json": text } },
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: "1" });
    expect(world.files.get("r.txt")).toContain("Grade D");
  });

  it("does not write over the recording", async () => {
    const { code, world } = await call(["judge", "run.json", "--report", "json=run.json"], {
      files: { "run.json": text },
    });
    expect(code).toBe(2);
    expect(world.files.get("run.json")).toBe(text);
  });

  it.each<[string | undefined, RegExp]>([
    [undefined, /judge: there is no file run\.json/],
    ["{", /run\.json is no recording: it is not JSON/],
    ["[]", /it has no "format"/],
    ['{"schemaVersion":"1"}', /It is a report; a recording is what --record writes/],
    ['{"format":"mcp-compliance-recording/9"}', /this version reads "mcp-compliance-recording\/1"/],
    ['{"format":"mcp-compliance-recording/1","revision":"2030-01-01"}', /"revision" is "2030-01-01"/],
    ['{"format":"mcp-compliance-recording/1","revision":"2025-11-25"}', /parts missing/],
    [text.replace('"runs":[]', '"runs":[{"probe":"a","outcome":{"kind":"done"},"exchanges":[{}]}]'), /parts missing/],
  ])("refuses %s", async (content, message) => {
    const { code, err } = await call(
      ["judge", "run.json"],
      content === undefined ? {} : { files: { "run.json": content } },
    );
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it("asks for the recording", async () => {
    const { code, err } = await call(["judge"]);
    expect([code, /Which recording\?/.test(err)]).toEqual([2, true]);
  });
});
