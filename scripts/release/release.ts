/**
 * Makes all that a release offers out of the executables that lie in a folder:
 *   npm run release -- --folder compiled/release --repository https://github.com/OWNER/NAME
 * The bill of materials, SHA256SUMS, npm/ (folders to publish), homebrew/mcp-compliance.rb, scoop/mcp-compliance.json.
 * The manifests of package managers are only written where all that they name is there.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isMain } from "../files.ts";
import { writeWhole } from "../write.ts";
import { aboutProject } from "./about.ts";
import { formula } from "./homebrew.ts";
import { writePackages } from "./npm.ts";
import { writeSbom } from "./sbom.ts";
import { scoopManifest } from "./scoop.ts";
import { type Sums, writeSums } from "./sums.ts";

/** Returns what was written, as lines for a person. */
export async function release(folder: string, repository: string): Promise<readonly string[]> {
  const about = aboutProject(repository);
  const written = [writeSbom(folder)];
  const sums: Sums = await writeSums(folder);
  written.push(`${join(folder, "SHA256SUMS")}: ${sums.size} files`);
  written.push(...writePackages(folder, join(folder, "npm"), about));
  for (const [path, make] of [
    ["homebrew/mcp-compliance.rb", formula],
    ["scoop/mcp-compliance.json", scoopManifest],
  ] as const) {
    writeWhole(join(folder, path), make(about, sums));
    written.push(join(folder, path));
  }
  return written;
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { folder: { type: "string" }, repository: { type: "string" } } });
  if (values.folder === undefined || values.repository === undefined) {
    console.error("release: --folder and --repository are needed (see scripts/release/release.ts)");
    process.exitCode = 2;
  } else {
    try {
      for (const line of await release(resolve(values.folder), values.repository)) console.log(`release: ${line}`);
    } catch (error) {
      console.error(`release: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}
