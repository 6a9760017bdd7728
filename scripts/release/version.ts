/**
 * The version stands in four files. `npm version 0.1.1` writes package.json and package-lock.json, and then starts this,
 * which writes the others; nothing of a release is made where they differ.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, ROOT } from "../files.ts";
import { writeWhole } from "../write.ts";

/** Files with a version of their own, and where in their text it stands. The lock file holds it twice. */
const PLACES: Readonly<Record<string, RegExp>> = {
  "package.json": /(?<=^ {2}"version": ")[^"]+/gm,
  "package-lock.json": /(?<=^(?: {2}| {6})"version": ")[^"]+/gm,
  "deno.json": /(?<=^ {2}"version": ")[^"]+/gm,
  "src/version.ts": /(?<=^export const TOOL_VERSION = ")[^"]+/gm,
};
const LOCKED = 2;
const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** The one version of the project. Throws, naming the files, where there are several. */
export function versionOf(root = ROOT): string {
  const found = Object.keys(PLACES).flatMap((file) => versionsIn(root, file).map((version) => ({ file, version })));
  const [first] = found;
  if (first === undefined || !SEMVER.test(first.version)) throw new Error("package.json has no version like 1.2.3");
  const others = found.filter(({ version }) => version !== first.version);
  if (others.length > 0) {
    const said = others.map(({ file, version }) => `${file} ${version}`).join(", ");
    throw new Error(`package.json says ${first.version}, but ${said}: npx tsx scripts/release/version.ts`);
  }
  return first.version;
}

/** Writes the version of package.json wherever else it stands. */
export function spreadVersion(root = ROOT): string {
  const [version = ""] = versionsIn(root, "package.json");
  for (const file of Object.keys(PLACES)) {
    let text = readFileSync(join(root, file), "utf8");
    for (const { index, length } of places(file, text).toReversed()) {
      text = text.slice(0, index) + version + text.slice(index + length);
    }
    writeWhole(join(root, file), text);
  }
  return versionOf(root);
}

function versionsIn(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = places(file, text).map(({ index, length }) => text.slice(index, index + length));
  if (found.length === 0) throw new Error(`${file} holds no version`);
  return found;
}

function places(file: string, text: string): readonly { readonly index: number; readonly length: number }[] {
  const pattern = PLACES[file];
  const found = pattern === undefined ? [] : [...text.matchAll(pattern)];
  return found
    .slice(0, file === "package-lock.json" ? LOCKED : 1)
    .map(({ index, 0: { length } }) => ({ index, length }));
}

if (isMain(import.meta.url)) console.log(`version: ${spreadVersion()}`);
