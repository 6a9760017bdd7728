import { type Header, type HttpTarget, type Target, UserFault } from "../model/mod.ts";
import { type Argv, isUrl } from "./argv.ts";
import type { Config, ConfigTarget } from "./config-types.ts";
import { splitCommand } from "./split.ts";
import { checkHeader, fromEnv, headerFromEnv, parseEnvFile, parseHeader, parsePair, whyUnread } from "./values.ts";
import type { World } from "./world.ts";

export const BOTH_FORMS = `Give a URL or a command:
  mcp-compliance test https://example.com/mcp
  mcp-compliance test npx -y @modelcontextprotocol/server-filesystem /tmp
  mcp-compliance test -- node ./server.js --its-own-option
or put a "target" into mcp-compliance.config.json, or test the built-in server with --self.`;

export interface Chosen {
  readonly target: Target | undefined;
  /** Options that do not fit the target, to be said before the run. */
  readonly warnings: readonly string[];
}

/** The target from the words of the command line, else from the config, with the options applied. @throws UserFault. */
export async function chooseTarget(argv: Argv, config: Config, world: World): Promise<Chosen> {
  const words = await targetWords(argv.words, world);
  const first = words[0];
  if (first === undefined && argv.divided) throw new UserFault(`There is no command after --. ${BOTH_FORMS}`);
  if (first === undefined && config.target === undefined) return { target: undefined, warnings: [] };
  const http = first === undefined ? config.target?.type === "http" : isUrl(first);
  const warnings = misfits(argv, http);
  const target = http
    ? await httpTarget(argv, first, words, config, world)
    : await stdioTarget(argv, words, config, world);
  return { target, warnings };
}

/** One word with blanks in it is a whole command, unless it is the path of a file. */
async function targetWords(words: readonly string[], world: World): Promise<readonly string[]> {
  const first = words[0];
  if (first === undefined || isUrl(first)) return words;
  if (first.trim() === "") throw new UserFault(`The target is empty. ${BOTH_FORMS}`);
  const alone = words.length === 1 && /\s/.test(first) && !(await isFile(first, world));
  const split = alone ? splitCommand(first, world.windows) : words;
  if (looksLikeAddress(split[0] ?? "")) {
    throw new UserFault(
      `"${split[0]}" looks like an address without its scheme. Write http://${split[0]}, or https://.`,
    );
  }
  return split;
}

async function isFile(path: string, world: World): Promise<boolean> {
  try {
    return (await world.readText(path)) !== undefined;
  } catch {
    return false;
  }
}

/** `localhost:3000/mcp`: an address whose scheme was left out. */
export function looksLikeAddress(word: string): boolean {
  return /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\]|[\w-]+(\.[\w-]+)+)(:\d+)(\/|$)/i.test(word);
}

const HTTP_ONLY = ["header", "auth", "auth-env", "header-env", "insecure", "ca", "preflight-timeout"];
const STDIO_ONLY = ["env", "env-file", "cwd"];

function misfits(argv: Argv, http: boolean): readonly string[] {
  const wrong = (http ? STDIO_ONLY : HTTP_ONLY).filter((name) => isGiven(argv, name));
  const target = http ? "a URL" : "a command";
  return wrong.map((name) => `--${name} has no effect: the target is ${target}.`);
}

/** Options of a target that do nothing where the built-in server is the target. */
export function idleWithSelf(argv: Argv): readonly string[] {
  return [...HTTP_ONLY, ...STDIO_ONLY]
    .filter((name) => name !== "preflight-timeout" && isGiven(argv, name))
    .map((name) => `--${name} has no effect: --self tests the built-in server.`);
}

function isGiven(argv: Argv, name: string): boolean {
  return argv.values.has(name) || argv.flags.get(name) === true;
}

async function httpTarget(
  argv: Argv,
  first: string | undefined,
  words: readonly string[],
  config: Config,
  world: World,
): Promise<Target> {
  if (words.length > 1) {
    throw new UserFault(
      `Unexpected "${words[1]}" after the URL. A URL takes no arguments; options begin with - or --.`,
    );
  }
  const own = first === undefined && config.target?.type === "http" ? config.target : undefined;
  const url = checkUrl(first ?? own?.url ?? "");
  const headers = mergeHeaders(own, headersOf(argv, world), config.file ?? "config", world);
  let target: HttpTarget = { kind: "http", url, headers };
  if (argv.flags.get("insecure") === true) target = { ...target, insecure: true };
  const file = argv.values.get("ca")?.at(-1);
  if (file === undefined) return target;
  const ca = await readNeeded("--ca", file, world);
  if (!ca.includes("-----BEGIN CERTIFICATE-----")) {
    throw new UserFault(`--ca: ${file} holds no certificate. Expected PEM text: -----BEGIN CERTIFICATE----- ...`);
  }
  return { ...target, ca };
}

