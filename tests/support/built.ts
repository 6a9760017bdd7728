import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/files.ts";
import { makeBundle } from "../../scripts/make-bundle.ts";
import { compileBun } from "../../scripts/release/bun.ts";
import { BUN_TARGETS, executableName } from "../../scripts/release/targets.ts";

/** The tool as it is shipped, made from the sources as they are now. */
export interface Built {
  /** The bundle that Node runs. */
  readonly main: string;
  /** The executable of this machine. */
  readonly executable: string;
  /** Holds both, and esbuild's metafile.json of the bundle. */
  readonly folder: string;
}

const CACHE = join(ROOT, "node_modules/.cache/mcp-compliance");
const POLL_MS = 100;
/** A builder that was killed leaves its lock. */
const LONGEST_MS = 120_000;

/** Undefined where Bun makes no executable for this machine. */
export const HERE = BUN_TARGETS.find(
  ({ os, cpu, libc }) => os === process.platform && cpu === process.arch && libc !== "musl",
);

/** Builds once for all test files, and once for sources that have not changed since. */
export async function built(): Promise<Built> {
  if (HERE === undefined) throw new Error(`no executable is made for ${process.platform} ${process.arch}`);
  const folder = join(CACHE, `built-${stateOfSources()}`);
  const result = { folder, main: join(folder, "npm/main.js"), executable: join(folder, executableName(HERE.name)) };
  const lock = `${folder}.lock`;
  mkdirSync(CACHE, { recursive: true });
  for (let waited = 0; !existsSync(folder); waited += POLL_MS) {
    if (waited > LONGEST_MS) throw new Error(`${lock} is held by nobody who builds: remove it`);
    if (!taken(lock)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    try {
      if (existsSync(folder)) break;
      await make(folder, HERE.name);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return result;
}

async function make(folder: string, target: string): Promise<void> {
  for (const old of readdirSync(CACHE)) {
    if (/^built-\w+$/.test(old)) rmSync(join(CACHE, old), { recursive: true });
  }
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  await makeBundle(join(work, "npm"));
  writeFileSync(join(work, "npm/package.json"), '{"type":"module"}\n');
  const found = BUN_TARGETS.find((one) => one.name === target);
  if (found !== undefined) compileBun(found, work);
  renameSync(work, folder);
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** Changes with any file that the tool is made of. */
function stateOfSources(): string {
  const hash = createHash("sha256");
  const files = ["src", "scripts"].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of [...files, join(ROOT, "mod.ts"), join(ROOT, "package-lock.json")].sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
