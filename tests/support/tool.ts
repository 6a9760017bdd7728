import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Built {
  /** Starts the tool under Node. */
  readonly command: string;
  readonly args: readonly string[];
  remove(): void;
}

/** The tool of this tree in one file, so that children start as fast as those of the package do. */
export async function buildTool(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-compliance-built-"));
  const outfile = join(folder, "main.mjs");
  await build({
    entryPoints: [join(ROOT, "src/main.ts")],
    outfile,
    absWorkingDir: ROOT,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    mainFields: ["module", "main"],
    logLevel: "error",
  });
  return {
    command: process.execPath,
    args: [outfile],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
