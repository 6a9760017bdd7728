/**
 * Makes the executables with Bun: npm run build:bun [-- --only linux-x64,darwin-arm64] [--out folder]. Every target is
 * made on any machine; what each needs of Bun comes out of the npm registry once (bases.ts).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { stamps } from "../bundle.ts";
import { isMain, ROOT } from "../files.ts";
import { baseFor } from "./bases.ts";
import { signAdHoc } from "./macho.ts";
import { BUN_TARGETS, type BunTarget, chosen, executableName } from "./targets.ts";
import { versionOf } from "./version.ts";

const BUN = join(ROOT, "node_modules/bun/bin/bun.exe");

/** Compiles one executable and returns its path. compiled/schemas and compiled/licences.js have to be there. */
export function compileBun(target: BunTarget, out: string, entry = join(ROOT, "src/executable.ts")): string {
  const path = join(out, executableName(target.name));
  // Bun appends ".exe" to what has none.
  const temporary = join(out, `.${target.name}.${process.pid}.tmp${target.os === "win32" ? ".exe" : ""}`);
  mkdirSync(out, { recursive: true });
  const defines = Object.entries(stamps(target.name)).flatMap(([name, value]) => ["--define", `${name}=${value}`]);
  try {
    execFileSync(
      BUN,
      [
        ...["build", "--compile", `--target=${target.bun}`, `--compile-executable-path=${baseFor(target)}`],
        // Parts, so that --version loads none; names stay for stack traces.
        ...["--splitting", "--format=esm", "--minify-syntax", "--minify-whitespace", ...bytecode(target)],
        // The user's .env and bunfig.toml are his project's, not ours: nothing in a folder may change a verdict.
        ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
        ...[...defines, entry, "--outfile", temporary],
      ],
      { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] },
    );
    // That of arm64 Bun signs anew by itself.
    if (target.os === "darwin" && target.cpu === "x64") signAdHoc(temporary);
    renameSync(temporary, path);
  } finally {
    for (const name of readdirSync(out)) {
      if (name.startsWith(`.${target.name}.${process.pid}.tmp`)) rmSync(join(out, name), { force: true });
    }
  }
  return path;
}

/** Compiled code of this machine's Bun is for its own processor. */
function bytecode(target: BunTarget): readonly string[] {
  return target.cpu === process.arch && target.os === process.platform ? ["--bytecode"] : [];
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: { only: { type: "string" }, out: { type: "string", default: join(ROOT, "compiled") } },
  });
  try {
    const targets = chosen(BUN_TARGETS, values.only);
    versionOf();
    execFileSync(process.execPath, [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/build.ts")], {
      stdio: "inherit",
    });
    for (const target of targets) {
      const path = compileBun(target, resolve(values.out));
      console.log(`build:bun: ${path}, ${(statSync(path).size / 1e6).toFixed(0)} MB`);
    }
  } catch (error) {
    console.error(`build:bun: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
