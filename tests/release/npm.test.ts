import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { aboutProject } from "../../scripts/release/about.ts";
import { SCOPE, writePackages } from "../../scripts/release/npm.ts";
import { BUN_TARGETS, executableName } from "../../scripts/release/targets.ts";
import { TOOL_VERSION } from "../../src/version.ts";
import { built, HERE } from "../support/built.ts";

let folder: string;
/** The project as it stands after its build, without what a build does not make. */
let project: string;
let packages: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "npm-package-"));
  if (HERE === undefined) return;
  const made = await built();
  project = join(folder, "project");
  mkdirSync(join(project, "compiled"), { recursive: true });
  for (const name of ["package.json", "README.md", "LICENSE", "schemas"]) {
    cpSync(join(ROOT, name), join(project, name), { recursive: true });
  }
  cpSync(join(made.folder, "npm"), join(project, "compiled/npm"), { recursive: true });
  rmSync(join(project, "compiled/npm/package.json"));
  // The declarations have tests of their own, and take a while to make.
  mkdirSync(join(project, "compiled/npm/types"));
  writeFileSync(join(project, "compiled/npm/types/mod.d.ts"), "export {};\n");
  const release = join(folder, "release");
  mkdirSync(release);
  for (const { name } of BUN_TARGETS) {
    if (name === HERE.name) symlinkSync(made.executable, join(release, executableName(name)));
    else writeFileSync(join(release, executableName(name)), name);
  }
  packages = writePackages(release, join(folder, "packages"), aboutProject("https://github.com/example/x"), project);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", [...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    // The cache of whoever runs this must not help.
    env: {
      ...process.env,
      npm_config_cache: join(folder, "cache"),
      npm_config_audit: "false",
      npm_config_fund: "false",
    },
    shell: process.platform === "win32",
  });
}

/** An empty project that has installed the package of this folder from its tarball, with no network at all. */
function install(source: string): { readonly where: string; readonly said: string } {
  const where = mkdtempSync(join(folder, "empty-"));
  const [{ filename }] = JSON.parse(npm(source, "pack", "--ignore-scripts", "--json", "--pack-destination", where));
  writeFileSync(join(where, "package.json"), '{"name":"empty","private":true,"type":"module"}');
  return { where, said: npm(where, "install", "--offline", `./${filename}`) };
}

function command(where: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(join(where, "node_modules/.bin/mcp-compliance"), args, {
    encoding: "utf8",
    cwd: where,
    env: { ...process.env, MCP_COMPLIANCE_RUNTIME: "node", ...env },
  });
  return { status, stdout, stderr };
}

describe.runIf(HERE !== undefined && process.platform !== "win32")("the npm package", () => {
  test("installed from its tarball without network, it is one package and runs", { timeout: 60_000 }, () => {
    const { where, said } = install(project);
    expect(said).toMatch(/added 1 package\b/);
    expect(command(where, ["--version"])).toEqual({ status: 0, stdout: `${TOOL_VERSION}\n`, stderr: "" });
    const { status, stdout } = command(where, ["test", "--self", "--format", "json", "--only", "lifecycle"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ toolVersion: TOOL_VERSION, grade: "A" });
    expect(command(where, ["--licenses"]).stdout).toContain("ajv 8.");
  });

  test("what its exports name is there, and can be imported", () => {
    const { where } = install(project);
    const script = `
      import { runComplianceSuite, TOOL_VERSION } from "mcp-compliance";
      import manifest from "mcp-compliance/package.json" with { type: "json" };
      console.log(typeof runComplianceSuite, TOOL_VERSION, manifest.version);`;
    writeFileSync(join(where, "use.js"), script);
    const said = execFileSync(process.execPath, ["--no-warnings", "use.js"], { cwd: where, encoding: "utf8" });
    expect(said).toBe(`function ${TOOL_VERSION} ${TOOL_VERSION}\n`);
    const { exports, bin, files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const inside = (path: string): string => readFileSync(join(where, "node_modules/mcp-compliance", path), "utf8");
    expect(inside(bin["mcp-compliance"])).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(inside(exports["."].types)).not.toBe("");
    expect(files).not.toContain("src");
  });

  test("as published it asks for the executable of each system, and does without", { timeout: 60_000 }, () => {
    const main = packages.at(-1) ?? "";
    const manifest = JSON.parse(readFileSync(join(main, "package.json"), "utf8"));
    const wanted = BUN_TARGETS.map(({ name }) => [`${SCOPE}/${name}`, TOOL_VERSION]);
    expect(manifest.optionalDependencies).toEqual(Object.fromEntries(wanted));
    expect(manifest).not.toHaveProperty("devDependencies");
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("scripts");
    const { where, said } = install(main);
    expect(said).toMatch(/added 1 package\b/);
    expect(command(where, ["--version", "--verbose"]).stdout).toContain(`Node ${process.versions.node}`);
  });

  test("each executable's package fits its system alone", () => {
    expect(packages.map((path) => basename(path))).toEqual([...BUN_TARGETS.map(({ name }) => name), "mcp-compliance"]);
    for (const [at, { name, os, cpu, libc }] of BUN_TARGETS.entries()) {
      const path = packages[at] ?? "";
      const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      expect(manifest).toMatchObject({ name: `${SCOPE}/${name}`, version: TOOL_VERSION, os: [os], cpu: [cpu] });
      expect(manifest.libc).toEqual(libc === undefined ? undefined : [libc]);
      if (name !== HERE?.name) expect(readFileSync(join(path, manifest.files[0]), "utf8")).toBe(name);
    }
  });

  test("with its executable beside it, that is what runs", () => {
    const { where } = install(packages.at(-1) ?? "");
    mkdirSync(join(where, "node_modules", SCOPE));
    const native = packages.find((path) => basename(path) === HERE?.name) ?? "";
    symlinkSync(native, join(where, "node_modules", SCOPE, HERE?.name ?? ""));
    const auto = { MCP_COMPLIANCE_RUNTIME: "auto" };
    const { stdout, stderr } = command(where, ["--version", "--verbose"], auto);
    expect(stdout).toContain(`in the executable for ${HERE?.name}`);
    expect(stderr).toBe("");
    expect(command(where, ["--version", "--verbose"], { MCP_COMPLIANCE_RUNTIME: "native" }).stdout).toBe(stdout);
    expect(command(where, ["test", "-x"], auto)).toMatchObject({ status: 2 });
  });
});
