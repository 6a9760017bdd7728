import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { changeLog } from "../../src/cli/changes.ts";
import { runCli } from "../../src/cli/cli.ts";
import { builtFolder, leftOut } from "../../src/cli/watch-paths.ts";
import type { Interrupt, World } from "../../src/cli/world.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { suiteOn } from "../../src/suite.ts";
import { call } from "./fakes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PLAIN = join(ROOT, "tests/servers/plain.mjs");
const SOUND = readFileSync(PLAIN, "utf8");
/** The same with a tool that has no name: tools-schema fails. */
const BROKEN = SOUND.replace('name: "echo",', "");
/** Says who it is, and never answers. */
const SILENT = "console.error(`I am ${process.pid}.`); process.stdin.resume(); setInterval(() => {}, 1e6);";
const QUICK = ["--only", "tools-schema", "--spec-version", "2025-11-25"];
/** How long a test waits for what has to come. ms. */
const PATIENCE = 25_000;

// Each waits for several runs, on whatever machine.
vi.setConfig({ testTimeout: 90_000 });

const clean: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const one of clean.splice(0)) await one();
});

/** A folder with a server in it, as somebody works on. */
function project(files: Readonly<Record<string, string>> = { "server.mjs": SOUND }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "watched-")));
  clean.push(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { folder, write };
}

