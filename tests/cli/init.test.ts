import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readArgv } from "../../src/cli/argv.ts";
import { type Ask, Cancelled } from "../../src/cli/ask.ts";
import { loadConfig } from "../../src/cli/config.ts";
import { CONFIG_SCHEMA, checkConfig } from "../../src/cli/config-table.ts";
import { initCommand, runInit } from "../../src/cli/init.ts";
import { configText } from "../../src/cli/init-file.ts";
import { parseJsonc } from "../../src/cli/jsonc.ts";
import { call, fakeSuite, fakeWorld, soundReport, type WorldOptions } from "./fakes.ts";

const FILE = "mcp-compliance.config.json";
const validate = (() => {
  const ajv = new Ajv2020({ strict: false });
  return ajv.compile(CONFIG_SCHEMA);
})();

/** A person with a list of answers, one for each question; "^C" cancels. A wrong answer is followed by the next one. */
function person(...answers: readonly (string | boolean)[]) {
  const left = [...answers];
  const asked: string[] = [];
  const heard: string[] = [];
  const next = (question: string) => {
    asked.push(question);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`nobody expected the question: ${question}`);
    if (answer === "^C") throw new Cancelled();
    return answer;
  };
  const ask: Ask = {
    async choose(question, choices) {
      const answer = next(question);
      const found = choices.find((one) => one.value === answer);
      if (found === undefined) throw new Error(`${question}: ${answer} is not among the choices`);
      return found.value;
    },
    async text(question, { check }) {
      for (;;) {
        const answer = String(next(question));
        const wrong = check(answer);
        if (wrong === undefined) return answer;
        heard.push(wrong);
      }
    },
    async confirm(question) {
      return next(question) === true;
    },
  };
  return { ask, asked, heard, left };
}

async function interviewed(who: ReturnType<typeof person>, args: readonly string[] = [], options: WorldOptions = {}) {
  const world = fakeWorld(options);
  const argv = readArgv(args, initCommand.options, initCommand.words);
  const code = await runInit({ argv, world, suite: fakeSuite({}, world) }, who.ask);
  return { code, world, text: world.files.get(FILE), out: world.out(), err: world.err() };
}

const read = (text: string | undefined) => checkConfig(FILE, parseJsonc(FILE, text ?? ""));

