import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { checkExecutables } from "../../scripts/release/stamped.ts";
import { BUN_TARGETS, DENO_TARGETS, executableName } from "../../scripts/release/targets.ts";
import { spreadVersion, versionOf } from "../../scripts/release/version.ts";
import { TOOL_VERSION } from "../../src/version.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "version-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FILES = ["package.json", "package-lock.json", "deno.json", "src/version.ts"];

describe("the version of the project", () => {
  const replace = (file: string, from: string, to: string): void => {
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
  };
  beforeEach(() => {
    mkdirSync(join(folder, "src"));
    for (const file of FILES) cpSync(join(ROOT, file), join(folder, file));
  });

  test("is one, wherever it stands", () => {
    expect(versionOf()).toBe(TOOL_VERSION);
  });

  test.each(FILES)("is refused where %s has another", (file) => {
    replace(file, `"${TOOL_VERSION}"`, '"9.8.7"');
    expect(() => versionOf(folder)).toThrow(file === "package.json" ? "package.json says 9.8.7, but" : `${file} 9.8.7`);
  });

  test("of the lock file's two, both count", () => {
    const text = readFileSync(join(folder, "package-lock.json"), "utf8");
    const at = text.indexOf(`"version": "${TOOL_VERSION}"`, text.indexOf('"packages"'));
    writeFileSync(
      join(folder, "package-lock.json"),
      `${text.slice(0, at)}"version": "9.8.7"${text.slice(at + `"version": "${TOOL_VERSION}"`.length)}`,
    );
    expect(() => versionOf(folder)).toThrow("package-lock.json 9.8.7");
  });

  test("is spread from package.json, and nothing else changes", () => {
    const before = FILES.map((file) => readFileSync(join(folder, file), "utf8"));
    replace("package.json", `"version": "${TOOL_VERSION}"`, '"version": "9.8.7-rc.1"');
    expect(spreadVersion(folder)).toBe("9.8.7-rc.1");
    expect(versionOf(folder)).toBe("9.8.7-rc.1");
    replace("package.json", '"version": "9.8.7-rc.1"', `"version": "${TOOL_VERSION}"`);
    spreadVersion(folder);
    expect(FILES.map((file) => readFileSync(join(folder, file), "utf8"))).toEqual(before);
  });

  test("a script of the release that refuses says why in one line, and makes nothing", () => {
    for (const [name, script] of [
      ["build:bun", "bun.ts"],
      ["build:deno", "deno.ts"],
    ] as const) {
      const words = [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/release", script)];
      const { status, stderr } = spawnSync(process.execPath, [...words, "--only", "plan9", "--out", folder], {
        encoding: "utf8",
      });
      expect(stderr).toMatch(new RegExp(`^${name}: --only plan9: no such target\\. There are [^\n]+\n$`));
      expect(status).toBe(1);
    }
  });

  test("that is none is refused", () => {
    replace("package.json", `"version": "${TOOL_VERSION}"`, '"version": "v1"');
    expect(() => spreadVersion(folder)).toThrow("no version like 1.2.3");
  });

  test("npm version spreads it", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(scripts.version).toBe("tsx scripts/release/version.ts && git add deno.json src/version.ts");
  });
});

describe("the executables of a release", () => {
  const build = { version: "1.2.3", commit: "0123456789ab" };
  const write = (name: string, version: string, commit: string, target: string): void =>
    writeFileSync(
      join(folder, name),
      `\x7fELF\0\xff var TOOL_VERSION="${version}",TOOL_COMMIT="${commit}",TOOL_TARGET="${target}";\n\0`,
    );
  beforeEach(() => {
    for (const { name } of BUN_TARGETS) write(executableName(name), "1.2.3", "0123456789ab", name);
    for (const { name } of DENO_TARGETS) write(executableName(name, "deno"), "1.2.3", "0123456789ab", name);
    writeFileSync(join(folder, "mcp-compliance.cdx.json"), "{}");
  });

  test("are of this version and commit, each for the system of its name", () => {
    expect(() => checkExecutables(folder, build)).not.toThrow();
  });

  test.each([
    ["mcp-compliance-linux-x64", "1.2.2", "0123456789ab", "linux-x64", "is of version 1.2.2, not 1.2.3"],
    ["mcp-compliance-windows-x64.exe", "1.2.3", "0123456789ab+", "windows-x64", "is of commit 0123456789ab+, not"],
    ["mcp-compliance-darwin-x64", "1.2.3", "0123456789ab", "darwin-arm64", "is of target darwin-arm64, not darwin-x64"],
    ["mcp-compliance-deno-darwin-x64", "1.2.2", "0123456789ab", "darwin-x64", "is of version 1.2.2, not 1.2.3"],
    ["mcp-compliance-plan9-x64", "1.2.3", "0123456789ab", "plan9-x64", "is of no target"],
  ])("%s of %s, %s, %s is refused", (name, version, commit, target, said) => {
    write(name, version, commit, target);
    expect(() => checkExecutables(folder, build)).toThrow(said);
  });

  test("what is missing, or of another program, is named", () => {
    writeFileSync(join(folder, "mcp-compliance-linux-arm64"), "");
    expect(() => checkExecutables(folder, build)).toThrow("linux-arm64 does not say of which version it is");
    rmSync(join(folder, "mcp-compliance-linux-arm64-musl"));
    expect(() => checkExecutables(folder, build)).toThrow("lacks mcp-compliance-linux-arm64-musl: npm run build:bun");
  });
});