/** The address as it is asked. @throws UserFault on what is none, and on one with a credential in it. */
export function checkUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined)
    throw new UserFault(`"${text}" is no valid URL. Expected for example https://example.com/mcp.`);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    const scheme = parsed.protocol.slice(0, -1);
    throw new UserFault(`"${scheme}" URLs cannot be tested. Expected http:// or https://, or a command for stdio.`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new UserFault(
      'The URL has a user name or password in it, which ends up in logs. Leave them out, and pass --auth "Basic ..." ' +
        "or --auth-env NAME.",
    );
  }
  parsed.hash = "";
  return parsed.href;
}

/** The headers that the options ask for. @throws UserFault where two of them name one header. */
function headersOf(argv: Argv, world: World): readonly Header[] {
  const found: Header[] = [];
  for (const text of argv.values.get("header") ?? []) found.push(parseHeader("-H", text));
  for (const text of argv.values.get("header-env") ?? []) found.push(headerFromEnv("--header-env", text, world.env));
  const auth = argv.values.get("auth")?.at(-1);
  if (auth?.trim() === "") throw new UserFault('--auth is empty. Expected for example --auth "Bearer abc".');
  if (auth !== undefined) found.push(checkHeader("--auth", "Authorization", auth.trim()));
  const name = argv.values.get("auth-env")?.at(-1);
  if (name !== undefined)
    found.push(checkHeader("--auth-env", "Authorization", fromEnv("--auth-env", name, world.env)));
  const doubled = found.filter(([one]) => one.toLowerCase() === "authorization").length > 1;
  if (doubled) {
    throw new UserFault("Authorization is given more than once. Keep one of --auth, --auth-env, -H and --header-env.");
  }
  return found;
}

/** Headers of the command line stand in place of those of the same name in the config. @throws UserFault. */
function mergeHeaders(
  own: (ConfigTarget & { readonly type: "http" }) | undefined,
  over: readonly Header[],
  file: string,
  world: World,
): readonly Header[] {
  const named = new Set(over.map(([name]) => name.toLowerCase()));
  const left = ([name]: readonly [string, string]) => !named.has(name.toLowerCase());
  // A variable that is not needed need not be set.
  const fromEnvironment = Object.entries(own?.headerEnv ?? {})
    .filter(left)
    .map(([name, variable]) => {
      const at = `${file}: target.headerEnv.${name}`;
      return checkHeader(at, name, fromEnv(at, variable, world.env));
    });
  return [...Object.entries(own?.headers ?? {}).filter(left), ...fromEnvironment, ...over];
}

async function stdioTarget(argv: Argv, words: readonly string[], config: Config, world: World): Promise<Target> {
  const own = words.length === 0 && config.target?.type === "stdio" ? config.target : undefined;
  const [command = own?.command ?? "", ...rest] = words;
  const file = argv.values.get("env-file")?.at(-1);
  const env: Record<string, string> = { ...own?.env };
  if (file !== undefined) Object.assign(env, parseEnvFile(file, await readNeeded("--env-file", file, world)));
  for (const text of argv.values.get("env") ?? []) {
    const [key, value] = parsePair("-E", text);
    env[key] = value;
  }
  for (const name of own?.envFrom ?? []) {
    if (name in env) continue;
    fromEnv(`${config.file ?? "config"}: target.envFrom`, name, world.env);
    env[name] = world.env[name] ?? "";
  }
  const given = argv.values.get("cwd")?.at(-1);
  const cwd = given ?? own?.cwd;
  if (cwd !== undefined)
    await checkFolder(given === undefined ? `${config.file ?? "config"}: target.cwd` : "--cwd", cwd, world);
  const target = { kind: "stdio", command, args: own?.args ?? rest, env } as const;
  return cwd === undefined ? target : { ...target, cwd };
}

/** A child that starts nowhere is told of as a command that does not exist. @throws UserFault. */
async function checkFolder(where: string, cwd: string, world: World): Promise<void> {
  const there = await world.kindOf(cwd).catch(() => "other");
  if (there === "nothing") throw new UserFault(`${where}: there is no folder ${cwd}. Correct the path, or make it.`);
  if (there === "file") throw new UserFault(`${where}: ${cwd} is a file. Expected the folder that the server runs in.`);
}

/** The text of a file that an option names. @throws UserFault if it is not there or cannot be read. */
export async function readNeeded(option: string, file: string, world: World): Promise<string> {
  let text: string | undefined;
  try {
    text = await world.readText(file);
  } catch (error) {
    throw new UserFault(`${option}: ${file} ${whyUnread(error)}`);
  }
  if (text === undefined) throw new UserFault(`${option}: there is no file ${file}.`);
  return text;
}
