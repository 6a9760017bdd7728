/**
 * Makes all that a release offers out of the executables that lie in a folder:
 *   npm run release -- --folder compiled/release --repository https://github.com/OWNER/NAME
 * The bill of materials, npm/ (folders to publish), mcp-compliance.rb (Homebrew), mcp-compliance.json (Scoop), and
 * SHA256SUMS of all of these but npm/. Nothing is written unless every executable is there, and of this very build.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { commitOf } from "../bundle.ts";
import { isMain, ROOT } from "../files.ts";
import { writeWhole } from "../write.ts";
import { aboutProject } from "./about.ts";
import { formula } from "./homebrew.ts";
import { writePackages } from "./npm.ts";
import { writeSbom } from "./sbom.ts";
import { scoopManifest } from "./scoop.ts";
import { checkExecutables } from "./stamped.ts";
import { addSums, writeSums } from "./sums.ts";

/** Manifests of package managers, made out of the sums of the executables. */
const MANIFESTS = { "mcp-compliance.rb": formula, "mcp-compliance.json": scoopManifest } as const;

/** Returns what was written, as lines for a person. */
export async function release(folder: string, repository: string): Promise<readonly string[]> {
  const about = aboutProject(repository);
  checkExecutables(folder, { version: about.version, commit: commitOf(ROOT) });
  const written = [writeSbom(folder)];
  const sums = await writeSums(folder, Object.keys(MANIFESTS));
  written.push(...writePackages(folder, join(folder, "npm"), about));
  for (const [name, make] of Object.entries(MANIFESTS)) {
    writeWhole(join(folder, name), make(about, sums));
    written.push(join(folder, name));
  }
  const all = await addSums(folder, sums, Object.keys(MANIFESTS));
  written.push(`${join(folder, "SHA256SUMS")}: ${all.size} files`);
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
