import { describe, expect, it } from "vitest";
import { splitCommand } from "../../src/cli/split.ts";
import {
  fromEnv,
  headerFromEnv,
  parseEnvFile,
  parseHeader,
  parseList,
  parseMs,
  parsePair,
  parseWhole,
} from "../../src/cli/values.ts";

describe("splitCommand()", () => {
  it.each([
    ["node server.js --x", ["node", "server.js", "--x"]],
    ["  node \t server.js\n", ["node", "server.js"]],
    [`node "my server.js" 'a b'`, ["node", "my server.js", "a b"]],
    [`node a" b "c`, ["node", "a b c"]],
    [`node ''`, ["node", ""]],
    [`node a\\ b`, ["node", "a b"]],
    [`node "a\\"b" 'c\\d'`, ["node", 'a"b', "c\\d"]],
    [`node "a\\nb"`, ["node", "a\\nb"]],
    [`node '$HOME' "\\$HOME" '|'`, ["node", "$HOME", "$HOME", "|"]],
    ["node http://x/?a=1&b=2", ["node", "http://x/?a=1&b=2"]],
    ["", []],
  ])("%s", (text, words) => expect(splitCommand(text)).toEqual(words));

  it.each([
    ["C:\\srv\\a.exe --root C:\\data", ["C:\\srv\\a.exe", "--root", "C:\\data"]],
    [`"C:\\Program Files\\srv\\a.exe" x`, ["C:\\Program Files\\srv\\a.exe", "x"]],
    [`node "a\\"b"`, ["node", 'a"b']],
    ["node it's", ["node", "it's"]],
    ["node 'a b'", ["node", "a b"]],
  ])("%s on Windows", (text, words) => expect(splitCommand(text, true)).toEqual(words));

  it.each([
    ['node "open', /never closed/],
    ["node a | tee log", /"\|", which only a shell understands/],
    ["node a > log", /only a shell/],
    ["A && B", /only a shell/],
    ["node $HOME/x", /only a shell/],
    ['node "$HOME"', /only a shell/],
    ["node ~/x.js", /only a shell/],
    ["node `pwd`", /only a shell/],
  ])("%s is refused", (text, message) => expect(() => splitCommand(text)).toThrow(message));
});

describe("headers", () => {
  it.each([
    ["X-Api-Key: abc", ["X-Api-Key", "abc"]],
    ["X:y:z", ["X", "y:z"]],
    ["X:", ["X", ""]],
    ["X:  two  words ", ["X", "two  words"]],
  ])("%s", (text, header) => expect(parseHeader("-H", text)).toEqual(header));

  it.each([
    ["Bearer secret-token", /no colon/],
    [": x", /name before the colon is empty/],
    ["a b: x", /"a b" is no name of a header/],
    ["A: x\r\nEvil: y", /line break/],
    ["A: x\u0001", /control character/],
    ["A: →", /outside Latin-1/],
  ])("%j is refused", (text, message) => expect(() => parseHeader("-H", text)).toThrow(message));

  it("never repeats a value in an error", () => {
    for (const text of ["Bearer secret-token", "A: secret-token\r\n\nx", "A: secret-token→"]) {
      expect(() => parseHeader("-H", text)).toThrow(/^(?!.*secret-token)/s);
    }
  });

  it("takes a value from the environment", () => {
    expect(headerFromEnv("--header-env", "X-Key: KEY", { KEY: "v\n" })).toEqual(["X-Key", "v"]);
    expect(() => headerFromEnv("--header-env", "X-Key: KEY", {})).toThrow(/variable KEY is not set/);
    expect(() => headerFromEnv("--header-env", "X-Key", {})).toThrow(/expected "Header: VARIABLE"/);
    expect(() => fromEnv("--auth-env", "KEY", { KEY: "" })).toThrow(/is empty/);
  });
});

describe("parsePair()", () => {
  it.each([
    ["A=b", ["A", "b"]],
    ["A=", ["A", ""]],
    ["A=b=c", ["A", "b=c"]],
  ])("%s", (text, pair) => expect(parsePair("-E", text)).toEqual(pair));
  it.each([
    ["A", /no = in it/],
    ["=b", /no name before/],
    ["A B=c", /blank in it/],
    ["A=\0", /NUL/],
  ])("%j is refused", (text, message) => expect(() => parsePair("-E", text)).toThrow(message));
});

describe("parseEnvFile()", () => {
  it("reads what dotenv reads", () => {
    const text = `\uFEFF# comment\n\nA=1\r\nexport B = two words \nC="x # y\\nz" # tail\nD='a\\nb'\nE=v # tail\nF=a#b\nG=\n`;
    expect(parseEnvFile(".env", text)).toEqual({
      A: "1",
      B: "two words",
      C: "x # y\nz",
      D: "a\\nb",
      E: "v",
      F: "a#b",
      G: "",
    });
  });
  it("names the line of a mistake", () => {
    expect(() => parseEnvFile(".env", "A=1\noops\n")).toThrow(/\.env:2: no = in it/);
  });
});

describe("numbers and lists", () => {
  it("reads milliseconds", () => expect(parseMs("--timeout", "15000")).toBe(15000));
  it.each([
    ["5s", /Write --timeout 5000/],
    ["1.5s", /Write --timeout 1500/],
    ["abc", /no whole number of milliseconds/],
    ["1.5", /no whole number/],
    ["1e3", /no whole number/],
    ["0", /out of range/],
    ["-5", /out of range/],
    ["99999999999", /out of range/],
    ["", /no whole number/],
  ])("%s is refused", (text, message) => expect(() => parseMs("--timeout", text)).toThrow(message));
  it("keeps to the bounds", () => {
    expect(parseWhole("--retries", "0", 0, 100, "", "2")).toBe(0);
    expect(() => parseWhole("--retries", "101", 0, 100, "", "2")).toThrow(/Expected 0 to 100/);
  });
  it("splits lists", () => expect(parseList(["a, b", "c,,a"])).toEqual(["a", "b", "c"]));
});
