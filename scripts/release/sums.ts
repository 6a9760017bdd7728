/** SHA256SUMS, as `sha256sum --check` reads it. */
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { writeWhole } from "../write.ts";

export const SUMS = "SHA256SUMS";

/** File name to SHA-256 in lower-case hexadecimal. */
export type Sums = ReadonlyMap<string, string>;

export async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * Computes the sums of all files that a release offers, from the files themselves, and writes them beside these.
 * `without`: files that are written after these sums (addSums).
 */
export async function writeSums(folder: string, without: readonly string[] = []): Promise<Sums> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith("mcp-compliance") && !without.includes(entry.name))
    .map((entry) => entry.name)
    .sort();
  const sums = new Map<string, string>();
  for (const name of names) sums.set(name, await sumOf(join(folder, name)));
  writeLines(folder, sums);
  return sums;
}

/** Writes the sums again, with those of files that were made out of them. */
export async function addSums(folder: string, sums: Sums, names: readonly string[]): Promise<Sums> {
  const all = new Map(sums);
  for (const name of names) all.set(name, await sumOf(join(folder, name)));
  writeLines(folder, all);
  return all;
}

function writeLines(folder: string, sums: Sums): void {
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
  writeWhole(join(folder, SUMS), lines.join(""));
}

/** Throws on a line that is none. */
export function readSums(path: string): Sums {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) [ *](\S+)$/.exec(line) ?? [];
      if (sum === undefined || name === undefined) throw new Error(`${path}: not a line of sums: ${line}`);
      return [name, sum];
    }),
  );
}

/** The sum of a file. Throws where it was never computed: a manifest with a guessed sum is worse than none. */
export function sumFrom(sums: Sums, name: string): string {
  const sum = sums.get(name);
  if (sum === undefined) throw new Error(`${name} is not in ${SUMS}: the release folder has to hold it first`);
  return sum;
}
