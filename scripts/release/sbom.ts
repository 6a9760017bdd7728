/** The bill of materials: what the bundle is made of, from esbuild's metafile, and what the executables add to it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../files.ts";
import { writeWhole } from "../write.ts";
import { DENO_TARGETS, executableName } from "./targets.ts";

export const SBOM = "mcp-compliance.cdx.json";

interface Component {
  readonly "bom-ref": string;
  readonly [member: string]: unknown;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Writes the CycloneDX bill of materials of a build, told by its metafile, into a folder and returns its path. */
export function writeSbom(folder: string, metafile = join(ROOT, "compiled/metafile.json")): string {
  if (!existsSync(metafile)) throw new Error(`${metafile} is not there: npm run build`);
  const cli = join(ROOT, "node_modules/@cyclonedx/cyclonedx-esbuild/bin/cyclonedx-esbuild-cli.js");
  const words = ["--spec-version", "1.6", "--output-reproducible", "--validate", "--output-file", "-", metafile];
  const text = execFileSync(process.execPath, [cli, ...words], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const path = join(folder, SBOM);
  writeWhole(path, `${JSON.stringify(withRuntimes(JSON.parse(text), runtimesIn(folder)), null, 2)}\n`);
  return path;
}

/** The executables hold the runtime that runs them: Bun, and Deno where the folder has any made by it. */
function runtimesIn(folder: string): readonly Component[] {
  const deno = DENO_TARGETS.map(({ name }) => executableName(name, "deno"));
  const found = [runtime("bun", "the executables; not the npm package")];
  if (readdirSync(folder).some((name) => deno.includes(name))) {
    found.push(runtime("deno", "the executables called mcp-compliance-deno-*"));
  }
  return found;
}

function runtime(name: string, where: string): Component {
  const path = join(ROOT, "node_modules", name, "package.json");
  const { version, license, description } = JSON.parse(readFileSync(path, "utf8"));
  return {
    type: "framework",
    name,
    version,
    "bom-ref": `${name}@${version}`,
    description,
    scope: "optional",
    licenses: [{ license: { id: license, acknowledgement: "declared" } }],
    purl: `pkg:npm/${name}@${version}`,
    properties: [{ name: "mcp-compliance:part-of", value: where }],
  };
}

function withRuntimes(bom: Bom, runtimes: readonly Component[]): Bom {
  const own = bom.metadata.component["bom-ref"];
  const refs = runtimes.map((one) => one["bom-ref"]);
  return {
    ...bom,
    components: [...bom.components, ...runtimes],
    dependencies: [
      ...bom.dependencies.map((one) =>
        one.ref === own ? { ...one, dependsOn: [...(one.dependsOn ?? []), ...refs] } : one,
      ),
      ...refs.map((ref) => ({ ref })),
    ],
  };
}
