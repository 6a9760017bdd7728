import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { checkExecutables } from "../../scripts/release/stamped.ts";
import { BUN_TARGETS, executableName } from "../../scripts/release/targets.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import { TOOL_VERSION } from "../../src/version.ts";
import { type Built, built, HERE } from "../support/built.ts";

let made: Built;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "executable-"));
  if (HERE !== undefined) made = await built();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, args: readonly string[], more: { readonly cwd?: string; readonly env?: object } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 64e6,
    ...more,
    env: { ...process.env, ...more.env },
  });
  return { status, stdout, stderr };
}

const STDIO = ["--", process.execPath, resolve("tests/servers/plain.mjs"), "stdio"];
const root = process.getuid?.() === 0;
const linux = process.platform === "linux";
const canCutNetwork = linux && spawnSync("unshare", ["-n", "true"]).status === 0;
const canRaiseLoopback = canCutNetwork && spawnSync("unshare", ["-n", "ip", "link", "set", "lo", "up"]).status === 0;
const canChroot = linux && root && spawnSync("unshare", ["-m", "chroot", "/", "true"]).status === 0;
if (!canCutNetwork) console.warn("The network cannot be cut here (unshare -n): that test is skipped");
if (!canChroot) console.warn("A bare root needs root and chroot: that test is skipped");

