import { describe, expect, it } from "vitest";
import { readArgv } from "../../src/cli/argv.ts";
import { TEST_OPTIONS } from "../../src/cli/options.ts";

const TARGET = { kind: "target" } as const;

function read(line: readonly string[]) {
  const argv = readArgv(line, TEST_OPTIONS, TARGET);
  return {
    words: argv.words,
    ...Object.fromEntries([...argv.values].map(([name, values]) => [name, values])),
    ...Object.fromEntries(argv.flags),
  };
}

describe("readArgv()", () => {
  it.each<[readonly string[], object]>([
    [[], { words: [] }],
    [["http://x/mcp"], { words: ["http://x/mcp"] }],
    [["--strict", "http://x/mcp"], { words: ["http://x/mcp"], strict: true }],
    [["http://x/mcp", "--strict"], { words: ["http://x/mcp"], strict: true }],
    [["--timeout", "5", "http://x"], { words: ["http://x"], timeout: ["5"] }],
    [["--timeout=5", "http://x"], { words: ["http://x"], timeout: ["5"] }],
    [["--timeout", "5", "--timeout", "6"], { words: [], timeout: ["5", "6"] }],
    [
      ["-H", "A: b", "http://x", "--header", "C: d", "--header=E: f=g"],
      { words: ["http://x"], header: ["A: b", "C: d", "E: f=g"] },
    ],
    [["-HA: b", "http://x"], { words: ["http://x"], header: ["A: b"] }],
    [["-EA=b", "node", "s.js"], { words: ["node", "s.js"], env: ["A=b"] }],
    [["-E", "A=b=c", "node"], { words: ["node"], env: ["A=b=c"] }],
    [["--auth=", "http://x"], { words: ["http://x"], auth: [""] }],
    [["--auth", "-1", "http://x"], { words: ["http://x"], auth: ["-1"] }],
    [["--auth=--strict", "http://x"], { words: ["http://x"], auth: ["--strict"] }],
    [["--no-strict"], { words: [], strict: false }],
    [["--strict=false"], { words: [], strict: false }],
    [["--no-color"], { words: [], color: false }],
    // The server's own options.
    [["npx", "-y", "some-server", "/tmp"], { words: ["npx", "-y", "some-server", "/tmp"] }],
    [["npx", "-y", "srv", "--root=/x", "--strict"], { words: ["npx", "-y", "srv", "--root=/x"], strict: true }],
    [["--verbose", "--", "node", "s.js", "--verbose"], { words: ["node", "s.js", "--verbose"], verbose: true }],
    [["node", "s.js", "--", "--verbose", "-H", "x"], { words: ["node", "s.js", "--verbose", "-H", "x"] }],
    [["--", "npx", "srv", "--", "--flag"], { words: ["npx", "srv", "--", "--flag"] }],
    [["docker", "run", "-i", "--rm", "-e", "A", "img"], { words: ["docker", "run", "-i", "--rm", "-e", "A", "img"] }],
    [["python", "-m", "srv", "-"], { words: ["python", "-m", "srv", "-"] }],
    [["node", "s.js", "-Hx", "-Ex"], { words: ["node", "s.js", "-Hx", "-Ex"] }],
    [["--spec-version", "AUTO"], { words: [], "spec-version": ["auto"] }],
    [["--min-grade", "b"], { words: [], "min-grade": ["B"] }],
  ])("%j", (line, expected) => expect(read(line)).toEqual(expected));

  it.each<[readonly string[], RegExp]>([
    [["--tiemout", "5", "http://x"], /Unknown option --tiemout\. Did you mean --timeout\?/],
    [["http://x", "--specVersion", "auto"], /Unknown option --specVersion\. Did you mean --spec-version\?/],
    [["-y", "npx", "srv"], /Unknown option -y\..*after --/],
    [["http://x", "-y"], /Unknown option -y/],
    [["--frobnicate"], /Unknown option --frobnicate\. See --help/],
    [["--timeout"], /--timeout needs a value: --timeout <ms>\.$/],
    [["--timeout", "--", "node"], /--timeout needs a value/],
    [["--auth", "--strict", "http://x"], /--auth needs a value.*--auth=--strict/],
    [["--strict=maybe"], /--strict takes no value, but got "maybe"/],
    [["--no-timeout"], /Unknown option --no-timeout/],
    [["--min-grade", "E"], /"E" is not one of A, B, C, D, F\.$/],
    [["--format", "jsn"], /"jsn" is not one of terminal, json.*Did you mean json\?/],
    [["--spec-version", "2025-11-26"], /Did you mean 2025-11-25\?/],
  ])("%j is refused", (line, message) => expect(() => read(line)).toThrow(message));

  it("knows which of our options stood after a command", () => {
    const taken = (line: readonly string[]) => readArgv(line, TEST_OPTIONS, TARGET).afterCommand;
    expect(taken(["--strict", "node", "s.js", "--config", "x.json"])).toEqual(["--config"]);
    expect(taken(["http://x", "--config", "x.json"])).toEqual([]);
    expect(taken(["--strict", "--", "node", "--config", "x"])).toEqual([]);
  });

  it("knows which options of the server are nearly ours", () => {
    const near = (line: readonly string[]) => readArgv(line, TEST_OPTIONS, TARGET).nearlyOurs;
    expect(near(["node", "s.js", "--stric", "--min-grad=A"])).toEqual([
      { word: "--stric", meant: "--strict" },
      { word: "--min-grad=A", meant: "--min-grade" },
    ]);
    expect(near(["--", "node", "s.js", "--stric"])).toEqual([]);
    expect(near(["node", "s.js", "--", "--stric"])).toEqual([]);
    expect(near(["npx", "-y", "srv", "--root=/x", "--port", "80", "-s", "--log"])).toEqual([]);
  });

  it("takes no more plain words than there are", () => {
    const plain = { kind: "plain", names: ["recording"] } as const;
    expect(readArgv(["a.json"], TEST_OPTIONS, plain).words).toEqual(["a.json"]);
    expect(() => readArgv(["a", "b"], TEST_OPTIONS, plain)).toThrow(
      /Unexpected argument "b": this command takes <recording>/,
    );
    expect(() => readArgv(["a", "--bogus"], TEST_OPTIONS, plain)).toThrow(/Unknown option --bogus/);
  });
});
