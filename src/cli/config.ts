import { isObject, UserFault } from "../model/mod.ts";
import { checkConfig } from "./config-table.ts";
import type { Config } from "./config-types.ts";
import { CONFIG_FILES } from "./defaults.ts";
import { whyUnread } from "./values.ts";
import type { World } from "./world.ts";

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
    if (/(^|[\\/])package\.json$/.test(named)) return await fromNamedPackage(named, text);
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
    throw new UserFault(`${file} ${whyUnread(error)}`);
  }
}

async function parseConfig(file: string, text: string): Promise<Config> {
  const { parseJsonc } = await import("./jsonc.ts");
  return checkConfig(file, parseJsonc(file, text));
}

/** @throws UserFault where the package.json that was named does not name us. */
async function fromNamedPackage(file: string, text: string): Promise<Config> {
  const config = await fromPackage(text);
  if (config.file !== undefined) return config;
  throw new UserFault(`--config: ${file} has no "mcp-compliance" key. Add one, or name another file.`);
}

/** A package.json is somebody else's file: it concerns us only if it names us. */
async function fromPackage(text: string | undefined): Promise<Config> {
  if (text === undefined || !text.includes('"mcp-compliance"')) return {};
  const { parseJsonc } = await import("./jsonc.ts");
  const value = parseJsonc("package.json", text);
  const own = isObject(value) ? value["mcp-compliance"] : undefined;
  return own === undefined ? {} : checkConfig('package.json "mcp-compliance"', own);
}
