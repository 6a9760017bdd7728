import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Published material that may lie beside the project: the specification's schemas and examples. */
const FOLDER = fileURLToPath(new URL("../../../shared", import.meta.url));

/** The path of something in it; undefined where it is absent. */
export function sharedPath(inside: string): string | undefined {
  const path = `${FOLDER}/${inside}`;
  return existsSync(path) ? path : undefined;
}

/** A JSON file in it; undefined where it is absent. */
export function sharedJson(inside: string): unknown {
  const path = sharedPath(inside);
  return path === undefined ? undefined : JSON.parse(readFileSync(path, "utf8"));
}

/** The title of a suite that needs it, which says why it is skipped where it is. */
export function needingShared(title: string, inside: string): string {
  return sharedPath(inside) === undefined ? `${title} (skipped: ${FOLDER}/${inside} is absent)` : title;
}
