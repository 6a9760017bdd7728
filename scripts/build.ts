/**
 * Makes compiled/: the schema validators, and the npm bundle, which needs no other package at run time.
 * `--types` adds the declarations of the public API (npm pack asks for them; a clone does not need them).
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Metafile, OutputFile } from "esbuild";
import { build } from "esbuild";
import { TOOL_VERSION } from "../src/version.ts";
import { buildSchemas } from "./build-schemas.ts";
import { ROOT } from "./files.ts";

const OUT = join(ROOT, "compiled/npm");

/** Output name and source. `main` is what the command starts, `mod` what `import "mcp-compliance"` gives. */
const ENTRIES: { readonly [name: string]: string } = { main: "src/main.ts", mod: "mod.ts" };

/**
 * The command itself. It is apart from main.js so that Node (22.8 and later) can keep the compiled code of what it
 * imports: code is only cached when the cache was switched on before it is compiled.
 */
const COMMAND = `#!/usr/bin/env node
import module from "node:module";
module.enableCompileCache?.();
await import("./main.js");
`;

checkVersion();
await buildSchemas(join(ROOT, "compiled/schemas"));
const { outputFiles, metafile } = await build({
  entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, file)])),
  outdir: OUT,
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Measured on Node 20 with 660 kB of bundle: in parts --version starts 6 ms sooner than from one file, test 2 ms later.
  splitting: true,
  chunkNames: "chunk-[hash]",
  // jsonc-parser's main is UMD, which no bundler sees through.
  mainFields: ["module", "main"],
  // Names stay: a stack trace in a report about our own bug has to be readable.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "external",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
});
checkSelfContained(metafile);
mkdirSync(OUT, { recursive: true });
for (const file of outputFiles) write(file.path, file.contents);
write(join(OUT, "THIRD-PARTY.txt"), licences(metafile));
write(join(OUT, "mcp-compliance.js"), COMMAND);
chmodSync(join(OUT, "mcp-compliance.js"), 0o755);
removeStale(outputFiles);
if (process.argv.includes("--types")) emitTypes();
report(metafile);

/** src/version.ts is a constant, so that no way of running the tool has to find package.json. */
function checkVersion(): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  if (version !== TOOL_VERSION) {
    throw new Error(`src/version.ts says ${TOOL_VERSION}, package.json ${version}: make them equal`);
  }
}

function checkSelfContained(meta: Metafile): void {
  const outside = Object.values(meta.outputs).flatMap((output) =>
    output.imports.filter((one) => one.external === true && !one.path.startsWith("node:")).map((one) => one.path),
  );
  if (outside.length > 0) throw new Error(`the bundle still imports ${[...new Set(outside)].join(", ")}`);
}

/** Whole or not at all: somebody may be running the bundle while it is made. */
function write(path: string, contents: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

/** Chunks of an earlier build: their names change with their contents. */
function removeStale(files: readonly OutputFile[]): void {
  const made = new Set(files.map((file) => basename(file.path)));
  for (const name of readdirSync(OUT)) {
    if (/^chunk-.*\.js/.test(name) && !made.has(name)) rmSync(join(OUT, name));
  }
}

/** The licence of every package that is part of the bundle. */
function licences(meta: Metafile): string {
  const folders = new Set<string>();
  for (const input of Object.keys(meta.inputs)) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? "" : readFileSync(join(ROOT, folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This bundle contains code of these packages:\n\n${parts.join(`\n${"-".repeat(72)}\n\n`)}`;
}

function emitTypes(): void {
  const types = join(OUT, "types");
  rmSync(types, { recursive: true, force: true });
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", types, "--rootDir", ROOT];
  writeFileSync(
    join(OUT, "tsconfig.types.json"),
    JSON.stringify({ extends: relative(OUT, join(ROOT, "tsconfig.json")), include: [], files: [join(ROOT, "mod.ts")] }),
  );
  try {
    execFileSync(process.execPath, [tsc, "-p", join(OUT, "tsconfig.types.json"), ...options], { stdio: "inherit" });
  } finally {
    rmSync(join(OUT, "tsconfig.types.json"));
  }
  if (!existsSync(join(types, "mod.d.ts"))) throw new Error(`${dirname(types)} has no types/mod.d.ts after tsc`);
}

function report(meta: Metafile): void {
  const bytes = Object.values(meta.outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(
    `build: compiled/npm/mcp-compliance.js and its ${Object.keys(meta.outputs).length} parts, ${bytes} bytes`,
  );
}
