/**
 * The npm packages of a release: one per executable, and the one that people install, which asks npm for the executable
 * of the machine. Without it (--no-optional, another system) the same tool runs on Node.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../files.ts";
import type { About } from "./about.ts";
import { BUN_TARGETS, type BunTarget, executableName } from "./targets.ts";

export const SCOPE = "@mcp-compliance";

/**
 * Writes a folder per package into `out`, of the executables that lie in `folder` and the project as it was built in
 * `root`. Returns the folders, that of the main package last: it is published when all that it asks for is there.
 */
export function writePackages(folder: string, out: string, about: About, root = ROOT): readonly string[] {
  rmSync(out, { recursive: true, force: true });
  const present = new Set(readdirSync(folder));
  const targets = BUN_TARGETS.filter((target) => present.has(executableName(target.name)));
  const native = targets.map((target) => writeNative(target, folder, out, about));
  return [...native, writeMain(targets, out, about, root)];
}

function writeNative(target: BunTarget, folder: string, out: string, about: About): string {
  const path = join(out, target.name);
  const file = `mcp-compliance${target.os === "win32" ? ".exe" : ""}`;
  mkdirSync(path, { recursive: true });
  cpSync(join(folder, executableName(target.name)), join(path, file));
  chmodSync(join(path, file), 0o755);
  cpSync(join(ROOT, "LICENSE"), join(path, "LICENSE"));
  writeFileSync(join(path, "README.md"), `The executable of mcp-compliance for ${target.name}: ${about.repository}\n`);
  writeJson(join(path, "package.json"), {
    name: `${SCOPE}/${target.name}`,
    version: about.version,
    description: `The executable of mcp-compliance for ${target.name}`,
    license: about.licence,
    repository: { type: "git", url: `git+${about.repository}.git` },
    // Yarn with Plug'n'Play has to unpack it: no system starts a program inside of a zip.
    preferUnplugged: true,
    os: [target.os],
    cpu: [target.cpu],
    ...(target.libc === undefined ? {} : { libc: [target.libc] }),
    files: [file],
    publishConfig: { access: "public" },
  });
  return path;
}

function writeMain(targets: readonly BunTarget[], out: string, about: About, root: string): string {
  const path = join(out, "mcp-compliance");
  if (!existsSync(join(root, "compiled/npm/types/mod.d.ts"))) {
    throw new Error("compiled/npm has no types: npm run build -- --types");
  }
  mkdirSync(path, { recursive: true });
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // What `npm pack` would take, by npm's own rules.
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", out];
  const text = execFileSync("npm", words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const [{ filename }] = JSON.parse(text);
  execFileSync("tar", ["-xzf", join(out, filename), "--strip-components=1", "-C", path]);
  rmSync(join(out, filename));
  const { scripts: _scripts, devDependencies: _development, ...published } = own;
  writeJson(join(path, "package.json"), {
    ...published,
    repository: { type: "git", url: `git+${about.repository}.git` },
    optionalDependencies: Object.fromEntries(targets.map(({ name }) => [`${SCOPE}/${name}`, about.version])),
    publishConfig: { access: "public" },
  });
  return path;
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
