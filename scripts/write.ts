import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file whole or not at all: somebody may be running it while it is made. */
export function writeWhole(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

export function writeAll(files: readonly { readonly path: string; readonly contents: Uint8Array }[]): void {
  for (const file of files) writeWhole(file.path, file.contents);
}
