import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { SHELLS, type Shell } from "../../src/cli/completions/table.ts";
import { FORMATS } from "../../src/cli/formats.ts";
import { call } from "./fakes.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-compliance-completions-"));
const scripts = new Map<Shell, string>();
const has = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;
const skipped = (shell: string) => {
  if (!has(shell)) console.warn(`completions in ${shell}: skipped, there is no ${shell}`);
  return !has(shell);
};

beforeAll(async () => {
  for (const shell of SHELLS) {
    const { code, out, err } = await call(["completions", shell]);
    expect([code, err]).toEqual([0, ""]);
    scripts.set(shell, out);
    writeFileSync(join(folder, shell), out);
  }
  mkdirSync(join(folder, "files"));
  for (const name of ["report one.json", "recording.json"]) writeFileSync(join(folder, "files", name), "");
  mkdirSync(join(folder, "files", "sub"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("completions", () => {
  it.each([
    [["completions"], /Which shell\? mcp-compliance completions <bash \| zsh \| fish \| powershell>/],
    [["completions", "tcsh"], /"tcsh" is not one of bash, zsh, fish, powershell/],
    [["completions", "zhs"], /Did you mean zsh\?/],
    [["completions", "bash", "zsh"], /Unexpected argument "zsh"/],
  ])("%j is refused", async (args, message) => {
    const { code, out, err } = await call(args);
    expect([code, out, message.test(err)], err).toEqual([2, "", true]);
  });

  it.each(SHELLS)("%s: holds every command and every option of it", async (shell) => {
    const script = scripts.get(shell) ?? "";
    for (const entry of COMMANDS) {
      expect(script).toContain(entry.name);
      const { options } = await entry.load();
      for (const [name, option] of Object.entries(options)) {
        if (option.hidden === true) continue;
        const shown = option.shown ?? name;
        expect(script, `${entry.name} --${shown}`).toContain(shell === "fish" ? ` -l ${shown} ` : `--${shown}`);
      }
    }
    for (const id of ["transport-post", "lifecycle-discover", "tools-extra"]) expect(script).toContain(id);
    expect(script).not.toContain("undefined");
  });
});

describe.skipIf(skipped("bash"))("in bash", () => {
  /** What the script offers for the last of these words, as the shell divides them. */
  function offered(...words: readonly string[]): readonly string[] {
    const code = `cd '${join(folder, "files")}'; source ../bash; COMP_WORDS=(mcp-compliance "$@"); COMP_CWORD=$#; _mcp_compliance
      [[ \${#COMPREPLY[@]} -gt 0 ]] && printf '%s\\n' "\${COMPREPLY[@]}"; exit 0`;
    const env = { PATH: process.env["PATH"] ?? "", MY_TOKEN: "x" };
    const { stdout, stderr, status } = spawnSync("bash", ["--norc", "-c", code, "bash", ...words], {
      encoding: "utf8",
      env,
    });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.split("\n").filter((line) => line !== "");
  }

  it("completes commands", () => {
    expect(offered("te")).toEqual(["test"]);
    expect(offered("")).toEqual(expect.arrayContaining(COMMANDS.map((one) => one.name)));
    expect(offered("help", "ju")).toEqual(["judge"]);
  });

  it("completes options, of this command alone", () => {
    expect(offered("test", "--spec")).toEqual(["--spec-version"]);
    expect(offered("test", "https://x", "--strict", "--min")).toEqual(["--min-grade"]);
    expect(offered("diff", "--")).toEqual(["--format", "--no-color", "--help"]);
    expect(offered("judge", "--spec")).toEqual([]);
  });

  it("completes values, after a blank and after =", () => {
    expect(offered("test", "--format", "")).toEqual([...FORMATS]);
    expect(offered("test", "--format", "=")).toEqual([...FORMATS]);
    expect(offered("test", "--format", "=", "ju")).toEqual(["junit"]);
    expect(offered("diff", "--format", "")).toEqual(["terminal", "json", "markdown"]);
    expect(offered("test", "--timeout", "")).toEqual([]);
    expect(offered("completions", "z")).toEqual(["zsh"]);
    expect(offered("test", "--auth-env", "MY_")).toEqual(["MY_TOKEN"]);
  });

  it("completes categories and ids of checks, the last of several", () => {
    expect(offered("test", "--only", "lifec")).toEqual(["lifecycle", "lifecycle-init", "lifecycle-discover"]);
    expect(offered("test", "--skip", "tools,errors,transp")).toEqual([
      "tools,errors,transport",
      "tools,errors,transport-post",
    ]);
    expect(offered("test", "--only", "=", "stdio")).toEqual(["stdio-framing"]);
    expect(offered("explain", "tools-e")).toEqual(["tools-extra"]);
    expect(offered("explain", "tools")).toEqual(["tools-list", "tools-extra"]);
  });

  it("completes files and folders, with blanks in their names", () => {
    expect(offered("judge", "re").toSorted()).toEqual(["recording.json", "report one.json"]);
    expect(offered("diff", "recording.json", "rep")).toEqual(["report one.json"]);
    expect(offered("test", "--cwd", "")).toEqual(["sub"]);
    expect(offered("test", "--report", "js")).toEqual(["json="]);
    expect(offered("test", "--report", "json", "=", "rep")).toEqual(["report one.json"]);
    expect(offered("test", "--report", "json", "=").length).toBe(3);
  });

  it("leaves what is the server's to the server", () => {
    expect(offered("test", "--", "node", "--for")).toEqual([]);
    expect(offered("test", "--", "node", "rec")).toEqual(["recording.json"]);
    expect(offered("test", "node", "rec")).toEqual(["recording.json"]);
    expect(offered("test", "bas")).toContain("bash");
  });

  it("reads past the values of options", () => {
    expect(offered("diff", "--format", "json", "recording.json", "rec")).toEqual(["recording.json"]);
    expect(offered("explain", "--spec-version", "2025-11-25", "tools-l")).toEqual(["tools-list"]);
  });
});

describe.skipIf(skipped("fish"))("in fish", () => {
  function offered(line: string): readonly string[] {
    const code = `cd '${join(folder, "files")}'; source ../fish; complete -C '${line}'`;
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, MY_TOKEN: "x" };
    const { stdout, stderr, status } = spawnSync("fish", ["--no-config", "-c", code], { encoding: "utf8", env });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout
      .split("\n")
      .map((one) => one.split("\t")[0] ?? "")
      .filter((one) => one !== "");
  }

  it("completes commands, options, values and checks", () => {
    expect(offered("mcp-compliance te")).toEqual(["test"]);
    expect(offered("mcp-compliance test --spec")).toEqual(["--spec-version"]);
    expect(offered("mcp-compliance judge --spec")).toEqual([]);
    expect(offered("mcp-compliance test --format j")).toEqual(["json", "junit"]);
    expect(offered("mcp-compliance test --format=ju")).toEqual(["--format=junit"]);
    expect(offered("mcp-compliance test --only lifecycle-i")).toEqual(["lifecycle-init"]);
    expect(offered("mcp-compliance test --only tools,stdio-f")).toEqual(["tools,stdio-framing"]);
    expect(offered("mcp-compliance explain tools-e")).toEqual(["tools-extra"]);
    expect(offered("mcp-compliance completions z")).toEqual(["zsh"]);
    expect(offered("mcp-compliance test --auth-env MY_")).toEqual(["MY_TOKEN"]);
    expect(offered("mcp-compliance judge rec")).toEqual(["recording.json"]);
    expect(offered("mcp-compliance test --report sar")).toEqual(["sarif="]);
    expect(offered("mcp-compliance test -- node --for")).toEqual([]);
  });
});

const TMUX = spawnSync("tmux", ["-V"]).status === 0;

/** Types into a real shell on a pseudo-terminal, and waits for what it makes of it. */
async function typed(start: string, ...steps: readonly (readonly [keys: string, sees: string])[]): Promise<void> {
  const socket = join(folder, `${start.split(" ")[0]}.sock`);
  const tmux = (...args: readonly string[]) => spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8" });
  tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "50", "-c", join(folder, "files"), start);
  const shown = () => tmux("capture-pane", "-p").stdout;
  try {
    for (const [keys, sees] of steps) {
      if (keys !== "") tmux("send-keys", "-l", keys);
      if (keys !== "" && !keys.endsWith("\n")) tmux("send-keys", "Tab");
      for (let turn = 0; turn < 200 && !shown().includes(sees); turn++) await sleep(50);
      expect(shown()).toContain(sees);
      if (sees.startsWith("mcp-compliance ")) tmux("send-keys", "C-u");
    }
  } finally {
    tmux("kill-server");
  }
}

const STEPS = [
  ["mcp-compliance te", "mcp-compliance test"],
  ["mcp-compliance test --spec-v", "mcp-compliance test --spec-version"],
  ["mcp-compliance test --min-gr", "mcp-compliance test --min-grade"],
  ["mcp-compliance test --format ju", "mcp-compliance test --format junit"],
  ["mcp-compliance test --format=mark", "mcp-compliance test --format=markdown"],
  ["mcp-compliance test --only tools,stdio-f", "mcp-compliance test --only tools,stdio-framing"],
  ["mcp-compliance explain transport-p", "mcp-compliance explain transport-post"],
  ["mcp-compliance judge recor", "mcp-compliance judge recording.json"],
  ["mcp-compliance test --report sar", "mcp-compliance test --report sarif="],
  ["mcp-compliance test --report json=recor", "mcp-compliance test --report json=recording.json"],
] as const;

describe.skipIf(!TMUX)("on a terminal", () => {
  it.skipIf(!has("bash"))("bash completes what is typed", async () => {
    await typed("bash --norc --noprofile", ["source ../bash; PS1='ready> '\n", "\nready>"], ...STEPS);
  });

  it.skipIf(skipped("zsh"))("zsh completes what is typed", async () => {
    const init = "autoload -Uz compinit; compinit -u -D; source ../zsh; PS1='ready> '; unsetopt list_beep\n";
    await typed("zsh -f", [init, "\nready>"], ...STEPS);
  });
});
