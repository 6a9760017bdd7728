import { describe, expect, it } from "vitest";
import { judgeGates } from "../../src/cli/gates.ts";
import type { Report } from "../../src/model/mod.ts";
import { UserFault } from "../../src/model/mod.ts";
import { hostileReport, result, SAMPLE } from "../report/sample.ts";
import { call, RECORDING, soundReport } from "./fakes.ts";

const URL_ = "http://127.0.0.1:3000/mcp";
const sound = soundReport([result({ id: "a", outcome: "pass", required: true }), result({ id: "b", outcome: "fail" })]);
const blind = soundReport([
  result({ id: "a", outcome: "pass", required: true }),
  result({ id: "b", outcome: "unknown", required: true, details: "Not evaluable: silence" }),
]);
const empty: Report = { ...SAMPLE, tests: [], grade: "F", score: 0 };

describe("test: a slip of the pen", () => {
  it("that takes a gate away is told of", async () => {
    const { err, suite } = await call(["test", "node", "s.js", "--stric"]);
    expect(err).toContain("--stric was given to the server: mcp-compliance has no such option. If --strict was meant");
    expect(suite.runs[0]?.target).toMatchObject({ args: ["s.js", "--stric"] });
    expect((await call(["test", "--", "node", "s.js", "--stric"])).err).not.toContain("--stric");
  });
});

describe("test: the target", () => {
  const targetOf = async (args: readonly string[], options: Parameters<typeof call>[1] = {}) =>
    (await call(["test", ...args], options)).suite.runs[0]?.target;

  it("is a URL", async () => {
    expect(await targetOf([URL_])).toEqual({ kind: "http", url: URL_, headers: [] });
    expect(await targetOf([`${URL_}#part`])).toMatchObject({ url: URL_ });
  });

  it("is a URL with headers", async () => {
    const env = { TOKEN: "Bearer abc\n", KEY: "k" };
    const args = [URL_, "-H", "A: b", "--header-env", "X-Key: KEY", "--auth-env", "TOKEN"];
    expect(await targetOf(args, { env })).toMatchObject({
      headers: [
        ["A", "b"],
        ["X-Key", "k"],
        ["Authorization", "Bearer abc"],
      ],
    });
    expect(await targetOf([URL_, "--auth", "Bearer x"])).toMatchObject({ headers: [["Authorization", "Bearer x"]] });
  });

  it("is a URL with a certificate authority, or without verification", async () => {
    const pem = "-----BEGIN CERTIFICATE-----\n";
    const files = { "ca.pem": pem };
    expect(await targetOf([URL_, "--ca", "ca.pem", "--insecure"], { files })).toMatchObject({
      ca: pem,
      insecure: true,
    });
  });

  it("is a command", async () => {
    const target = await targetOf(["npx", "-y", "srv", "/tmp", "-E", "A=1", "--cwd", "sub"], {
      others: { sub: "folder" },
    });
    expect(target).toEqual({ kind: "stdio", command: "npx", args: ["-y", "srv", "/tmp"], env: { A: "1" }, cwd: "sub" });
  });

  it("is one quoted command", async () => {
    expect(await targetOf(["node 'a b.js' --x"])).toMatchObject({ command: "node", args: ["a b.js", "--x"] });
    expect(await targetOf(["--", "node s.js"])).toMatchObject({ command: "node", args: ["s.js"] });
  });

  it("is the path of a file with blanks in it", async () => {
    expect(await targetOf(["/my dir/srv"], { files: { "/my dir/srv": "" } })).toMatchObject({
      command: "/my dir/srv",
      args: [],
    });
  });

  it("has the variables of a file, and over them those of -E", async () => {
    const files = { ".env": "A=1\nB=2\n" };
    expect(await targetOf(["--env-file", ".env", "-E", "B=3", "--", "node", "s.js"], { files })).toMatchObject({
      env: { A: "1", B: "3" },
    });
  });

  it("comes from the config, with the options over it", async () => {
    const target = { type: "http", url: URL_, headers: { Authorization: "old", A: "b" } };
    const files = { "mcp-compliance.config.json": JSON.stringify({ target }) };
    expect(await targetOf(["--auth", "new"], { files })).toMatchObject({
      headers: [
        ["A", "b"],
        ["Authorization", "new"],
      ],
    });
    const child = { type: "stdio", command: "node", args: ["s.js"], env: { A: "1" }, cwd: "x" };
    const other = { "mcp-compliance.config.json": JSON.stringify({ target: child }) };
    expect(await targetOf(["-E", "B=2", "--cwd", "y"], { files: other, others: { y: "folder" } })).toEqual({
      kind: "stdio",
      command: "node",
      args: ["s.js"],
      env: { A: "1", B: "2" },
      cwd: "y",
    });
  });

  it("of the command line never gets the config's headers", async () => {
    const target = { type: "http", url: "https://mine.example/mcp", headers: { Authorization: "secret" } };
    const files = { "mcp-compliance.config.json": JSON.stringify({ target }) };
    expect(await targetOf(["https://other.example/mcp"], { files })).toMatchObject({ headers: [] });
  });

  it("is the built-in server", async () => {
    let closed = 0;
    const self = async () => ({
      target: { kind: "http", url: "http://127.0.0.1:1/mcp", headers: [] } as const,
      close: async () => {
        closed += 1;
      },
    });
    expect(await targetOf(["--self"], { self })).toMatchObject({ url: "http://127.0.0.1:1/mcp" });
    expect(closed).toBe(1);
  });
});

