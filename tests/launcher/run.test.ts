import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_VERSION } from "../../src/version.ts";
import { type Installed, installLauncher } from "./package.ts";

/** Windows has no shell scripts to play oam; what is tested here is told apart by processes, not by systems. */
const posix = process.platform !== "win32";

let installed: Installed;
beforeAll(async () => {
  installed = await installLauncher();
});
afterAll(() => installed.remove());

type Env = Readonly<Record<string, string>>;

/** Nothing of this machine is found but what a test names. */
function environment(env: Env): NodeJS.ProcessEnv {
  return { PATH: join(installed.folder, "empty"), HOME: installed.folder, ...env };
}

function run(args: readonly string[], env: Env = {}, stdin = "", cwd = process.cwd()) {
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, [installed.command, ...args], {
    encoding: "utf8",
    env: environment(env),
    input: stdin,
    cwd,
  });
  return { status, stdout, stderr, signal };
}

const BUN = resolve("node_modules/bun/bin/bun.exe");
const DENO = resolve("node_modules/deno/deno");

describe.runIf(posix)("the launcher", () => {
  test("stays in the process that npm started where there is nothing better", () => {
    const { stdout, stderr } = run(["hello"]);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ args: ["hello"], runtime: "node", ppid: process.pid });
    expect(stderr).toBe("");
    expect(run(["--version"])).toMatchObject({ stdout: `${TOOL_VERSION}\n`, status: 0, stderr: "" });
  });

  test.runIf(existsSync("/dev/full"))("leaves it to the tool what becomes of a version that cannot be written", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [installed.command, "--version"], {
      encoding: "utf8",
      env: environment({}),
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({ status: 42, stderr: "" });
  });

  test("names what it passes over, in the seed's words", () => {
    expect(run(["x"], { OAM_BIN: "/nowhere/oam" }).stderr).toBe(
      "mcp-compliance: OAM_BIN names /nowhere/oam, which is not there; using Node instead.\n",
    );
    const broken = installed.executable(join(installed.folder, "broken/oam"), "#!/bin/sh\nexit 3\n");
    const old = installed.oam("old", "0.17.12");
    const env = { PATH: dirname(old), OAM_INSTALL_DIR: dirname(broken) };
    expect(run(["x"], env)).toMatchObject({
      status: 0,
      stderr:
        `mcp-compliance: ${broken} could not be run (exit code 3); using Node instead.\n` +
        `mcp-compliance: ${old} is oam 0.17.12, older than 0.18.0; using Node instead.\n`,
    });
    const dangling = { BUN_BIN: installed.executable(join(installed.folder, "garbage"), "not a program") };
    expect(run(["x"], dangling).stderr).toMatch(/^mcp-compliance: BUN_BIN names .*; using Node instead\.\n$/);
  });

  test("a find that neither answers nor ends when it is asked to is passed over", { timeout: 30_000 }, () => {
    const script = '#!/bin/sh\ntrap "" TERM HUP INT\nwhile :; do /bin/sleep 1; done\n';
    const stubborn = installed.executable(join(installed.folder, "stubborn"), script);
    const ran = run(["x"], { BUN_BIN: stubborn });
    expect(ran.stderr).toBe(
      `mcp-compliance: BUN_BIN names ${stubborn}, which could not be run (no answer to --version within 5 s); using Node instead.\n`,
    );
    expect(ran.status).toBe(0);
  });

  test("what is no such runtime is not taken for one, and the launcher itself asks nobody", () => {
    const wrong = (variable: string, path: string) => run(["x"], { [variable]: path }).stderr;
    for (const [variable, name] of [
      ["OAM_BIN", "oam"],
      ["BUN_BIN", "Bun"],
      ["DENO_BIN", "Deno"],
    ] as const) {
      expect(wrong(variable, process.execPath)).toBe(
        `mcp-compliance: ${variable} names ${process.execPath}, which is not ${name}: its --version is ` +
          `"${process.version}"; using Node instead.\n`,
      );
      const self = installed.executable(
        join(installed.folder, "self"),
        `#!/bin/sh\nexec ${process.execPath} ${installed.command} "$@"\n`,
      );
      expect(wrong(variable, self)).toContain(`is not ${name}: its --version is "mcp-compliance ${TOOL_VERSION}"`);
    }
    const named = run(["x"], { BUN_BIN: process.execPath, MCP_COMPLIANCE_RUNTIME: "bun" });
    expect(named).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("correct BUN_BIN or unset it"),
    });
  });

  test("what answers and then cannot be started is passed over too, unless it was named", () => {
    const fleeting = join(installed.folder, "fleeting/oam");
    const script = '#!/bin/sh\n/bin/rm "$0"\necho oam 0.18.0\n';
    installed.executable(fleeting, script);
    const auto = run(["x"], { OAM_BIN: fleeting });
    expect(JSON.parse(auto.stdout)).toMatchObject({ runtime: "node", args: ["x"] });
    expect(auto.stderr).toMatch(/^mcp-compliance: \S+ was not started \(.*ENOENT\); using Node instead\.\n$/);
    installed.executable(fleeting, script);
    const named = run(["x"], { OAM_BIN: fleeting, MCP_COMPLIANCE_RUNTIME: "oam" });
    expect(named).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("was not started") });
  });

  test("a named runtime that is missing or too old ends with 1 and the remedy", () => {
    const missing = run(["x"], { MCP_COMPLIANCE_RUNTIME: "oam" });
    expect(missing).toMatchObject({ status: 1, stdout: "" });
    expect(missing.stderr).toBe(
      'mcp-compliance: MCP_COMPLIANCE_RUNTIME is "oam", but oam 0.18.0 or later was not found. ' +
        "To mend it, install it from https://oamjs.org.\n",
    );
    const old = run(["x"], {
      MCP_COMPLIANCE_RUNTIME: "oam",
      OAM_INSTALL_DIR: dirname(installed.oam("old", "0.17.12")),
    });
    expect(old).toMatchObject({ status: 1, stderr: expect.stringContaining("oam self-update") });
    expect(run(["x"], { MCP_COMPLIANCE_RUNTIME: "perl" }).status).toBe(2);
  });

  test("finds oam where its installer puts it, and where PATH leads", () => {
    installed.oam(".oam/bin", "0.18.2");
    const home = run(["x"]);
    expect(JSON.parse(home.stdout)).toMatchObject({ runtime: "oam 0.18.2" });
    const newer = installed.oam("newer", "0.19.0");
    expect(JSON.parse(run(["x"], { PATH: dirname(newer) }).stdout)).toMatchObject({ runtime: "oam 0.19.0" });
    expect(JSON.parse(run(["x"], { MCP_COMPLIANCE_RUNTIME: "node" }).stdout)).toMatchObject({ runtime: "node" });
    execFileSync("rm", ["-r", join(installed.folder, ".oam")]);
  });
});

