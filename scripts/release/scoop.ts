import { type About, assetUrl } from "./about.ts";
import { type Sums, sumFrom } from "./sums.ts";
import { executableName } from "./targets.ts";

const ARCHITECTURES = { "64bit": "windows-x64", arm64: "windows-arm64" } as const;

/** The Scoop manifest of a release, as JSON text. Every sum comes out of `sums`. */
export function scoopManifest(about: About, sums: Sums): string {
  const each = <T>(make: (name: string) => T): { readonly [architecture: string]: T } =>
    Object.fromEntries(Object.entries(ARCHITECTURES).map(([key, target]) => [key, make(executableName(target))]));
  // What stands behind the # is the name that Scoop gives the file.
  const as = (url: string): string => `${url}#/mcp-compliance.exe`;
  const manifest = {
    version: about.version,
    description: about.description,
    homepage: about.repository,
    license: about.licence,
    architecture: each((name) => ({ url: as(assetUrl(about, name)), hash: sumFrom(sums, name) })),
    bin: "mcp-compliance.exe",
    checkver: { github: about.repository },
    autoupdate: {
      architecture: each((name) => ({ url: as(assetUrl({ ...about, version: "$version" }, name)) })),
      hash: { url: "$baseurl/SHA256SUMS" },
    },
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}
