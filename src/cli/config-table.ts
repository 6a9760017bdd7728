import { isObject, type JsonObject, REVISIONS, UserFault } from "../model/mod.ts";
import {
  bool,
  described,
  headerNames,
  headers,
  members,
  membersSchema,
  names,
  oneOf,
  record,
  type Shape,
  text,
  texts,
  whole,
  wrong,
} from "./config-shape.ts";
import type { Config, ConfigTarget } from "./config-types.ts";
import { GRADES } from "./defaults.ts";
import { FORMATS } from "./formats.ts";

/** Longest time that a timer takes, in milliseconds. */
const LONGEST_MS = 2_147_483_647;

const HTTP = {
  type: oneOf(["http"]),
  url: described("The endpoint, as in https://example.com/mcp.", text),
  headers: described("Headers for every request. They stand in the file: no place for a secret.", headers),
  headerEnv: described(
    'Headers whose values come from the environment: { "Authorization": "MY_TOKEN" }, where MY_TOKEN is "Bearer ...".',
    headerNames,
  ),
};

const STDIO = {
  type: oneOf(["stdio"]),
  command: described("The program, without its arguments.", text),
  args: described("The arguments, each by itself.", texts),
  env: described("Environment variables for the server. They stand in the file: no place for a secret.", record),
  envFrom: described("Names of variables that the server needs; a run without them is refused.", names),
  cwd: described("Working directory of the server, from where the tool is called.", text),
};

const target: Shape<ConfigTarget> = {
  schema: {
    oneOf: [membersSchema(HTTP, ["type", "url"]), membersSchema(STDIO, ["type", "command"])],
  },
  read(at, value) {
    if (!isObject(value)) throw wrong(at, 'an object with "type": "http" or "stdio"', value);
    if (value["type"] === "http") return httpTarget(at, value);
    if (value["type"] === "stdio") return stdioTarget(at, value);
    const meant = "url" in value ? ' It has a "url": "type": "http".' : "";
    const other = "command" in value ? ' It has a "command": "type": "stdio".' : "";
    throw new UserFault(`${wrong(`${at}.type`, '"http" or "stdio"', value["type"]).message}${meant}${other}`);
  },
};

function httpTarget(at: string, value: JsonObject): ConfigTarget {
  const found = members(at, ".", value, HTTP);
  if (found.url === undefined) throw new UserFault(`${at}: "url" is missing. An http target needs one.`);
  const plain = found.headers ?? {};
  const fromEnv = found.headerEnv ?? {};
  const named = new Set(Object.keys(plain).map((name) => name.toLowerCase()));
  const twice = Object.keys(fromEnv).find((name) => named.has(name.toLowerCase()));
  if (twice !== undefined) throw new UserFault(`${at}: ${twice} stands in "headers" and in "headerEnv". Keep one.`);
  return { type: "http", url: found.url, headers: plain, headerEnv: fromEnv };
}

function stdioTarget(at: string, value: JsonObject): ConfigTarget {
  const found = members(at, ".", value, STDIO);
  if (found.command === undefined) throw new UserFault(`${at}: "command" is missing. A stdio target needs one.`);
  const { command, args = [], env = {}, envFrom = [] } = found;
  const twice = envFrom.find((name) => Object.hasOwn(env, name));
  if (twice !== undefined) throw new UserFault(`${at}: ${twice} stands in "env" and in "envFrom". Keep one.`);
  const base = { type: "stdio", command, args, env, envFrom } as const;
  return found.cwd === undefined ? base : { ...base, cwd: found.cwd };
}

type Table = { readonly [K in Exclude<keyof Config, "file">]-?: Shape<NonNullable<Config[K]>> };

/** Every key of the config. The parser and the published schema are both made of this table. */
export const CONFIG_TABLE: Table = {
  target: described("What is tested, unless the command line names a target.", target),
  timeout: described("Milliseconds for each request (default 15000).", whole(1, LONGEST_MS, "milliseconds, as 15000")),
  startupTimeout: described(
    "Milliseconds for the first answer (default: the timeout, at least 60000).",
    whole(1, LONGEST_MS, "milliseconds, as 60000"),
  ),
  preflightTimeout: described(
    "Milliseconds for the first question to a URL (default: the timeout, at most 10000).",
    whole(1, LONGEST_MS, "milliseconds, as 10000"),
  ),
  retries: described(
    "How often what could not be measured is tried again; a measured failure stays one (default 0).",
    whole(0, 100, "a number of retries, as 2"),
  ),
  concurrency: described(
    "Conversations at the same time; the verdicts stay the same (default 1).",
    whole(1, 256, "a number of checks, as 4"),
  ),
  only: described("Only checks of these categories or ids.", texts),
  skip: described("Leaves out checks of these categories or ids.", texts),
  strict: described("Exit code 1 if a required check did not pass.", bool),
  minGrade: described("Exit code 1 if the grade is below.", oneOf(GRADES)),
  format: described("What is printed (default terminal).", oneOf(FORMATS)),
  specVersion: described(
    "The revision that is graded; auto asks the server (default auto).",
    oneOf(["auto", ...REVISIONS]),
  ),
  profile: described("core: the graded catalogue; full: every rule known (default core).", oneOf(["core", "full"])),
  baseline: described("File of known failures, made with --update-baseline.", text),
};

/** The published JSON Schema (draft 2020-12) of the config file, for editors. */
export const CONFIG_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "mcp-compliance configuration",
  // Editors of Visual Studio Code's family: comments and trailing commas are fine in these files.
  allowComments: true,
  allowTrailingCommas: true,
  ...membersSchema({ $schema: { ...text, schema: { type: "string" } }, ...CONFIG_TABLE }),
};

/** Checks the content of a config. @throws UserFault naming the key, what was expected and what stands there. */
export function checkConfig(file: string, value: unknown): Config {
  if (!isObject(value)) throw wrong(file, "an object", value);
  const { $schema, ...own } = value;
  if ($schema !== undefined && typeof $schema !== "string") throw wrong(`${file}: $schema`, "a text", $schema);
  return { file, ...members(file, ": ", own, CONFIG_TABLE) };
}
