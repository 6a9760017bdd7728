import { describe, expect, it } from "vitest";
import { checkConfig, loadConfig } from "../../src/cli/config.ts";
import { fakeWorld } from "./fakes.ts";

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
      target: { type: "http", url: "https://x/mcp", headers: { A: "b" } },
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
    const stdio = { type: "stdio", command: "node", args: ["s.js"], env: { A: "b" }, cwd: "sub" };
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
    [[], /expected an object, found \[\]/],
    [null, /expected an object, found null/],
  ])("%j is refused", (value, message) => expect(() => checkConfig("c", value)).toThrow(message));
});
