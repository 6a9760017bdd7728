import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/cli/config.ts";
import { CONFIG_SCHEMA, CONFIG_TABLE, checkConfig } from "../../src/cli/config-table.ts";
import { expectGolden } from "../report/golden.ts";
import { call, fakeWorld, soundReport } from "./fakes.ts";

describe("loadConfig()", () => {
  const load = (files: Readonly<Record<string, string>>, named?: string) => loadConfig(fakeWorld({ files }), named);

  it("searches in order", async () => {
    const files: Record<string, string> = {
      "mcp-compliance.config.json": '{"retries": 1}',
      ".mcp-compliancerc.json": '{"retries": 2}',
      ".mcp-compliancerc": '{"retries": 3}',
      "package.json": '{"mcp-compliance": {"retries": 4}}',
    };
    for (const expected of [1, 2, 3, 4]) {
      expect((await load(files)).retries).toBe(expected);
      delete files[Object.keys(files)[0] ?? ""];
    }
    expect(await load(files)).toEqual({});
  });

  it("reads the file that was named, and no other", async () => {
    const files = { "mcp-compliance.config.json": '{"retries": 1}', "x.json": '{"retries": 9}' };
    expect((await load(files, "x.json")).retries).toBe(9);
    await expect(load(files, "y.json")).rejects.toThrow(/there is no file y\.json/);
  });

  it("reads its own key of a package.json that was named", async () => {
    const files = { "package.json": '{"name": "x", "mcp-compliance": {"retries": 4}}', "sub/package.json": "{}" };
    expect((await load(files, "package.json")).retries).toBe(4);
    await expect(load(files, "sub/package.json")).rejects.toThrow(/has no "mcp-compliance" key/);
  });

  it("allows comments, trailing commas, a byte order mark and $schema", async () => {
    const text = '\uFEFF{ // why\n "$schema": "x", /* more */ "retries": 1,\n}';
    expect((await load({ ".mcp-compliancerc": text })).retries).toBe(1);
  });

  it("names line and column of a mistake", async () => {
    const text = '{\n  "retries": ,\n}';
    await expect(load({ ".mcp-compliancerc": text })).rejects.toThrow(/\.mcp-compliancerc:2:14: .*value expected/);
    await expect(load({ ".mcp-compliancerc": "" })).rejects.toThrow(/value expected/);
  });

  it("leaves a package.json alone that does not name us", async () => {
    expect(await load({ "package.json": "{ broken" })).toEqual({});
    expect(await load({ "package.json": '{"dependencies": {"mcp-compliance": "1"}}' })).toEqual({});
  });

  it("says what could not be read", async () => {
    const world = fakeWorld({ broken: ["mcp-compliance.config.json"] });
    await expect(loadConfig(world, undefined)).rejects.toThrow(/could not be read: EACCES/);
  });
});

