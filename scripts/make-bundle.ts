/** Makes the bundle that npm ships, and what the sources import from compiled/: the validators and the licences. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Metafile } from "esbuild";
import { buildSchemas } from "./build-schemas.ts";
import { bundle, ENTRIES, licenceText, outside, packagesIn } from "./bundle.ts";
import { ROOT } from "./files.ts";
import { writeAll, writeWhole } from "./write.ts";

const COMPILED = join(ROOT, "compiled");

/** Writes the bundle into `out`, and beside it metafile.json, which says what it is made of. */
export async function makeBundle(out: string): Promise<Metafile> {
  const inSchemas = await buildSchemas(join(COMPILED, "schemas"));
  const licencesOf = (meta: Metafile): string => {
    const packages = packagesIn([...inSchemas, ...Object.keys(meta.inputs)]);
    return `mcp-compliance contains code of these packages:\n\n${licenceText(packages)}`;
  };
  // The licences are a part of the bundle, and the bundle says whose they are: other packages take a second pass.
  if (!existsSync(join(COMPILED, "licences.js"))) writeLicences("");
  let made = await bundle(ENTRIES, out);
  if (writeLicences(licencesOf(made.metafile))) made = await bundle(ENTRIES, out);
  const { outputFiles, metafile } = made;
  const missing = outside(metafile);
  if (missing.length > 0) throw new Error(`the bundle still imports ${missing.join(", ")}`);
  writeAll(outputFiles);
  writeWhole(join(out, "THIRD-PARTY.txt"), licencesOf(metafile));
  writeWhole(join(out, "bunfig.toml"), "# Read by Bun in place of the one of the folder it is started in.\n");
  writeWhole(join(dirname(out), "metafile.json"), JSON.stringify(withSchemas(metafile, inSchemas)));
  chmodSync(join(out, "mcp-compliance.js"), 0o755);
  removeStale(out, new Set(outputFiles.map((file) => basename(file.path))));
  return metafile;
}

/** Chunks of an earlier build: their names change with their contents. */
function removeStale(out: string, fresh: ReadonlySet<string>): void {
  for (const name of readdirSync(out)) {
    if (/^chunk-.*\.js/.test(name) && !fresh.has(name)) rmSync(join(out, name));
  }
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
function withSchemas(meta: Metafile, inSchemas: readonly string[]): Metafile {
  const imports = inSchemas.map((path) => ({ path, kind: "import-statement" as const }));
  const isValidator = (path: string): boolean => path.startsWith("compiled/schemas/");
  const inputs = Object.fromEntries(
    Object.entries(meta.inputs).map(([path, input]) => [
      path,
      isValidator(path) ? { ...input, imports: [...input.imports, ...imports] } : input,
    ]),
  );
  for (const path of inSchemas) inputs[path] ??= { bytes: 0, imports: [] };
  const inside = Object.fromEntries(inSchemas.map((path) => [path, { bytesInOutput: 1 }]));
  const outputs = Object.fromEntries(
    Object.entries(meta.outputs).map(([path, output]) => [
      path,
      Object.keys(output.inputs).some(isValidator) ? { ...output, inputs: { ...output.inputs, ...inside } } : output,
    ]),
  );
  return { inputs, outputs };
}