/** Texts that grow, and who waits for something in them. */
function listener() {
  let text = "";
  const waiting = new Set<() => void>();
  return {
    all: () => text,
    hear(more: string) {
      text += more;
      for (const look of waiting) look();
    },
    /** Resolves when the pattern has been there `times` times. */
    heard(pattern: RegExp, times = 1): Promise<void> {
      const count = () => [...text.matchAll(new RegExp(pattern.source, "g"))].length;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${pattern} did not come ${times} times:\n${text}`));
        }, PATIENCE);
        const look = () => {
          if (count() < times) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
}

/** `test --watch` in this process, with real files and children. */
function watching(args: readonly string[], tty = false, slept: (ms: number) => void = () => {}) {
  const { all, hear, heard } = listener();
  const out: string[] = [];
  const interrupts = new Set<(signal: Interrupt) => void>();
  const runtime = nodeRuntime();
  const stream = (own: string[]) => ({
    isTTY: tty,
    columns: 100,
    write(text: string) {
      own.push(text);
      hear(text);
      return Promise.resolve();
    },
  });
  const world: World = {
    ...runtime,
    args: ["test", "--watch", "--no-color", ...args],
    env: {},
    stdout: stream(out),
    stderr: stream([]),
    sleep(ms, signal) {
      slept(ms);
      return runtime.sleep(ms, signal);
    },
    onInterrupt(handler) {
      interrupts.add(handler);
      return () => interrupts.delete(handler);
    },
    exitNow: (code) => {
      throw new Error(`ended at once with ${code}`);
    },
  };
  const { startSelf: _, ...suite } = suiteOn(runtime);
  const ended = runCli(world, async () => suite);
  const interrupt = async () => {
    for (const one of interrupts) one("SIGINT");
    return await ended;
  };
  clean.push(async () => {
    await interrupt();
  });
  return { all, heard, ended, interrupt, reports: () => out.filter((text) => /\d+ checks?:/.test(text)) };
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const pidIn = (text: string) => Number([...text.matchAll(/I am (\d+)\./g)].at(-1)?.[1]);

describe("test --watch", () => {
  it("tests again when a file changes, and ends with 130", async () => {
    const { folder, write } = project();
    const { heard, reports, interrupt, all } = watching([
      ...QUICK,
      "--strict",
      "--cwd",
      folder,
      "--",
      "node",
      "server.mjs",
    ]);
    await heard(/watching .*Ctrl\+C ends/, 1);
    expect(all()).toContain("--strict does not apply");
    expect(reports()[0]).toMatch(/Grade A/);
    write("server.mjs", BROKEN);
    await heard(/server\.mjs changed: testing again/, 1);
    await heard(/watching /, 2);
    expect(reports()[1]).toMatch(/Grade F/);
    // A file that cannot even start.
    write("server.mjs", "}");
    await heard(/watching /, 3);
    write("server.mjs", SOUND);
    await heard(/watching /, 4);
    expect(reports()).toHaveLength(4);
    expect(reports()[3]).toMatch(/Grade A/);
    expect(await interrupt()).toBe(130);
  });

  it("sees files far below, in folders that were not there before too, and leaves out what tools write", async () => {
    const deep = `${"a/".repeat(20)}deep.mjs`;
    const { folder, write } = project({ "server.mjs": SOUND, [deep]: "", "node_modules/x/i.js": "", "b.log": "" });
    const report = join(folder, "report.html");
    const args = [...QUICK, "--report", `html=${report}`, "--cwd", folder, "--", "node", "server.mjs"];
    const { heard, all } = watching(args);
    await heard(/watching /, 1);
    for (const path of ["node_modules/x/i.js", ".git/index", "dist/out.js", "coverage/x", "b.log", ".server.mjs.swp"]) {
      write(path, "new");
    }
    write(deep, "new");
    await heard(/testing again/, 1);
    // Nothing else was seen, not even the report that the first run wrote.
    expect(all()).toContain(`mcp-compliance: ${deep} changed: testing again.`);
    await heard(/watching /, 2);
    write("new/folder/c.mjs", "1");
    await heard(/new\/folder\/c\.mjs changed: testing again/, 1);
    await heard(/watching /, 3);
    write("new/folder/c.mjs", "2");
    await heard(/new\/folder\/c\.mjs changed: testing again/, 2);
    await heard(/watching /, 4);
    rmSync(join(folder, "new/folder/c.mjs"));
    await heard(/new\/folder\/c\.mjs changed: testing again/, 3);
    expect(readFileSync(report, "utf8")).toContain("<html");
  });

  it("waits until half a second brings no further change, and tests once for all of them", async () => {
    const { folder, write } = project();
    const more = ["b.mjs", "c.mjs"];
    const waits: number[] = [];
    let changing = false;
    const { heard, reports, all } = watching([...QUICK, "--cwd", folder, "--", "node", "server.mjs"], false, (ms) => {
      if (!changing) return;
      waits.push(ms);
      const next = more.shift();
      if (next !== undefined) write(next, "new");
    });
    await heard(/watching /, 1);
    changing = true;
    write("a.mjs", "new");
    await heard(/testing again/, 1);
    changing = false;
    await heard(/watching /, 2);
    expect(waits.slice(0, 3)).toEqual([500, 500, 500]);
    expect(all()).toContain("a.mjs and 2 more changed: testing again.");
    expect(reports()).toHaveLength(2);
  });

  it("gives up a run whose files change, with its child, and begins anew", async () => {
    const { folder, write } = project({ "server.mjs": SILENT });
    const args = [...QUICK, "--verbose", "--timeout", "60000", "--cwd", folder, "--", "node", "server.mjs"];
    const { heard, all, reports } = watching(args);
    await heard(/I am \d+\./);
    const pid = pidIn(all());
    expect(alive(pid)).toBe(true);
    write("server.mjs", SOUND);
    await heard(/watching /, 1);
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatch(/Grade A/);
    expect(alive(pid)).toBe(false);
  });

  it("does not test for ever a server that writes into its own folder", async () => {
    const writes = 'import { appendFileSync } from "node:fs";\nappendFileSync("state.json", "1");\n';
    const { folder, write } = project({ "server.mjs": writes + SOUND });
    const { heard, reports, all } = watching([...QUICK, "--cwd", folder, "--", "node", "server.mjs"]);
    await heard(/state\.json changed while this run went on/);
    await heard(/watching /, 1);
    expect(reports().at(-1)).toMatch(/Grade A/);
    const before = all().split("testing again").length;
    write("server.mjs", writes + BROKEN);
    await heard(/watching /, 2);
    // One more, which the edit asked for.
    expect(all().split("testing again").length).toBe(before + 1);
    expect(reports().at(-1)).toMatch(/Grade F/);
  });

  it("sees a new build in the dist folder that the server is started from", async () => {
    const { folder, write } = project({ "dist/server.mjs": SOUND });
    const { heard } = watching([...QUICK, "--cwd", folder, "--", "node", "dist/server.mjs"]);
    await heard(/watching /, 1);
    write("dist/other.mjs", "");
    await heard(/dist\/other\.mjs changed: testing again/);
  });

  it("reads its config again", async () => {
    const { folder, write } = project();
    const config = (only: string) => JSON.stringify({ only: [only], specVersion: "2025-11-25", strict: true });
    write("c.json", config("tools-schema"));
    const { heard, reports } = watching([
      "--config",
      join(folder, "c.json"),
      "--cwd",
      folder,
      "--",
      "node",
      "server.mjs",
    ]);
    await heard(/watching /, 1);
    write("c.json", "{");
    await heard(/c\.json:1:2: this is no JSON.*\n.*watching /);
    write("c.json", config("lifecycle-ping"));
    await heard(/watching /, 3);
    expect(reports()).toHaveLength(2);
  });

  it("draws the screen anew on a terminal", async () => {
    const { folder, write } = project();
    const { heard, all } = watching([...QUICK, "--cwd", folder, "--", "node", "server.mjs"], true);
    await heard(/watching /, 1);
    expect(all()).not.toContain("\u001b[2J");
    write("server.mjs", BROKEN);
    await heard(/watching /, 2);
    expect(all()).toContain("\u001b[2J\u001b[H");
  });
});

describe("test --watch as a process", () => {
  /** The command as a process of its own, which a signal can be sent to. */
  function started(args: readonly string[]) {
    const { all, hear, heard } = listener();
    const main = [join(ROOT, "src/main.ts"), "test", "--watch", "--verbose", ...args];
    const loader = join(ROOT, "node_modules/tsx/dist/loader.mjs");
    const child: ChildProcess = spawn(process.execPath, ["--import", loader, ...main], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    clean.push(() => {
      child.kill("SIGKILL");
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hear);
    const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
    return { all, heard, child, ended };
  }

  it.skipIf(process.platform === "win32")("Ctrl+C within a run leaves no child", async () => {
    const { folder } = project({ "server.mjs": SILENT });
    const { all, heard, child, ended } = started(["--timeout", "60000", "--cwd", folder, "--", "node", "server.mjs"]);
    await heard(/I am \d+\./);
    const pid = pidIn(all());
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(alive(pid)).toBe(false);
  });

  it.skipIf(process.platform === "win32")("Ctrl+C between runs ends it", async () => {
    const { folder } = project();
    const { heard, child, ended } = started([...QUICK, "--cwd", folder, "--", "node", "server.mjs"]);
    await heard(/watching /);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  });
});

describe("test --watch is refused", () => {
  it.each([
    [["http://127.0.0.1:3000/mcp"], /--watch starts the server anew .* needs a command \(stdio\)/],
    [["--self"], /--watch .*--self/],
    [["--list", "node", "s.js"], /--watch .*--list/],
    [["--format", "json", "node", "s.js"], /--watch .*--format json .* Expected terminal, markdown, html/],
    [["--format", "sarif", "node", "s.js"], /--format sarif/],
    [["--format", "github", "node", "s.js"], /--format github/],
    [["--format", "junit", "node", "s.js"], /--format junit/],
    [["--baseline", "k.json", "--update-baseline", "node", "s.js"], /--watch .*--update-baseline/],
    [["--baseline", "none.json", "node", "s.js"], /none\.json/],
    [[], /no target was given/],
    [["--cwd", "/nowhere/at/all", "node", "s.js"], /--cwd: there is no folder/],
  ])("%j", async (args, message) => {
    const { code, err, suite } = await call(["test", "--watch", ...args]);
    expect(err).toMatch(message);
    expect([code, suite.runs.length]).toEqual([2, 0]);
  });

  it("where the folder cannot be watched", async () => {
    const { code, err } = await call(["test", "--watch", "node", "s.js"], {
      others: { "/here/.": "folder", "/here": "folder" },
    });
    expect(err).toMatch(/cannot be watched: ENOSYS/);
    expect(code).toBe(2);
  });
});

describe("what is not watched", () => {
  it.each([
    ["node_modules/a/b.js", true],
    ["packages/a/node_modules/b.js", true],
    [".git/HEAD", true],
    ["dist/a.js", true],
    ["coverage/a", true],
    [".next/cache/x", true],
    ["src/__pycache__/a.pyc", true],
    ["server.log", true],
    ["server.log.1", true],
    ["src/.server.ts.swp", true],
    ["src/4913", true],
    ["src/server.ts~", true],
    ["src/.#server.ts", true],
    ["src/#server.ts#", true],
    ["a.tmp", true],
    [".report.html.k3j2.tmp", true],
    ["src/server.ts.tmp.1234.5678", true],
    [".DS_Store", true],
    ["src/server.ts", false],
    ["src/logs/index.ts", false],
    ["src/distance.ts", false],
    ["distribution/a.ts", false],
    [".env", false],
    ["package-lock.json", false],
    ["src/log.ts", false],
  ])("%s: %s", (path, expected) => {
    expect(leftOut(path)).toBe(expected);
  });

  it("but a dist folder that the server runs from", () => {
    expect(builtFolder("packages/a/dist/bin/server.js")).toBe("packages/a/dist");
    expect(leftOut("packages/a/dist/bin/other.js", ["packages/a/dist"])).toBe(false);
    expect(leftOut("packages/a/dist/node_modules/x.js", ["packages/a/dist"])).toBe(true);
    expect(leftOut("packages/b/dist/x.js", ["packages/a/dist"])).toBe(true);
    for (const file of ["server.js", "dist", "node_modules/x/dist/server.js"])
      expect(builtFolder(file)).toBeUndefined();
  });
});

describe("changes", () => {
  it("of a file end three runs in a row, and then no more while it goes on", () => {
    const changes = changeLog();
    const cancelled: boolean[] = [];
    const round = (paths: readonly string[]) => {
      let cut = false;
      changes.begin(() => {
        cut = true;
      });
      for (const path of paths) changes.note(path);
      cancelled.push(cut);
      return changes.end(!cut);
    };
    expect([round(["a"]), changes.take()]).toEqual([[], ["a"]]);
    expect([round(["a"]), changes.take()]).toEqual([[], ["a"]]);
    expect([round(["a"]), changes.take()]).toEqual([[], ["a"]]);
    expect([round(["a"]), changes.take()]).toEqual([["a"], []]);
    expect(cancelled).toEqual([true, true, true, false]);
    // Another file is news.
    expect([round(["a", "b"]), changes.take()]).toEqual([["a"], ["b"]]);
    // A whole run without it clears its name.
    expect(round([])).toEqual([]);
    expect([round(["a"]), changes.take()]).toEqual([[], ["a"]]);
  });

  it("between runs always count", async () => {
    const changes = changeLog();
    const { signal } = new AbortController();
    const woken = changes.next(signal);
    changes.note("a");
    await woken;
    expect([changes.waiting(), changes.take(), changes.waiting()]).toEqual([true, ["a"], false]);
  });
});
