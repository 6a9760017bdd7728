import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../files.ts";
import { versionOf } from "./version.ts";

/** What manifests say about the project, and where its release lies. */
export interface About {
  readonly version: string;
  readonly description: string;
  readonly licence: string;
  /** The repository's page: "https://github.com/OWNER/NAME". */
  readonly repository: string;
}

export function aboutProject(repository: string): About {
  if (!/^https:\/\/[^/\s"'\\]+\/[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new Error(`--repository ${repository}: expected the page of the repository, https://HOST/OWNER/NAME`);
  }
  const { description, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return { version: versionOf(), description, licence: license, repository };
}

/** Where a file of the release is downloaded from. */
export function assetUrl({ repository, version }: About, name: string): string {
  return `${repository}/releases/download/v${version}/${name}`;
}