describe("init: questions", () => {
  it("writes the config of a command", async () => {
    const who = person(
      "stdio",
      "node ./s.js --port 1",
      "LOG_LEVEL=error",
      "GITHUB_TOKEN",
      "",
      "20000",
      "2026-07-28",
      false,
    );
    const { code, text, out } = await interviewed(who);
    expect([code, who.left]).toEqual([0, []]);
    expect(out).toMatch(/^Written: mcp-compliance\.config\.json\n[\s\S]*Next: +mcp-compliance test\n$/);
    expect(read(text)).toEqual({
      file: FILE,
      target: {
        type: "stdio",
        command: "node",
        args: ["./s.js", "--port", "1"],
        env: { LOG_LEVEL: "error" },
        envFrom: ["GITHUB_TOKEN"],
      },
      specVersion: "2026-07-28",
      timeout: 20_000,
      strict: false,
    });
  });

  it("writes the config of a URL", async () => {
    const { code, text, out } = await interviewed(
      person("http", "https://example.com/mcp", "MY_TOKEN", "15000", "auto", true),
    );
    expect([code, out.includes("comes from the environment variable MY_TOKEN")]).toEqual([0, true]);
    expect(read(text)).toMatchObject({
      target: { type: "http", url: "https://example.com/mcp", headerEnv: { Authorization: "MY_TOKEN" } },
      specVersion: "auto",
      timeout: 15_000,
      strict: true,
    });
  });

  it("asks again what cannot be so, and says why", async () => {
    const who = person(
      "stdio",
      "",
      "https://x/mcp",
      "localhost:80/x",
      "node 'a",
      "node s.js",
      "a b=c",
      "A=1",
      "",
      "5s",
      "500",
      "auto",
      true,
    );
    const { code, text } = await interviewed(who);
    expect(code).toBe(0);
    for (const part of [
      "command is needed",
      "That is a URL",
      "looks like an address",
      "never closed",
      "blank in it",
      "500",
    ]) {
      expect(who.heard.join("\n")).toContain(part === "500" ? "Write timeout 5000" : part);
    }
    expect(read(text)).toMatchObject({ timeout: 500, target: { command: "node", args: ["s.js"], env: { A: "1" } } });
    const url = person("http", "ftp://x", "https://u:p@x", "https://x/mcp", "Bearer abc", "", "1", "auto", true);
    expect((await interviewed(url)).code).toBe(0);
    expect(url.heard.join("\n")).toMatch(/"ftp" URLs[\s\S]*user name or password[\s\S]*Expected a name/);
    expect(url.heard.join("\n")).not.toContain("abc");
  });

  it("does not ask what the command line says", async () => {
    const who = person("auto");
    const args = ["https://x/mcp", "--auth-env", "T", "--timeout", "7", "--strict"];
    expect((await interviewed(who, args)).code).toBe(0);
    expect(who.asked).toEqual(["Which revision?"]);
  });

  it("leaves nothing on Ctrl+C, at whichever question", async () => {
    const answers = ["stdio", "node s.js", "", "15000", "auto", true] as const;
    for (let at = 0; at < answers.length; at++) {
      const { code, world, err } = await interviewed(person(...answers.slice(0, at), "^C"));
      expect([code, world.files.size]).toEqual([130, 0]);
      expect(err).toBe("mcp-compliance: cancelled; nothing was written.\n");
    }
  });

  it("replaces a config only if one agrees, and asks that first", async () => {
    const files = { [FILE]: '{"timeout": 1}' };
    const no = person(false);
    expect(await interviewed(no, [], { files })).toMatchObject({ code: 0, text: '{"timeout": 1}' });
    const yes = person(true, "stdio", "node s.js", "", "9", "auto", true);
    expect(read((await interviewed(yes, [], { files })).text)).toMatchObject({ timeout: 9 });
    const forced = person("stdio", "node s.js", "", "9", "auto", true);
    expect(read((await interviewed(forced, ["--force"], { files })).text)).toMatchObject({ timeout: 9 });
  });
});