describe.runIf(HERE !== undefined)("the executable", () => {
  test("says its version, in short and in full", () => {
    expect(run(made.executable, ["--version"])).toEqual({ status: 0, stdout: `${TOOL_VERSION}\n`, stderr: "" });
    const { stdout } = run(made.executable, ["--version", "--verbose"]);
    const bun = JSON.parse(readFileSync(join(ROOT, "node_modules/bun/package.json"), "utf8")).version;
    const commit = existsSync(join(ROOT, ".git")) ? "[0-9a-f]{12}\\+?" : "not built from a commit";
    expect(stdout).toMatch(
      new RegExp(
        `^mcp-compliance ${TOOL_VERSION}\ncommit +${commit}\n` +
          `runtime +Bun ${bun}, in the executable for ${HERE?.name}\nrevisions +${REVISIONS.join(", ")}\n$`,
      ),
    );
  });

  test("its bytes say which build it is, which is how one for another system is told", () => {
    const release = mkdtempSync(join(folder, "release-"));
    const [, commit] =
      /^commit +([0-9a-f]{12}\+?)$/m.exec(run(made.executable, ["--version", "--verbose"]).stdout) ?? [];
    const stamp = commit === undefined ? "" : `TOOL_COMMIT="${commit}",`;
    for (const { name } of BUN_TARGETS) {
      const path = join(release, executableName(name));
      if (name === HERE?.name) copyFileSync(made.executable, path);
      else writeFileSync(path, `TOOL_VERSION="${TOOL_VERSION}",${stamp}TOOL_TARGET="${name}"`);
    }
    expect(() => checkExecutables(release, { version: TOOL_VERSION, commit })).not.toThrow();
    expect(() => checkExecutables(release, { version: "9.8.7", commit })).toThrow(`${TOOL_VERSION}, not 9.8.7`);
  });

  test("names the licence of every package that it contains, and Bun's", () => {
    const { inputs } = JSON.parse(readFileSync(join(made.folder, "metafile.json"), "utf8"));
    const names = new Set(
      Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? []),
    );
    const { stdout } = run(made.executable, ["--licenses"]);
    const told = [...stdout.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \([^)]+\)\n/gm)].map(([, name]) => name);
    expect(told.toSorted()).toEqual([...names].sort());
    expect(names).toContain("ajv");
    expect(stdout).toContain("This executable also contains Bun");
    for (const part of stdout.split(`\n${"-".repeat(72)}\n`)) expect(part).toMatch(/licen[cs]e|copyright/i);
  });

  test("nothing of the folder that it is started in runs or is read", () => {
    const cwd = mkdtempSync(join(folder, "project-"));
    writeFileSync(join(cwd, ".env"), "NO_COLOR=\nFORCE_COLOR=1\nMCP_FROM_DOTENV=1\n");
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
    writeFileSync(join(cwd, "preload.ts"), 'console.log("preloaded");\n');
    writeFileSync(join(cwd, "server.mjs"), 'console.error(process.env.MCP_FROM_DOTENV ?? "clean"); process.exit(3);\n');
    const { stdout, stderr } = run(
      made.executable,
      ["test", "--verbose", "--only", "lifecycle", "--", process.execPath, "server.mjs"],
      { cwd },
    );
    expect(stdout).not.toContain("preloaded");
    expect(stderr).toContain("clean");
    expect(run(made.executable, ["--version"], { cwd }).stdout).toBe(`${TOOL_VERSION}\n`);
  });

  test("arguments arrive as they were given", () => {
    const { stderr, status } = run(made.executable, ["--", "x"]);
    expect(status).toBe(2);
    expect(stderr).toContain("mcp-compliance test -- ...");
    const odd = run(made.executable, ["judge", "no such\nfile ünï 😀 \"'"]);
    expect(odd.status).toBe(2);
    expect(odd.stderr).toContain("ünï 😀 \"'");
  });

  test.runIf(canCutNetwork)(
    "without any network it tests a server and prints every format",
    { timeout: 60_000 },
    () => {
      const formats = ["json", "sarif", "github", "markdown", "html", "junit"];
      const reports = formats.flatMap((format) => ["--report", `${format}=${join(folder, format)}`]);
      const words = [made.executable, "test", ...reports, ...STDIO];
      // Not even loopback is up.
      const { status, stdout, stderr } = run("unshare", ["-n", ...words]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(/\d+ checks: \d+ passed/);
      const text = Object.fromEntries(formats.map((format) => [format, readFileSync(join(folder, format), "utf8")]));
      const report = JSON.parse(text["json"] ?? "");
      expect(report.summary.passed).toBeGreaterThan(30);
      expect(JSON.parse(text["sarif"] ?? "")).toMatchObject({ version: "2.1.0" });
      expect(text["github"]).toContain("::notice");
      expect(text["markdown"]).toContain(report.grade);
      expect(text["html"]).toMatch(/^<!doctype html>/i);
      expect(text["junit"]).toContain("<testsuite");
    },
  );

  test.runIf(canRaiseLoopback)("with loopback alone it tests itself over HTTP", { timeout: 60_000 }, () => {
    const script = 'ip link set lo up && exec "$0" test --self --format json';
    const { status, stdout, stderr } = run("unshare", ["-n", "sh", "-c", script, made.executable]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ grade: "A", summary: { failed: 0 } });
  });

  test.runIf(canChroot)(
    "as nobody, in a root that holds nothing but it, the C library and certificates",
    { timeout: 60_000 },
    () => {
      const bare = mkdtempSync(join(folder, "root-"));
      const put = (path: string, as = path): void => {
        mkdirSync(dirname(join(bare, as)), { recursive: true });
        copyFileSync(path, join(bare, as));
      };
      const libraries = [...execFileSync("ldd", [made.executable], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(
        ([, path = ""]) => path,
      );
      // What the base of the image has of glibc; nothing else may be asked for.
      for (const path of libraries)
        expect(path).toMatch(/\/(?:libc|libm|libdl|libpthread|librt|ld-linux[\w-]*)\.so\.\d+$/);
      for (const path of libraries) put(path);
      const certificates = "/etc/ssl/certs/ca-certificates.crt";
      if (existsSync(certificates)) put(certificates);
      for (const name of ["tmp", "proc", "dev"]) mkdirSync(join(bare, name));
      execFileSync("chmod", ["1777", join(bare, "tmp")]);
      try {
        linkSync(made.executable, join(bare, "mcp-compliance"));
      } catch {
        put(made.executable, "mcp-compliance");
      }
      execFileSync("chmod", ["755", bare]);
      // Every container has /proc and /dev/null; without the first Bun does not start.
      execFileSync("mknod", ["-m", "666", join(bare, "dev/null"), "c", "1", "3"]);
      const script = 'mount -t proc proc "$0/proc" && exec chroot --userspec=65532:65532 "$0" /mcp-compliance "$@"';
      const inside = (...args: readonly string[]) =>
        run("unshare", ["-m", "sh", "-c", script, bare, ...args], { env: { HOME: "/", TMPDIR: "/tmp" } });
      expect(inside("--version")).toEqual({ status: 0, stdout: `${TOOL_VERSION}\n`, stderr: "" });
      const { status, stdout, stderr } = inside("test", "--self", "--format", "json");
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(JSON.parse(stdout)).toMatchObject({ grade: "A", summary: { failed: 0 } });
      const stdio = inside("test", "--only", "lifecycle", "--", "/mcp-compliance", "serve", "--transport", "stdio");
      expect(stdio).toMatchObject({ status: 0, stderr: "" });
      expect(stdio.stdout).toMatch(/\d+ checks: \d+ passed, 0 failed, 0 not evaluable/);
    },
  );
});

/**
 * What is compiled at run time: nothing. Our own validators are written out by the build, and schemas that a server sends
 * are read, in every form of the tool alike.
 */
test.runIf(HERE !== undefined)("no text becomes code, and there is no WebAssembly", () => {
  const { outputs } = JSON.parse(readFileSync(join(made.folder, "metafile.json"), "utf8"));
  for (const path of Object.keys(outputs)) {
    const text = readFileSync(join(made.folder, "npm", path.replace(/^.*\/npm\//, "")), "utf8");
    const found = text.match(/\bWebAssembly\b|(?<![\w.$"'`-])eval\s*\(|\bnew Function\b|(?<![\w.$])Function\(/g);
    expect(found ?? [], path).toEqual([]);
  }
  const forbidding = ["--disallow-code-generation-from-strings", made.main, "test", "--self", "--format", "json"];
  expect(JSON.parse(run(process.execPath, forbidding).stdout)).toMatchObject({ grade: "A", summary: { failed: 0 } });
});