describe("checkConfig()", () => {
  it("takes every key of the documentation", () => {
    const config = {
      target: { type: "http", url: "https://x/mcp", headers: { A: "b" }, headerEnv: { "X-Key": "KEY" } },
      timeout: 1,
      startupTimeout: 2,
      preflightTimeout: 3,
      retries: 0,
      concurrency: 4,
      only: ["tools"],
      skip: [],
      strict: true,
      minGrade: "B",
      format: "json",
      specVersion: "auto",
      profile: "full",
      baseline: "b.json",
    };
    expect(checkConfig("c", config)).toEqual({ file: "c", ...config });
    const stdio = { type: "stdio", command: "node", args: ["s.js"], env: { A: "b" }, envFrom: ["KEY"], cwd: "sub" };
    expect(checkConfig("c", { target: stdio }).target).toEqual(stdio);
  });

  it.each<[unknown, RegExp]>([
    [{ timeuot: 1 }, /c: unknown key "timeuot"\. Did you mean timeout\?/],
    [{ "spec-version": "auto" }, /Did you mean specVersion\?/],
    [
      { target: { type: "http", url: "https://x", heders: {} } },
      /c: target: unknown key "heders"\. Did you mean headers\?/,
    ],
    [{ target: { type: "stdio" } }, /"command" is missing/],
    [{ target: { type: "http" } }, /"url" is missing/],
    [{ target: { type: "htp", url: "x" } }, /c: target\.type: expected "http" or "stdio", found "htp"/],
    [{ target: "https://x" }, /an object with "type"/],
    [{ target: { type: "stdio", command: "x", env: { A: 1 } } }, /c: target\.env\.A: expected a text.*found 1/],
    [{ target: { type: "http", url: "https://x", headers: { "A b": "1" } } }, /no name of a header/],
    [{ timeout: "5" }, /c: timeout: expected milliseconds.*found "5"/],
    [{ timeout: 0 }, /found 0/],
    [{ retries: 1.5 }, /found 1\.5/],
    [{ only: "tools" }, /c: only: expected an array of texts/],
    [{ strict: "yes" }, /expected true or false/],
    [{ minGrade: "a" }, /expected one of "A"/],
    [{ format: "jsn" }, /Did you mean json\?/],
    [{ specVersion: "2025-11-26" }, /Did you mean 2025-11-25\?/],
    [{ __proto__x: 1, constructor: 1 }, /unknown key/],
    [{ target: { url: "https://x" } }, /expected "http" or "stdio", found nothing\. It has a "url": "type": "http"\./],
    [{ target: { command: "x" } }, /"type": "stdio"\./],
    [
      { target: { type: "http", url: "https://x", headers: { A: "b" }, headerEnv: { a: "B" } } },
      /a stands in "headers" and/,
    ],
    [
      { target: { type: "http", url: "https://x", headerEnv: { A: "Bearer x" } } },
      /the name of an environment variable, not the value/,
    ],
    [
      { target: { type: "stdio", command: "x", env: { A: "b" }, envFrom: ["A"] } },
      /A stands in "env" and in "envFrom"/,
    ],
    [
      { target: { type: "stdio", command: "x", envFrom: ["A=secret"] } },
      /names of environment variables.*Write "A" here/,
    ],
    [{ target: { type: "stdio", command: "x", comand: "y" } }, /Did you mean command\?/],
    [{ startupTimeout: "1" }, /c: startupTimeout: expected milliseconds/],
    [{ preflightTimeout: -1 }, /c: preflightTimeout: expected milliseconds/],
    [{ concurrency: 0 }, /c: concurrency: expected a number of checks, as 4 \(a whole number from 1 to 256\), found 0/],
    [{ skip: [1] }, /c: skip: expected an array of texts/],
    [{ profile: "ful" }, /Did you mean full\?/],
    [{ baseline: "" }, /c: baseline: expected a text that is not empty/],
    [{ baselin: "x" }, /Did you mean baseline\?/],
    [{ $schema: 1 }, /\$schema: expected a text/],
    [[], /expected an object, found \[\]/],
    [null, /expected an object, found null/],
  ])("%j is refused", (value, message) => expect(() => checkConfig("c", value)).toThrow(message));
});

