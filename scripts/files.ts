import { readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own directory. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Every TypeScript file under `root/folder`, as sorted paths with `/`, relative to `root`. Declarations are left out. */
export function sourceFiles(root: string, folder: string): readonly string[] {
  let entries: readonly { isFile(): boolean; name: string; parentPath: string }[];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** A file `<folder>/<area>/<name>.ts`: one rule, one probe, or the tests of one. */
export interface Module {
  readonly area: string;
  readonly name: string;
}

/** The modules of a registry's folder. What lies higher (mod.ts) or deeper is none. */
export function modules(root: string, folder: string): readonly Module[] {
  return sourceFiles(root, folder).flatMap((file) => {
    const [area, name, ...deeper] = file.slice(folder.length + 1, -".ts".length).split("/");
    return area === undefined || name === undefined || deeper.length > 0 ? [] : [{ area, name }];
  });
}

/** True when this module is the one that was started, and not imported by a test. */
export function isMain(url: string): boolean {
  return process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
}

/** Prints what is wrong, one line each, and ends with exit code 1 when there is any. */
export function conclude(name: string, problems: readonly string[], summary: string): void {
  for (const problem of problems) console.error(`${name}: ${problem}`);
  if (problems.length > 0) {
    console.error(`${name}: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`);
    process.exitCode = 1;
    return;
  }
  console.log(`${name}: ${summary}`);
}
