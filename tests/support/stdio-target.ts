import { fileURLToPath, pathToFileURL } from "node:url";
import type { Revision } from "../../src/model/revision.ts";
import type { StdioTarget } from "../../src/model/target.ts";

const CHILD = fileURLToPath(new URL("./stdio-child.ts", import.meta.url));

/** The command that starts the reference server, or a mutant or trap of a file, as a real child on stdio. */
export function stdioTarget(
  revision: Revision | "dual",
  variant?: { readonly file: string; readonly name: string },
): StdioTarget {
  const more = variant === undefined ? [] : [pathToFileURL(variant.file).href, variant.name];
  return { kind: "stdio", command: process.execPath, args: ["--import", "tsx", CHILD, revision, ...more], env: {} };
}