describe("init --yes", () => {
  const made = async (args: readonly string[], options: Parameters<typeof call>[1] = {}) => {
    const { code, world, out, err } = await call(["init", "--yes", ...args], options);
    return { code, out, err, world, text: world.files.get(FILE) };
  };

  it("takes options and defaults", async () => {
    const { code, text } = await made(["--", "node", "s.js"]);
    expect(code).toBe(0);
    expect(read(text)).toMatchObject({
      target: { type: "stdio", command: "node", args: ["s.js"] },
      specVersion: "auto",
      timeout: 15_000,
      strict: true,
    });
    const more = ["--no-strict", "--min-grade", "B", "--spec-version", "2025-11-25", "--timeout", "5", "--cwd", "sub"];
    const env = ["-E", "LOG=1", "--env-from", "KEY"];
    expect(read((await made([...more, ...env, "npx -y 'my server'"])).text)).toMatchObject({
      target: { command: "npx", args: ["-y", "my server"], env: { LOG: "1" }, envFrom: ["KEY"], cwd: "sub" },
      specVersion: "2025-11-25",
      timeout: 5,
      strict: false,
      minGrade: "B",
    });
    const url = ["https://x/mcp", "-H", "X-Tenant: a", "--header-env", "X-Api-Key: KEY"];
    expect(read((await made(url)).text).target).toEqual({
      type: "http",
      url: "https://x/mcp",
      headers: { "X-Tenant": "a" },
      headerEnv: { "X-Api-Key": "KEY" },
    });
  });

  it("never writes the value of a secret, and says where it is to stand", async () => {
    const stdio = await made(["-E", "GITHUB_TOKEN=hunter2", "-E", "LOG=1", "--", "node", "s.js"]);
    expect(stdio.text).not.toContain("hunter2");
    expect(stdio.out).toContain("GITHUB_TOKEN looks like a secret");
    expect(read(stdio.text).target).toMatchObject({ env: { LOG: "1" }, envFrom: ["GITHUB_TOKEN"] });
    const http = await made(["https://x/mcp", "-H", "Authorization: Bearer hunter2", "-H", "X-Api-Key: hunter2"]);
    expect(http.text).not.toContain("hunter2");
    expect(http.out).not.toContain("hunter2");
    expect(http.out).toContain("Set MCP_X_API_KEY in the environment");
    expect(read(http.text).target).toMatchObject({
      headerEnv: { Authorization: "MCP_AUTHORIZATION", "X-Api-Key": "MCP_X_API_KEY" },
    });
    for (const args of [["https://x/mcp?token=a"], ["--", "node", "s.js", "--api-key=a"]]) {
      expect((await made(args)).out).toMatch(/!.*stands in the file/);
    }
  });

  it("names the schema where the package is installed", async () => {
    const schema = "./node_modules/mcp-compliance/schemas/config.v1.json";
    expect((await made(["https://x/mcp"])).text).toContain(`  // "$schema": "${schema}",`);
    const { text } = await made(["https://x/mcp"], { files: { [schema]: "{}" } });
    expect(parseJsonc(FILE, text ?? "")).toMatchObject({ $schema: schema });
  });

  it("writes what test reads and runs", async () => {
    const first = await made([
      "-E",
      "A=1",
      "--timeout",
      "7",
      "--spec-version",
      "2026-07-28",
      "--",
      "node",
      "s.js",
      "--x",
    ]);
    const { suite, code } = await call(["test"], {
      files: Object.fromEntries(first.world.files),
      report: soundReport([]),
    });
    expect(suite.runs[0]).toMatchObject({
      target: { kind: "stdio", command: "node", args: ["s.js", "--x"], env: { A: "1" } },
      timeoutMs: 7,
      specVersion: "2026-07-28",
    });
    expect(code).toBe(1); // strict, and nothing was measured
  });

  it("says of two configs which one is read", async () => {
    const { out } = await made(["https://x/mcp"], { files: { ".mcp-compliancerc": "{}" } });
    expect(out).toContain(
      ".mcp-compliancerc is there too: mcp-compliance.config.json is read, .mcp-compliancerc is not.",
    );
  });

  it("writes another file, and says how it is used", async () => {
    const { code, out, world } = await made(["https://x/mcp", "--config", "ci.json"]);
    expect([code, out.includes("mcp-compliance test --config ci.json")]).toEqual([0, true]);
    expect((await loadConfig(world, "ci.json")).target).toMatchObject({ type: "http" });
  });

  it.each<[readonly string[], Readonly<Record<string, string>>, RegExp]>([
    [["https://x/mcp"], { [FILE]: "{}" }, /is there already, and is left as it is\. Replace it with --force/],
    [
      ["https://x/mcp", "--config", "package.json", "--force"],
      { "package.json": '{"name":"x"}' },
      /is no config of mcp-compliance/,
    ],
    [["https://x/mcp", "--config", "no/x.json"], {}, /there is no folder no/],
    [[], {}, /what is to be tested\?/],
    [["https://u:hunter2@x/mcp"], {}, /user name or password/],
    [["https://x/mcp", "extra"], {}, /Unexpected "extra"/],
    [["localhost:3000/mcp"], {}, /Write http:\/\/localhost:3000\/mcp/],
    [["https://x/mcp", "-E", "A=b"], {}, /-E has no effect: the target is a URL/],
    [["-H", "A: b", "--", "node", "s.js"], {}, /-H has no effect: the target is a command/],
    [["https://x/mcp", "--auth-env", "Bearer hunter2"], {}, /--auth-env: expected the name of an environment variable/],
    [["https://x/mcp", "--header-env", "X-Key"], {}, /--header-env: expected "Header: VARIABLE"/],
    [["https://x/mcp", "--transport", "stdio"], {}, /is reached over http\. Leave --transport out/],
    [["https://x/mcp", "--timeout", "5s"], {}, /Write --timeout 5000/],
  ])("%j is refused", async (args, files, message) => {
    const { code, err, out, world } = await made(args, { files });
    expect(err).toMatch(message);
    expect([code, out, Object.fromEntries(world.files)]).toEqual([2, "", files]);
    expect(err).not.toContain("hunter2");
  });
});