/** Arguments that shells, Windows and careless launchers change. */
const HOSTILE = [
  ["plain words"],
  [""],
  ["", "", "x"],
  ["--"],
  ["test", "--", "node", "server.js", "--", "--version"],
  ["--version", "--verbose"],
  ["-h"],
  ["--allow-all", "--eval", "-e", "process.exit(9)"],
  ['"quoted"', "'single'", "`back`", "$HOME", "$(id)", "%PATH%", "!x", "^"],
  ["a\nb", "\ttab\t", "  spaces  ", "trailing\\", "\\\\", '\\"'],
  ["ünïcödé", "日本語", "😀", "e\u0301", "\u202e", "\ufeff"],
  ["*", "?", "[a-z]", "~", "a;b", "a|b", "a&b", ">x", "<x", "#x"],
  ["--inspect", "--watch", "run", "x.ts"],
];

const RUNTIMES = ["node", "oam", "bun", "deno"] as const;

describe.runIf(posix).each(RUNTIMES)("on %s", (runtime) => {
  let env: Env;
  beforeAll(() => {
    env = {
      MCP_COMPLIANCE_RUNTIME: runtime,
      BUN_BIN: BUN,
      DENO_BIN: DENO,
      OAM_BIN: installed.oam("mine", "0.18.0"),
      DENO_DIR: join(installed.folder, "deno"),
    };
  });

  test("arguments arrive as they were given", { timeout: 60_000 }, () => {
    // Deno takes a while to start: what is special about it are its own options, which the table's middle has.
    for (const args of runtime === "deno" ? HOSTILE.slice(1, 9) : HOSTILE) {
      const { stdout, stderr, status } = run(args, env);
      expect({ args: JSON.parse(stdout || "{}").args, stderr, status }).toEqual({ args, stderr: "", status: 0 });
    }
  });

  test("the project's own .env and settings of a runtime change nothing", () => {
    const folder = mkdtempSync(join(installed.folder, "project-"));
    writeFileSync(join(folder, ".env"), "STAND_IN_OAM=from-dotenv\n");
    writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./preload.js"]\n');
    writeFileSync(join(folder, "preload.js"), 'console.log("preloaded")\n');
    writeFileSync(join(folder, "deno.json"), '{"imports": {"node:process": "./preload.js"}}\n');
    const told = JSON.parse(run(["x"], env, "", folder).stdout);
    expect(told).toMatchObject({ runtime: runtime === "oam" ? "oam 0.18.0" : runtime, cwd: realpathSync(folder) });
  });

  test("stdin, stdout, stderr, exit codes and the folder are those of the tool", () => {
    const text = `${"line\n".repeat(20_000)}end without newline`;
    expect(run(["cat"], env, text)).toEqual({ status: 0, stdout: text, stderr: "to stderr", signal: null });
    expect(run(["exit", "3"], env).status).toBe(3);
    expect(run(["exit", "70"], env).status).toBe(70);
    expect(JSON.parse(run(["where"], env).stdout)).toMatchObject({ cwd: process.cwd() });
  });

  test("a signal reaches the tool once, and its answer to it is the exit code", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const child = spawn(process.execPath, [installed.command, "wait"], {
        env: environment(env),
        stdio: ["ignore", "pipe", "inherit"],
      });
      let out = "";
      child.stdout.on("data", (piece: Buffer) => {
        out += piece.toString();
        if (out.split("\n").length === 2) child.kill(signal);
      });
      expect(await ended(child)).toEqual([7, null]);
      const [first, ...signals] = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(signals).toEqual([{ signal }]);
      // Only where another runtime runs it there is another process.
      expect(first.pid === child.pid).toBe(runtime === "node");
    }
  });

  test("a tool that a signal ends is told of as such", async () => {
    const child = spawn(process.execPath, [installed.command, "die", "SIGKILL"], {
      env: environment(env),
      stdio: "ignore",
    });
    expect(await ended(child)).toEqual([null, "SIGKILL"]);
  });
});

async function ended(child: ChildProcess): Promise<readonly unknown[]> {
  return await once(child, "exit");
}

test.runIf(posix)("under Bun it stays under Bun", () => {
  const { stdout } = spawnSync(BUN, [installed.command, "x"], {
    encoding: "utf8",
    env: environment({}),
  });
  expect(JSON.parse(stdout)).toMatchObject({ runtime: "bun", ppid: process.pid, args: ["x"] });
});
