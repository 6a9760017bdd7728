/**
 * Makes the executables with Deno: npm run build:deno [-- --only linux-x64] [--out folder]. `deno compile` puts the
 * program behind a `denort` of the target, which it downloads from Deno's own site: DENORT_BIN names one that is here.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DENO_PERMISSIONS } from "../../src/launcher/runtimes.ts";
import { bundle } from "../bundle.ts";
import { isMain, ROOT } from "../files.ts";
import { writeAll } from "../write.ts";
import { chosen, DENO_TARGETS, type DenoTarget, executableName } from "./targets.ts";
import { versionOf } from "./version.ts";

const DENO = join(ROOT, "node_modules/deno/bin.cjs");

/** The words after `deno` that compile one executable. */
export function denoWords(target: DenoTarget, main: string, path: string): readonly string[] {
  return [
    ...["compile", "--quiet", "--no-check", "--no-config", "--no-lock", "--no-remote", "--no-npm"],
    ...[...DENO_PERMISSIONS, `--target=${target.deno}`, "--output", path, main],
  ];
}

/** Compiles one executable and returns its path. Throws, saying what to do, where there is no `denort` to be had. */
export async function compileDeno(target: DenoTarget, out: string): Promise<string> {
  const denort = process.env["DENORT_BIN"];
  if (denort !== undefined && !existsSync(denort)) throw new Error(`DENORT_BIN names ${denort}, which is not there`);
  const parts = join(ROOT, "compiled/deno", target.name);
  writeAll((await bundle({ main: "src/main.ts" }, parts, target.name)).outputFiles);
  const path = join(out, executableName(target.name, "deno"));
  mkdirSync(out, { recursive: true });
  try {
    execFileSync(process.execPath, [DENO, ...denoWords(target, join(parts, "main.js"), path)], {
      stdio: ["ignore", "inherit", "pipe"],
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
  } catch (error) {
    const said = String((error as { readonly stderr?: unknown }).stderr)
      .split("Stack backtrace")[0]
      ?.trim();
    throw new Error(
      `deno compile for ${target.deno} failed: ${said}\n` +
        "It needs the denort of that target and of this very version of Deno. With network it downloads one from " +
        "dl.deno.land; without, unpack denort-<target>.zip of Deno's release and name the file with DENORT_BIN.",
    );
  }
  return path;
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: { only: { type: "string" }, out: { type: "string", default: join(ROOT, "compiled") } },
  });
  try {
    const targets = chosen(DENO_TARGETS, values.only);
    versionOf();
    if (process.env["DENORT_BIN"] !== undefined && targets.length !== 1) {
      throw new Error("DENORT_BIN is for one target: name it with --only");
    }
    for (const target of targets) {
      const path = await compileDeno(target, resolve(values.out));
      console.log(`build:deno: ${path}, ${(statSync(path).size / 1e6).toFixed(0)} MB`);
    }
  } catch (error) {
    console.error(`build:deno: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
