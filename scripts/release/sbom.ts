/** The bill of materials: what the bundle is made of, from esbuild's metafile, and what the executables add to it. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../files.ts";
import { writeWhole } from "../write.ts";

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
  writeWhole(path, `${JSON.stringify(withBun(JSON.parse(text)), null, 2)}\n`);
  return path;
}

/** The executables hold the Bun that runs them. */
function withBun(bom: Bom): Bom {
  const { version, license, description } = JSON.parse(
    readFileSync(join(ROOT, "node_modules/bun/package.json"), "utf8"),
  );
  const ref = `bun@${version}`;
  const bun: Component = {
    type: "framework",
    name: "bun",
    version,
    "bom-ref": ref,
    description,
    scope: "optional",
    licenses: [{ license: { id: license, acknowledgement: "declared" } }],
    purl: `pkg:npm/bun@${version}`,
    properties: [{ name: "mcp-compliance:part-of", value: "the executables; not the npm package" }],
  };
  const own = bom.metadata.component["bom-ref"];
  return {
    ...bom,
    components: [...bom.components, bun],
    dependencies: [
      ...bom.dependencies.map((one) =>
        one.ref === own ? { ...one, dependsOn: [...(one.dependsOn ?? []), ref] } : one,
      ),
      { ref },
    ],
  };
}
