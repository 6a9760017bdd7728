/**
 * The Bun that becomes an executable, for every target, out of the npm registry: the packages @oven/bun-* hold the very
 * binaries of a release. They are checked against package-lock.json, kept, and then no network is needed any more.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../files.ts";
import type { BunTarget } from "./targets.ts";

/** BUN_BASES: a folder that is filled by hand, on a machine without network: its entries are called as ours are. */
const KEPT = process.env["BUN_BASES"] ?? join(ROOT, "node_modules/.cache/mcp-compliance/bun");

interface Locked {
  readonly version: string;
  readonly integrity: string;
}

/** Path of the Bun binary for a target. Downloads it when it was never had. */
export function baseFor(target: BunTarget): string {
  const name = `@oven/${target.base}`;
  const { version, integrity } = locked(name);
  const binary = target.os === "win32" ? "bun.exe" : "bun";
  const installed = join(ROOT, "node_modules", name);
  if (existsSync(join(installed, "bin", binary)) && versionOf(installed) === version)
    return join(installed, "bin", binary);
  const folder = join(KEPT, `${target.base}-${version}`);
  if (!existsSync(join(folder, "bin", binary))) download(name, version, integrity, folder);
  return join(folder, "bin", binary);
}

function locked(name: string): Locked {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const found = packages[`node_modules/${name}`];
  if (found === undefined) throw new Error(`package-lock.json knows no ${name}: is bun a devDependency still?`);
  return found;
}

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}

function download(name: string, version: string, integrity: string, folder: string): void {
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    try {
      execFileSync("npm", ["pack", `${name}@${version}`, "--pack-destination", work, "--silent"], {
        stdio: ["ignore", "ignore", "pipe"],
        shell: process.platform === "win32",
      });
    } catch (error) {
      const said = String((error as { readonly stderr?: unknown }).stderr).trim();
      throw new Error(
        `${name}@${version} is not here and could not be had from the npm registry (${said}). Without network: unpack ` +
          `the package into ${folder}, or name a folder that holds it with BUN_BASES.`,
      );
    }
    const [file = ""] = readdirSync(work);
    const [algorithm = "", wanted] = integrity.split(/-(.*)/);
    const had = createHash(algorithm)
      .update(readFileSync(join(work, file)))
      .digest("base64");
    if (had !== wanted) throw new Error(`${name}@${version} is not what package-lock.json says: ${algorithm}-${had}`);
    execFileSync("tar", ["-xzf", file], { cwd: work });
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(work, "package"), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
