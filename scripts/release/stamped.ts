/**
 * Which build an executable is, read from its bytes: those for other systems do not run here, and one left over from an
 * earlier version or of another commit must not be published as this one.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUN_TARGETS, DENO_TARGETS, executableName } from "./targets.ts";

export interface Build {
  readonly version: string;
  /** Undefined outside of a clone. */
  readonly commit: string | undefined;
}

/** src/version.ts as the bundlers leave it: names are kept. */
const BEGIN = 'TOOL_VERSION="';
const STAMP = /^TOOL_VERSION="([^"]+)"(?:,TOOL_COMMIT="([^"]+)")?(?:,TOOL_TARGET="([^"]+)")?/;
/** Bytes that a stamp has room in. */
const ROOM = 300;

/** Throws where an executable of the release is missing, or is not of this build or not for the system of its name. */
export function checkExecutables(folder: string, build: Build): void {
  const wanted = new Map(BUN_TARGETS.map(({ name }) => [executableName(name), name]));
  const missing = [...wanted.keys()].filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0)
    throw new Error(`${folder} lacks ${missing.join(", ")}: npm run build:bun -- --out ${folder}`);
  const deno = DENO_TARGETS.map(({ name }) => [executableName(name, "deno"), name] as const);
  const made = new Map([...wanted, ...deno]);
  for (const name of readdirSync(folder)) {
    const target = made.get(name);
    if (target !== undefined) check(join(folder, name), target, build);
    else if (name.startsWith("mcp-compliance-")) throw new Error(`${join(folder, name)} is of no target`);
  }
}

function check(path: string, target: string, { version, commit }: Build): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(BEGIN);
  const found = at < 0 ? null : STAMP.exec(bytes.toString("latin1", at, at + ROOM));
  if (found === null) throw new Error(`${path} does not say of which version it is: was it built by this project?`);
  for (const [what, is, should] of [
    ["version", found[1], version],
    ["commit", found[2], commit],
    ["target", found[3], target],
  ] as const) {
    if (is !== should)
      throw new Error(`${path} is of ${what} ${is ?? "unknown"}, not ${should ?? "unknown"}: build it anew`);
  }
}
