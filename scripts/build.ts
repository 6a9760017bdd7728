/**
 * Makes compiled/: the schema validators, the licences of what is bundled, and the npm bundle, which needs no other
 * package at run time. `--types` adds the declarations of the public API (npm pack asks for them; a clone does not need
 * them). compiled/metafile.json says what the bundle is made of, for the bill of materials.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { TOOL_VERSION } from "../src/version.ts";
import { emitTypes } from "./emit-types.ts";
import { ROOT } from "./files.ts";
import { makeBundle } from "./make-bundle.ts";

const OUT = join(ROOT, "compiled/npm");

checkVersion();
const metafile = await makeBundle(OUT);
if (process.argv.includes("--types")) emitTypes(join(OUT, "types"));
report(metafile);

/** src/version.ts is a constant, so that no way of running the tool has to find package.json. */
function checkVersion(): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  if (version !== TOOL_VERSION) {
    throw new Error(`src/version.ts says ${TOOL_VERSION}, package.json ${version}: make them equal`);
  }
}

function report(meta: Metafile): void {
  const bytes = Object.values(meta.outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(
    `build: compiled/npm/mcp-compliance.js and its ${Object.keys(meta.outputs).length} parts, ${bytes} bytes`,
  );
}
