/**
 * Makes compiled/: the schema validators, the licences of what is bundled, and the npm bundle, which needs no other
 * package at run time. `--types` adds the declarations of the public API (npm pack asks for them; a clone does not need
 * them). compiled/metafile.json says what the bundle is made of, for the bill of materials.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Metafile } from "esbuild";
import { TOOL_VERSION } from "../src/version.ts";
import { buildSchemas } from "./build-schemas.ts";
import { bundle, licenceText, outside, packagesIn } from "./bundle.ts";
import { emitTypes } from "./emit-types.ts";
import { ROOT } from "./files.ts";
import { writeAll, writeWhole } from "./write.ts";

const COMPILED = join(ROOT, "compiled");
const OUT = join(COMPILED, "npm");

/**
 * Output name and source. `mcp-compliance` is what the command starts: it is apart from `main`, so that Node (22.8 and
 * later) can keep the compiled code of what it imports. `mod` is what `import "mcp-compliance"` gives.
 */
const ENTRIES: { readonly [name: string]: string } = {
  "mcp-compliance": "src/launcher/main.ts",
  main: "src/main.ts",
  mod: "mod.ts",
};

checkVersion();
const inSchemas = await buildSchemas(join(COMPILED, "schemas"));
// The licences are a part of the bundle, and the bundle says whose they are: a change of packages takes a second pass.
if (!existsSync(join(COMPILED, "licences.js"))) writeLicences("");
let made = await bundle(ENTRIES, OUT);
if (writeLicences(licencesOf(made.metafile))) made = await bundle(ENTRIES, OUT);
const { outputFiles, metafile } = made;
const missing = outside(metafile);
if (missing.length > 0) throw new Error(`the bundle still imports ${missing.join(", ")}`);
writeAll(outputFiles);
writeWhole(join(OUT, "THIRD-PARTY.txt"), licencesOf(metafile));
writeWhole(join(OUT, "bunfig.toml"), "# Read by Bun in place of the one of the folder it is started in.\n");
writeWhole(join(COMPILED, "metafile.json"), JSON.stringify(withSchemas(metafile)));
chmodSync(join(OUT, "mcp-compliance.js"), 0o755);
removeStale(outputFiles.map((file) => file.path));
if (process.argv.includes("--types")) emitTypes(join(OUT, "types"));
report(metafile);

/** src/version.ts is a constant, so that no way of running the tool has to find package.json. */
function checkVersion(): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  if (version !== TOOL_VERSION) {
    throw new Error(`src/version.ts says ${TOOL_VERSION}, package.json ${version}: make them equal`);
  }
}

function licencesOf(meta: Metafile): string {
  const packages = packagesIn([...inSchemas, ...Object.keys(meta.inputs)]);
  return `mcp-compliance contains code of these packages:\n\n${licenceText(packages)}`;
}

/** True when they are others than before. */
function writeLicences(text: string): boolean {
  const path = join(COMPILED, "licences.js");
  const source = `// Made by scripts/build.ts. Do not edit.\n// @ts-self-types="./licences.d.ts"\nexport const LICENCES = ${JSON.stringify(text)};\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === source) return false;
  writeWhole(join(COMPILED, "licences.d.ts"), "export declare const LICENCES: string;\n");
  writeWhole(path, source);
  return true;
}

/** The validators are bundles themselves: what they are made of is put where they are used. */
function withSchemas(meta: Metafile): Metafile {
  const inputs = { ...meta.inputs };
  for (const input of inSchemas) inputs[input] ??= { bytes: 0, imports: [] };
  const imports = inSchemas.map((path) => ({ path, kind: "import-statement" as const }));
  const ajv = inputs["compiled/schemas/ajv.js"];
  if (ajv !== undefined) inputs["compiled/schemas/ajv.js"] = { ...ajv, imports: [...ajv.imports, ...imports] };
  const outputs = Object.fromEntries(
    Object.entries(meta.outputs).map(([name, output]) => {
      if (!("compiled/schemas/ajv.js" in output.inputs)) return [name, output];
      const inside = Object.fromEntries(inSchemas.map((path) => [path, { bytesInOutput: 1 }]));
      return [name, { ...output, inputs: { ...output.inputs, ...inside } }];
    }),
  );
  return { inputs, outputs };
}

/** Chunks of an earlier build: their names change with their contents. */
function removeStale(files: readonly string[]): void {
  const fresh = new Set(files.map((file) => basename(file)));
  for (const name of readdirSync(OUT)) {
    if (/^chunk-.*\.js/.test(name) && !fresh.has(name)) rmSync(join(OUT, name));
  }
}

function report(meta: Metafile): void {
  const bytes = Object.values(meta.outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(
    `build: compiled/npm/mcp-compliance.js and its ${Object.keys(meta.outputs).length} parts, ${bytes} bytes`,
  );
}