describe("init without a terminal", () => {
  it("says what to do, exit code 2", async () => {
    const { code, err, world } = await call(["init"]);
    expect([code, world.files.size]).toEqual([2, 0]);
    expect(err).toMatch(/no terminal[\s\S]*mcp-compliance init --yes -- node/);
  });
});

describe("configText()", () => {
  it("reads back to the same answers, whatever they hold, and holds to the schema", () => {
    const words = fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/), fc.string(), { maxKeys: 3 });
    const value = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(value, fc.array(fc.string(), { maxLength: 3 }), words, value, (command, args, env, cwd) => {
        const target = { type: "stdio", command, args, env, envFrom: ["SOME_KEY_"], cwd } as const;
        if (Object.hasOwn(env, "SOME_KEY_")) return;
        const answers = { target, specVersion: "auto", timeout: 1, strict: true, minGrade: "C" } as const;
        const value = parseJsonc(FILE, configText(answers, "./s.json", true));
        expect(checkConfig(FILE, value)).toEqual({ file: FILE, ...answers });
        expect(validate(value)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

const TMUX = spawnSync("tmux", ["-V"]).status === 0;
if (!TMUX) console.warn("init on a terminal: skipped, there is no tmux");

describe.skipIf(!TMUX)("init on a terminal", () => {
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

  /** A pseudo-terminal in an empty folder, with the command running in it. */
  async function onTerminal(runner: string, play: (screen: Screen) => Promise<void>): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), "mcp-compliance-init-"));
    const socket = join(folder, "tmux.sock");
    const tmux = (...args: readonly string[]) => spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8" });
    writeFileSync(
      join(folder, "run.sh"),
      `cd '${folder}' && '${bin(runner)}' '${main}' init; echo "code=$?"; exec sleep 60\n`,
    );
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "50", `sh '${join(folder, "run.sh")}'`);
    const shown = () => tmux("capture-pane", "-p").stdout;
    try {
      await play({
        async see(text) {
          for (let turn = 0; turn < 400 && !shown().includes(text); turn++) await sleep(50);
          expect(shown()).toContain(text);
        },
        type: (...keys) => void tmux("send-keys", ...keys),
        shown,
      });
      return readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => readFileSync(join(folder, name), "utf8"));
    } finally {
      tmux("kill-server");
      rmSync(folder, { recursive: true, force: true });
    }
  }

  interface Screen {
    /** Waits until the text is there. */
    see(text: string): Promise<void>;
    type(...keys: readonly string[]): void;
    shown(): string;
  }

  it.each(["tsx", "bun"])("asks, and writes, under %s", async (runner) => {
    const [text, ...others] = await onTerminal(runner, async ({ see, type, shown }) => {
      await see("How is your server reached?");
      type("Enter");
      await see("Which command?");
      type("node 's", "Enter");
      await see("never closed");
      type("'", "Enter");
      await see("Environment of the server?");
      type("Enter");
      await see("How many milliseconds");
      type("Enter");
      await see("Which revision?");
      type("Down", "Enter");
      await see("Fail the run");
      type("Enter");
      await see("code=0");
      expect(shown()).not.toContain("undefined");
    });
    expect(others).toEqual([]);
    expect(read(text)).toMatchObject({
      target: { type: "stdio", command: "node", args: ["s"] },
      timeout: 15_000,
      specVersion: "2026-07-28",
      strict: true,
    });
  });

  it("leaves nothing on Ctrl+C", async () => {
    const files = await onTerminal("tsx", async ({ see, type }) => {
      await see("How is your server reached?");
      type("Down", "Enter");
      await see("Which URL?");
      type("C-c");
      await see("nothing was written");
      await see("code=130");
    });
    expect(files).toEqual([]);
  });
});