describe("the command line over the config over the defaults", () => {
  const URL_ = "http://127.0.0.1:3000/mcp";
  const sound = soundReport([]);

  /** What a run was given, with this in the config and these options. */
  async function settled(config: object, ...args: readonly string[]) {
    const files = { "mcp-compliance.config.json": JSON.stringify(config), "b.json": BASELINE, "c.json": BASELINE };
    const { code, out, err, suite } = await call(["test", ...args], { files });
    return { code, out, err, run: suite.runs[0] };
  }
  const BASELINE = '{"format":"mcp-compliance-baseline/1","failures":[]}';

  it.each([
    ["timeout", "timeoutMs", 7, "--timeout", "9", 9, 15_000],
    ["startupTimeout", "startupTimeoutMs", 7, "--startup-timeout", "9", 9, 60_000],
    ["preflightTimeout", "preflightTimeoutMs", 7, "--preflight-timeout", "9", 9, 10_000],
    ["retries", "retries", 7, "--retries", "9", 9, 0],
    ["concurrency", "concurrency", 7, "--concurrency", "9", 9, 1],
    ["only", "only", ["tools"], "--only", "errors", ["errors"], []],
    ["skip", "skip", ["tools"], "--skip", "errors", ["errors"], []],
    ["specVersion", "specVersion", "2025-11-25", "--spec-version", "2026-07-28", "2026-07-28", "auto"],
    ["profile", "profile", "full", "--profile", "core", "core", "core"],
  ] as const)("%s", async (key, setting, own, option, given, over, otherwise) => {
    expect((await settled({}, URL_)).run?.[setting]).toEqual(otherwise);
    expect((await settled({ [key]: own }, URL_)).run?.[setting]).toEqual(own);
    expect((await settled({ [key]: own }, URL_, option, given)).run?.[setting]).toEqual(over);
  });

  it("target", async () => {
    const target = { type: "http", url: "https://config.example/mcp" };
    expect((await settled({ target })).run?.target).toMatchObject({ url: "https://config.example/mcp" });
    expect((await settled({ target }, URL_)).run?.target).toMatchObject({ url: URL_ });
    expect((await settled({})).err).toContain("no target was given");
  });

  it("format", async () => {
    expect((await settled({}, URL_)).out).toContain("Grade D");
    expect((await settled({ format: "junit" }, URL_)).out).toContain("<testsuites");
    expect((await settled({ format: "junit" }, URL_, "--format", "github")).out).toContain("::notice");
  });

  it("strict", async () => {
    expect((await settled({}, URL_)).code).toBe(0);
    expect((await settled({ strict: true }, URL_)).code).toBe(1);
    expect((await settled({ strict: true }, URL_, "--no-strict")).code).toBe(0);
    expect((await settled({ strict: false }, URL_, "--strict")).code).toBe(1);
  });

  it("minGrade", async () => {
    expect((await settled({ minGrade: "A" }, URL_)).code).toBe(1);
    expect((await settled({ minGrade: "A" }, URL_, "--min-grade", "D")).code).toBe(0);
    expect((await settled({ minGrade: "D" }, URL_, "--min-grade", "A")).code).toBe(1);
  });

  it("covers every key of the table", () => {
    const covered = [
      "target",
      "timeout",
      "startupTimeout",
      "preflightTimeout",
      "retries",
      "concurrency",
      "only",
      "skip",
    ];
    const more = ["strict", "minGrade", "format", "specVersion", "profile", "baseline"];
    expect(Object.keys(CONFIG_TABLE)).toEqual([...covered, ...more]);
  });

  it("values of the target come from the environment where the config says so", async () => {
    const run = async (target: object, env: Record<string, string>, ...args: readonly string[]) => {
      const files = { "mcp-compliance.config.json": JSON.stringify({ target }) };
      return await call(["test", ...args], { files, env, report: sound });
    };
    const http = { type: "http", url: URL_, headers: { A: "b" }, headerEnv: { Authorization: "TOKEN" } };
    expect((await run(http, { TOKEN: "Bearer x\n" })).suite.runs[0]?.target).toMatchObject({
      headers: [
        ["A", "b"],
        ["Authorization", "Bearer x"],
      ],
    });
    const missing = await run(http, {});
    expect([missing.code, missing.suite.runs]).toEqual([2, []]);
    expect(missing.err).toContain("target.headerEnv.Authorization: the environment variable TOKEN is not set");
    expect((await run(http, {}, "--auth", "own")).suite.runs[0]?.target).toMatchObject({
      headers: [
        ["A", "b"],
        ["Authorization", "own"],
      ],
    });
    const stdio = { type: "stdio", command: "node", args: ["s.js"], env: { B: "1" }, envFrom: ["KEY"] };
    expect((await run(stdio, { KEY: " k " })).suite.runs[0]?.target).toMatchObject({ env: { B: "1", KEY: " k " } });
    expect((await run(stdio, {})).err).toContain("target.envFrom: the environment variable KEY is not set");
    expect((await run(stdio, {}, "-E", "KEY=own")).suite.runs[0]?.target).toMatchObject({
      env: { B: "1", KEY: "own" },
    });
  });
});

describe("schemas/config.v1.json", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  ajv.addVocabulary(["allowComments", "allowTrailingCommas"]);
  const validate = ajv.compile(CONFIG_SCHEMA);

  it("is made of the table that the parser uses", () => {
    expectGolden("../../../schemas/config.v1.json", `${JSON.stringify(CONFIG_SCHEMA, null, 2)}\n`);
  });

  it.each<[object]>([
    [{}],
    [{ $schema: "./x.json" }],
    [{ $schema: 1 }],
    [{ timeout: 1 }],
    [{ timeout: 0 }],
    [{ timeout: "1" }],
    [{ timeuot: 1 }],
    [{ retries: 101 }],
    [{ only: ["tools"], skip: [] }],
    [{ only: "tools" }],
    [{ minGrade: "B" }],
    [{ minGrade: "E" }],
    [{ profile: "full", format: "html", specVersion: "auto", strict: true, baseline: "b.json" }],
    [{ baseline: "" }],
    [{ target: { type: "http", url: "https://x" } }],
    [{ target: { type: "http" } }],
    [{ target: { type: "http", url: "https://x", headers: { "A b": "c" } } }],
    [{ target: { type: "http", url: "https://x", headers: { A: "b" }, headerEnv: { C: "D" } } }],
    [{ target: { type: "http", url: "https://x", headerEnv: { C: "Bearer D" } } }],
    [{ target: { type: "http", url: "https://x", command: "x" } }],
    [{ target: { type: "stdio", command: "x", args: ["y"], env: { A: "b" }, envFrom: ["C"], cwd: "d" } }],
    [{ target: { type: "stdio", command: "x", env: { A: 1 } } }],
    [{ target: { type: "stdio", command: "x", envFrom: ["C=d"] } }],
    [{ target: { type: "stdio" } }],
    [{ target: { url: "https://x" } }],
    [{ target: "https://x" }],
  ])("says the same of %j as the parser", (value) => {
    let taken = true;
    try {
      checkConfig("c", value);
    } catch {
      taken = false;
    }
    expect(validate(value)).toBe(taken);
  });
});
