import { type Grade, isObject, REVISIONS, type Revision, UserFault } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";
import { CONFIG_FILES, GRADES } from "./defaults.ts";
import { FORMATS, type Format } from "./formats.ts";
import type { Profile } from "./suite-port.ts";
import { checkHeader } from "./values.ts";
import type { World } from "./world.ts";

export type ConfigTarget =
  | { readonly type: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    };

export interface Config {
  /** The file that it came from, or undefined: there is none. */
  readonly file?: string;
  readonly target?: ConfigTarget;
  readonly timeout?: number;
  readonly startupTimeout?: number;
  readonly preflightTimeout?: number;
  readonly retries?: number;
  readonly concurrency?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly strict?: boolean;
  readonly minGrade?: Grade;
  readonly format?: Format;
  readonly specVersion?: "auto" | Revision;
  readonly profile?: Profile;
  readonly baseline?: string;
}

/** Finds and reads the config: the file that was named, else the first of the search order. @throws UserFault. */
export async function loadConfig(world: World, named: string | undefined): Promise<Config> {
  if (named !== undefined) {
    const text = await read(world, named);
    if (text === undefined) {
      throw new UserFault(
        `--config: there is no file ${named}. Correct the path, or write one: ` +
          '{ "target": { "type": "http", "url": "http://localhost:3001/mcp" } }',
      );
    }
    return parseConfig(named, text);
  }
  for (const file of CONFIG_FILES) {
    const text = await read(world, file);
    if (text !== undefined) return parseConfig(file, text);
  }
  return fromPackage(await read(world, "package.json"));
}

async function read(world: World, file: string): Promise<string | undefined> {
  try {
    return await world.readText(file);
  } catch (error) {
    throw new UserFault(`${file} could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function parseConfig(file: string, text: string): Promise<Config> {
  const { parseJsonc } = await import("./jsonc.ts");
  return checkConfig(file, parseJsonc(file, text));
}

/** A package.json is somebody else's file: it concerns us only if it names us. */
async function fromPackage(text: string | undefined): Promise<Config> {
  if (text === undefined || !text.includes('"mcp-compliance"')) return {};
  const { parseJsonc } = await import("./jsonc.ts");
  const value = parseJsonc("package.json", text);
  const own = isObject(value) ? value["mcp-compliance"] : undefined;
  return own === undefined ? {} : checkConfig('package.json "mcp-compliance"', own);
}

type Check<T> = (at: string, value: unknown) => T;

/** Checks the content of a config. @throws UserFault naming the key, what was expected and what stands there. */
export function checkConfig(file: string, value: unknown): Config {
  const checks: { readonly [K in Exclude<keyof Config, "file">]-?: Check<NonNullable<Config[K]>> } = {
    target,
    timeout: whole(1, 2_147_483_647, "milliseconds, as 15000"),
    startupTimeout: whole(1, 2_147_483_647, "milliseconds, as 60000"),
    preflightTimeout: whole(1, 2_147_483_647, "milliseconds, as 10000"),
    retries: whole(0, 100, "a number of retries, as 2"),
    concurrency: whole(1, 256, "a number of checks, as 4"),
    only: strings,
    skip: strings,
    strict: bool,
    minGrade: oneOf(GRADES),
    format: oneOf(FORMATS),
    specVersion: oneOf(["auto", ...REVISIONS]),
    profile: oneOf(["core", "full"]),
    baseline: string,
  };
  const found = keys(file, "", value, checks);
  return { file, ...found };
}

function target(at: string, value: unknown): ConfigTarget {
  const type = isObject(value) ? value["type"] : undefined;
  if (type === "http") {
    const found = keys(at, ".", value, { type: oneOf(["http"]), url: string, headers });
    if (found.url === undefined) throw new UserFault(`${at}: "url" is missing. An http target needs one.`);
    return { type: "http", url: found.url, headers: found.headers ?? {} };
  }
  if (type === "stdio") {
    const found = keys(at, ".", value, {
      type: oneOf(["stdio"]),
      command: string,
      args: strings,
      env: record,
      cwd: string,
    });
    if (found.command === undefined) throw new UserFault(`${at}: "command" is missing. A stdio target needs one.`);
    const base = { type: "stdio", command: found.command, args: found.args ?? [], env: found.env ?? {} } as const;
    return found.cwd === undefined ? base : { ...base, cwd: found.cwd };
  }
  if (!isObject(value)) throw wrong(at, 'an object with "type": "http" or "stdio"', value);
  throw wrong(`${at}.type`, '"http" or "stdio"', type);
}

function keys<C extends { readonly [key: string]: Check<unknown> }>(
  at: string,
  join: string,
  value: unknown,
  checks: C,
): { readonly [K in keyof C]?: ReturnType<C[K]> } {
  if (!isObject(value)) throw wrong(at, "an object", value);
  const known = Object.keys(checks).filter((key) => !(join === "" && key === "baseline"));
  const found: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    if (key === "$schema" && join === "") continue;
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (check === undefined) {
      const inside = join === "" ? at : `${at}`;
      throw new UserFault(`${inside}: unknown key "${key}".${didYouMean(key, known)} Known keys: ${known.join(", ")}.`);
    }
    found[key] = check(join === "" ? `${at}: ${key}` : `${at}.${key}`, one);
  }
  return found as { readonly [K in keyof C]?: ReturnType<C[K]> };
}

function wrong(at: string, expected: string, value: unknown): UserFault {
  const shown = value === undefined ? "nothing" : (JSON.stringify(value) ?? typeof value).slice(0, 80);
  return new UserFault(`${at}: expected ${expected}, found ${shown}.`);
}

function whole(from: number, to: number, what: string): Check<number> {
  return (at, value) => {
    if (typeof value === "number" && Number.isInteger(value) && value >= from && value <= to) return value;
    throw wrong(at, `${what} (a whole number from ${from} to ${to})`, value);
  };
}

function oneOf<const T extends string>(choices: readonly T[]): Check<T> {
  return (at, value) => {
    const found = choices.find((one) => one === value);
    if (found !== undefined) return found;
    const hint = typeof value === "string" ? didYouMean(value, choices) : "";
    throw new UserFault(`${wrong(at, `one of ${choices.map((one) => `"${one}"`).join(", ")}`, value).message}${hint}`);
  };
}

function string(at: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(at, "a text", value);
}

function bool(at: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw wrong(at, "true or false", value);
}

function strings(at: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw wrong(at, "an array of texts", value);
}

function record(at: string, value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) throw wrong(at, "an object of texts", value);
  const found: Record<string, string> = {};
  for (const [key, one] of Object.entries(value)) {
    if (typeof one !== "string") throw wrong(`${at}.${key}`, "a text (put numbers in quotes)", one);
    found[key] = one;
  }
  return found;
}

function headers(at: string, value: unknown): Readonly<Record<string, string>> {
  const found = record(at, value);
  for (const [name, one] of Object.entries(found)) checkHeader(at, name, one);
  return found;
}