describe("test: what a person got wrong is exit code 2 with a remedy", () => {
  it.each<[readonly string[], RegExp]>([
    [[], /no target was given[\s\S]*mcp-compliance test https:[\s\S]*mcp-compliance test npx[\s\S]*--self/],
    [["--"], /no command after --/],
    [[""], /target is empty/],
    [["localhost:3000/mcp"], /Write http:\/\/localhost:3000\/mcp/],
    [["ws://x/mcp"], /"ws" URLs cannot be tested/],
    [["http://"], /no valid URL/],
    [["http://user:secret@x/mcp"], /user name or password in it/],
    [[URL_, "extra"], /Unexpected "extra" after the URL/],
    [[URL_, "-H", "Bearer x"], /-H: no colon/],
    [[URL_, "--auth", "a", "-H", "authorization: b"], /more than once/],
    [[URL_, "--auth", " "], /--auth is empty/],
    [[URL_, "--auth-env", "NOPE"], /variable NOPE is not set/],
    [[URL_, "--ca", "nope.pem"], /--ca: there is no file nope\.pem/],
    [["--env-file", "nope", "node", "s.js"], /--env-file: there is no file nope/],
    [["-E", "A", "node", "s.js"], /-E: no = in it/],
    [[URL_, "--timeout", "5s"], /Write --timeout 5000/],
    [[URL_, "--retries", "-1"], /out of range/],
    [[URL_, "--concurrency", "0"], /out of range/],
    [[URL_, "--only", ""], /--only is empty/],
    [[URL_, "--config", "nope.json"], /no file nope\.json/],
    [[URL_, "--report", "json"], /expected format=file/],
    [[URL_, "--report", "jsn=x"], /Did you mean json\?/],
    [[URL_, "--report", "json=x", "--record", "./x"], /written twice/],
    [[URL_, "--output", "b.png"], /b\.png is no name for one\. Expected a name that ends in \.svg/],
    [[URL_, "--output", "report.json"], /a report is written by --report format=file/],
    [[URL_, "--report", "json=out/r.json"], /--report: out\/r\.json cannot be written: there is no folder out/],
    [[URL_, "--timeout", "0"], /Expected 1 to 2147483647 milliseconds/],
    [["--self", URL_], /cannot be tested in the same run/],
    [["--self"], /no reference server in it/],
  ])("%j", async (args, message) => {
    const { code, err, out, suite } = await call(["test", ...args]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(suite.runs).toEqual([]);
  });

  it("never repeats a secret", async () => {
    const { err } = await call(["test", "http://user:hunter2@x/mcp"]);
    expect(err).not.toContain("hunter2");
  });

  it("says which option was taken from the server's command", async () => {
    const { err } = await call(["test", "node", "s.js", "--config", "x.json"]);
    expect(err).toMatch(/no file x\.json[\s\S]*--config stood after the server's command[\s\S]*put -- before/);
  });

  it("leaves files alone that are no reports, before anything is run", async () => {
    const files = { "package.json": "{}", "run.json": '{"x":1}', "badge.svg": "<svg>mine</svg>" };
    for (const [option, file] of [
      ["--report", "json=package.json"],
      ["--record", "run.json"],
      ["--output", "badge.svg"],
    ] as const) {
      const { code, err, suite, world } = await call(["test", URL_, option, file], { files });
      expect(err).toMatch(/exists and is no .*left alone/);
      expect([code, suite.runs.length, world.files.get("package.json")]).toEqual([2, 0, "{}"]);
    }
  });

  it("says when a file cannot be written", async () => {
    const { code, err } = await call(["test", URL_, "--record", "run.json"], { broken: ["run.json"] });
    expect(err).toMatch(/--record: run\.json cannot be written: EACCES/);
    expect(code).toBe(2);
  });

  it("says when a folder stands where a file should", async () => {
    const { code, err } = await call(["test", URL_, "--report", "json=out"], { others: { out: "folder" } });
    expect([code, err]).toEqual([2, "mcp-compliance: --report: out is a folder. Name a file in it.\n"]);
  });
});

describe("test: warnings before the run", () => {
  it.each<[readonly string[], RegExp]>([
    [[URL_, "-E", "A=b"], /--env has no effect: the target is a URL/],
    [[URL_, "--cwd", "x"], /--cwd has no effect/],
    [["-H", "A: b", "node", "s.js"], /--header has no effect: the target is a command/],
    [["--auth", "x", "--insecure", "node"], /--auth has no effect[\s\S]*--insecure has no effect/],
    [[URL_, "--transport", "http"], /--transport has no effect without --list/],
  ])("%j", async (args, message) => {
    const { code, err } = await call(["test", ...args], { report: sound });
    expect(err).toMatch(message);
    expect(code).toBe(0);
  });
});

describe("test: settings", () => {
  it("has the defaults of the documentation", async () => {
    const { suite } = await call(["test", URL_]);
    expect(suite.runs[0]).toMatchObject({
      specVersion: "auto",
      profile: "core",
      only: [],
      skip: [],
      timeoutMs: 15_000,
      startupTimeoutMs: 60_000,
      preflightTimeoutMs: 10_000,
      retries: 0,
      concurrency: 1,
      consent: { tools: [], tokenInQuery: false },
    });
  });

  it("derives the other times from the timeout", async () => {
    const long = await call(["test", URL_, "--timeout", "90000"]);
    expect(long.suite.runs[0]).toMatchObject({ startupTimeoutMs: 90_000, preflightTimeoutMs: 10_000 });
    const short = await call(["test", URL_, "--timeout", "500"]);
    expect(short.suite.runs[0]).toMatchObject({ startupTimeoutMs: 60_000, preflightTimeoutMs: 500 });
  });

  it("puts the command line over the config", async () => {
    const config = {
      timeout: 1,
      retries: 2,
      concurrency: 3,
      only: ["tools"],
      skip: ["errors"],
      specVersion: "2026-07-28",
      profile: "full",
      format: "json",
      strict: true,
    };
    const files = { "mcp-compliance.config.json": JSON.stringify(config) };
    const from = await call(["test", URL_], { files });
    expect(from.suite.runs[0]).toMatchObject({
      timeoutMs: 1,
      retries: 2,
      concurrency: 3,
      only: ["tools"],
      skip: ["errors"],
      specVersion: "2026-07-28",
      profile: "full",
    });
    expect(JSON.parse(from.out)).toMatchObject({ schemaVersion: "1" });
    expect(from.code).toBe(1);
    const over = [
      ["--timeout", "9", "--retries", "8", "--concurrency", "7", "--only", "a,b", "--only", "c", "--skip", "d"],
      ["--spec-version", "auto", "--profile", "core", "--format", "terminal", "--no-strict"],
    ].flat();
    const to = await call(["test", URL_, ...over], { files });
    expect(to.suite.runs[0]).toMatchObject({
      timeoutMs: 9,
      retries: 8,
      concurrency: 7,
      only: ["a", "b", "c"],
      skip: ["d"],
      specVersion: "auto",
      profile: "core",
    });
    expect([to.code, to.out.includes("Grade D")]).toEqual([0, true]);
  });

  it("passes on what the user allows", async () => {
    const { suite } = await call(["test", URL_, "--allow-tool", "rm", "--allow-tool", "mv", "--allow-token-in-query"]);
    expect(suite.runs[0]?.consent).toEqual({ tools: ["rm", "mv"], tokenInQuery: true });
  });
});

describe("test: exit codes", () => {
  const codeOf = async (report: Report, ...args: readonly string[]) =>
    (await call(["test", URL_, ...args], { report })).code;

  it("is 0 where no gate is set, whatever the grade", async () => expect(await codeOf(SAMPLE)).toBe(0));
  it("is 1 under --strict when a required check failed", async () => expect(await codeOf(SAMPLE, "--strict")).toBe(1));
  it("is 0 under --strict when only an optional check failed", async () =>
    expect(await codeOf(sound, "--strict")).toBe(0));
  it("is 1 under --strict when a required check was not evaluable", async () => {
    const { code, err } = await call(["test", URL_, "--strict"], { report: blind });
    expect(code).toBe(1);
    expect(err).toContain("required checks did not pass: b (not evaluable)");
  });
  it.each([
    ["D", 0],
    ["C", 1],
    ["F", 0],
    ["A", 1],
  ] as const)("with --min-grade %s and a D is %i", async (grade, code) =>
    expect(await codeOf(SAMPLE, "--min-grade", grade)).toBe(code),
  );
  it("is 3 when the server never answered, gates or not", async () => {
    expect(await codeOf({ ...SAMPLE, reached: false })).toBe(3);
    expect(await codeOf({ ...SAMPLE, reached: false }, "--strict", "--min-grade", "A")).toBe(3);
  });
  it("of a server that never answered stands beside the reason", () => {
    const lost = {
      ...SAMPLE.tests[0],
      required: true,
      outcome: "unknown",
      details: "Not evaluable: no connection (a\nb)",
    };
    const report = { ...SAMPLE, url: "http://x/", reached: false, tests: [lost] } as Report;
    const { reasons } = judgeGates(report, { strict: false, minGrade: undefined });
    expect(reasons).toEqual(["http://x/ never answered: no connection (a b)."]);
  });
  it("of a run that measured nothing passes no gate", async () => {
    expect(await codeOf(empty)).toBe(0);
    expect(await codeOf(empty, "--strict")).toBe(1);
    expect(await codeOf(empty, "--min-grade", "F")).toBe(1);
  });
  it("is 70 for a bug of ours, with how to report it", async () => {
    const during = () => {
      throw new TypeError("x is not a function");
    };
    const { code, err } = await call(["test", URL_], { during });
    expect(code).toBe(70);
    expect(err).toMatch(/has a bug[\s\S]*TypeError: x is not a function[\s\S]*Please report this/);
  });
  it("is the fault's own where the engine finds one", async () => {
    const during = () => {
      throw new UserFault("no such directory", 2);
    };
    const { code, err } = await call(["test", URL_], { during });
    expect([code, err.includes("no such directory")]).toEqual([2, true]);
  });
});

describe("test: output", () => {
  it("keeps stdout clean for machines", async () => {
    const { out, err } = await call(["test", URL_, "--format", "json", "--verbose"], {
      during: (run) => {
        run.onStatus?.("waiting");
        run.onStderr?.("child says\nmore");
      },
    });
    expect(JSON.parse(out)).toMatchObject({ grade: "D" });
    expect(err).toMatch(/PASS {2}transport-post[\s\S]*waiting[\s\S]*server \| child says\nserver \| more\n/);
  });

  it("is silent beside a machine format without --verbose", async () => {
    const { err } = await call(["test", URL_, "--format", "json"], {
      tty: true,
      during: (run) => run.onStatus?.("waiting"),
    });
    expect(err).toBe("");
  });

  it("shows results as they come, before the report", async () => {
    const { out } = await call(["test", URL_, "--verbose"]);
    expect(out.indexOf("FAIL  tools-call")).toBeGreaterThanOrEqual(0);
    expect(out.indexOf("FAIL  tools-call")).toBeLessThan(out.indexOf("Grade D"));
    expect(out).toContain("----  resources-list");
    expect(out).toContain("SKIP  prompts-list");
  });

  it("shows results in a log in the order of the report, on a terminal as they come", async () => {
    const shownSo = async (order: readonly string[] | undefined, tty = false) => {
      const { out } = await call(["test", URL_, "--verbose", "--no-color"], {
        tty,
        report: { ...SAMPLE, tests: [], categories: {} },
        during: (run) => {
          run.onPlan?.({ revision: "2025-11-25", checks: 4, ...(order === undefined ? {} : { order }) });
          for (const id of ["b", "d", "a", "c"]) run.onTestComplete?.(result({ id, outcome: "pass" }));
        },
      });
      return [...out.matchAll(/^PASS {2}(\w)/gm)].map((match) => match[1]).join("");
    };
    expect(await shownSo(["a", "b", "c", "d"])).toBe("abcd");
    // One that never comes holds nothing back for good.
    expect(await shownSo(["x", "a", "b", "c"])).toBe("bdac");
    expect(await shownSo(undefined)).toBe("bdac");
    expect(await shownSo(["a", "b", "c", "d"], true)).toBe("bdac");
  });

  it("has a live line with category, done and total, which it wipes away", async () => {
    const { err, out } = await call(["test", URL_], { tty: true, report: sound, env: { NO_COLOR: "1" } });
    expect(err).toContain("██████████░░░░░░░░░░  1/2  tools  0 s");
    expect(err).toContain("████████████████████  2/2  tools, 1 failed  0 s");
    expect(err.endsWith("\r\u001b[2K")).toBe(true);
    expect(out).not.toContain("2/2");
  });

  it.each([
    ["a build's log", { env: { CI: "true" } }],
    ["a terminal that cannot paint over", { env: { TERM: "dumb" } }],
    ["a pipe", { tty: false }],
  ])("has no live line in %s", async (_, options) => {
    const { err } = await call(["test", URL_], { tty: true, report: sound, ...options });
    expect(err).toBe("");
  });

  it("never lets the live line break, however narrow the terminal", async () => {
    const { err } = await call(["test", URL_], { tty: true, columns: 20, env: { NO_COLOR: "1" } });
    for (const line of err.split("\r\u001b[2K")) expect(line.length).toBeLessThan(20);
  });

  it("writes what it can where one file cannot be written, and ends with 2", async () => {
    const args = ["--record", "run.json", "--report", "json=a.json", "--report", "html=a.html", "--output", "b.svg"];
    const { code, err, out, world } = await call(["test", URL_, ...args], {
      full: ["run.json", "a.json"],
      files: { "a.json": '{"schemaVersion": "1"}' },
    });
    expect(code).toBe(2);
    expect(err).toBe(
      "mcp-compliance: --record: run.json could not be written: ENOSPC: no space left on device\n" +
        "mcp-compliance: --report: a.json could not be written: ENOSPC: no space left on device\n",
    );
    expect(out).toContain("Grade D");
    expect([...world.files.keys()].sort()).toEqual(["a.html", "a.json", "b.svg"]);
    expect(world.files.get("a.json")).toBe('{"schemaVersion": "1"}');
  });

  it("says when stdout took not all of it", async () => {
    const lost = "ENOSPC: no space left on device, write";
    const { code, err } = await call(["test", URL_, "--format", "json"], { lost });
    expect(code).toBe(2);
    expect(err).toBe(`mcp-compliance: stdout could not be written: ${lost}. What stands there is not whole.\n`);
  });

  it("waits for nobody at a pipe or device that a report goes to", async () => {
    const { code, world } = await call(["test", URL_, "--report", "json=/dev/fd/63"], {
      others: { "/dev/fd/63": "other" },
    });
    expect([code, world.files.has("/dev/fd/63")]).toEqual([0, true]);
  });

  it("writes the recording, the reports and the badge", async () => {
    const args = ["--record", "run.json", "--report", "json=a.json", "--report", "terminal=a.txt", "--output", "b.svg"];
    const { code, world } = await call(["test", URL_, ...args], { tty: true });
    expect(code).toBe(0);
    expect(JSON.parse(world.files.get("run.json") ?? "")).toEqual(RECORDING);
    expect(JSON.parse(world.files.get("a.json") ?? "")).toMatchObject({ schemaVersion: "1" });
    expect(world.files.get("a.txt")).toContain("Grade D");
    expect(world.files.get("a.txt")).not.toContain("\u001b");
    expect(world.files.get("b.svg")).toMatch(/^<svg[\s\S]*MCP compliance: D \(40\)/);
    // And again over its own files.
    const again = await call(["test", URL_, ...args], { files: Object.fromEntries(world.files) });
    expect([again.code, again.err]).toEqual([0, ""]);
  });

  it("writes no badge for a server that was not seen", async () => {
    const files = { "b.svg": "<svg>MCP compliance: A</svg>" };
    const { err, world } = await call(["test", URL_, "--output", "b.svg"], {
      files,
      report: { ...SAMPLE, reached: false },
    });
    expect(err).toContain("no badge was written");
    expect(world.files.get("b.svg")).toBe(files["b.svg"]);
  });

  it("knows each of its own reports again, and no other file", async () => {
    const { FORMATS } = await import("../../src/cli/formats.ts");
    for (const format of FORMATS) {
      const args = ["test", URL_, "--report", `${format}=out`];
      const { world } = await call(args);
      const again = await call(args, { files: Object.fromEntries(world.files) });
      expect([format, again.code, again.err]).toEqual([format, 0, ""]);
      const other = await call(args, { files: { out: "# About\nmcp-compliance is an MCP compliance tester\n" } });
      expect([format, other.code]).toEqual([format, 2]);
    }
  });

  it("has colours only where they are wanted", async () => {
    const coloured = async (options: Parameters<typeof call>[1], ...args: readonly string[]) =>
      (await call(["test", URL_, ...args], options)).out.includes("\u001b[");
    expect(await coloured({ tty: false })).toBe(false);
    expect(await coloured({ tty: true })).toBe(true);
    expect(await coloured({ tty: true, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await coloured({ tty: true, env: { NO_COLOR: "" } })).toBe(true);
    expect(await coloured({ tty: true, env: { TERM: "dumb" } })).toBe(false);
    expect(await coloured({ tty: true }, "--no-color")).toBe(false);
    expect(await coloured({ tty: false }, "--color")).toBe(true);
    expect(await coloured({ tty: false, env: { FORCE_COLOR: "1" } })).toBe(true);
  });

  it("lets nothing of the server act on the terminal, whichever way it comes", async () => {
    const { out, err } = await call(["test", URL_, "--verbose"], {
      report: hostileReport(),
      during: (run) => {
        run.onStderr?.("\u001b]0;x\u0007\u202e\n\u009b");
        run.onStatus?.("\u001b[2J");
      },
    });
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe("test: --open", () => {
  it("shows the page that is written anyway", async () => {
    const { err, world } = await call(["test", URL_, "--report", "html=out.html", "--open"]);
    expect(world.shown).toEqual(["/here/out.html"]);
    expect(err).toBe("mcp-compliance: the HTML report is /here/out.html\n");
  });

  it("shows a page among the temporary files, beside any format", async () => {
    const { code, out, world } = await call(["test", URL_, "--format", "json", "--open"]);
    expect([code, JSON.parse(out).grade, world.shown]).toEqual([0, "D", ["/tmp/report.html"]]);
    expect(world.files.get("/tmp/report.html")).toMatch(/^<!doctype html>/);
  });

  it("says why it shows nothing, and where the page is; that is no failure", async () => {
    const { code, err } = await call(["test", URL_, "--open"], { unshown: "there is no display here" });
    expect(code).toBe(0);
    expect(err).toBe(
      "mcp-compliance: --open: the HTML report was not shown, as there is no display here. It is /tmp/report.html\n",
    );
  });

  it("is there for a recording too", async () => {
    const files = { "run.json": JSON.stringify(RECORDING) };
    const { world } = await call(["judge", "run.json", "--open"], { files });
    expect(world.shown).toEqual(["/tmp/report.html"]);
  });

  it("shows nothing of a run that was cancelled", async () => {
    const { world } = await call(["test", URL_, "--open"], { during: (_, own) => own.interrupt() });
    expect(world.shown).toEqual([]);
  });
});

describe("test: interrupts", () => {
  const files = ["--record", "run.json", "--report", "json=a.json", "--output", "b.svg"];

  it("cancels at the first, shows the part, writes nothing", async () => {
    let aborted = false;
    const { code, out, err, world } = await call(["test", URL_, "--strict", ...files], {
      during: (run, own) => {
        own.interrupt();
        aborted = run.signal.aborted;
      },
    });
    expect([code, aborted, world.exits, world.files.size]).toEqual([130, true, [], 0]);
    expect(out).toContain("Grade D");
    expect(out).toContain("The run was cancelled: the grade says nothing.");
    expect(err).toMatch(/cancelling; once more stops at once[\s\S]*not complete, and no file was written/);
  });

  it("does not blame a server that had no time to answer", async () => {
    const { out, err } = await call(["test", URL_], {
      report: { ...SAMPLE, reached: false },
      during: (_, own) => own.interrupt(),
    });
    expect([out, err.includes("never answered")]).toEqual(["", false]);
  });

  it("lets the live line not run on", async () => {
    const { err } = await call(["test", URL_], {
      tty: true,
      during: (run, own) => {
        own.interrupt();
        for (const test of SAMPLE.tests) run.onTestComplete?.(test);
        run.onStatus?.("waiting");
      },
    });
    const after = err.slice(err.indexOf("cancelling"));
    expect(after).toBe(
      "cancelling; once more stops at once.\nmcp-compliance: cancelled; the run is not complete, and no file was written.\n",
    );
    // Nor does it stand before what is said.
    expect(err).toMatch(/\r\u001b\[2K\nmcp-compliance: cancelling/);
  });

  it("shows no result of a run that was given up", async () => {
    const { out } = await call(["test", URL_, "--verbose", "--format", "json"], {
      during: (run, own) => {
        own.interrupt();
        run.onTestComplete?.(result({ id: "late", outcome: "unknown" }));
      },
    });
    expect(out).not.toContain("late");
  });

  it("gives machines nothing that looks whole", async () => {
    const { code, out } = await call(["test", URL_, "--format", "json"], { during: (_, own) => own.interrupt() });
    expect([code, out]).toEqual([130, ""]);
  });

  it("ends at once at the second", async () => {
    const { world } = await call(["test", URL_], {
      during: (_, own) => {
        own.interrupt();
        own.interrupt();
      },
    });
    expect(world.exits).toEqual([130]);
  });

  it("has the code of the signal", async () => {
    const { code } = await call(["test", URL_], { during: (_, own) => own.interrupt("SIGTERM") });
    expect(code).toBe(143);
  });

  it("is no bug when the engine gives up because of it", async () => {
    const { code, err } = await call(["test", URL_], {
      during: (_, own) => {
        own.interrupt();
        throw new Error("aborted");
      },
    });
    expect([code, err.includes("bug")]).toEqual([130, false]);
  });

  it("does not listen any longer when the run is over", async () => {
    const { world } = await call(["test", URL_]);
    world.interrupt();
    expect(world.err()).not.toContain("cancelling");
  });
});
