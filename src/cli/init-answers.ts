import { type Grade, REVISIONS, type Revision, UserFault } from "../model/mod.ts";
import { type Argv, isUrl } from "./argv.ts";
import type { Ask } from "./ask.ts";
import type { ConfigTarget } from "./config-types.ts";
import { DEFAULTS } from "./defaults.ts";
import type { Answers } from "./init-file.ts";
import { splitCommand } from "./split.ts";
import { checkUrl, looksLikeAddress } from "./target.ts";
import { checkHeader, parseHeader, parseMs, parsePair } from "./values.ts";

/** Names that speak for a secret: the value of such a one is never written. */
const SECRET = /key|token|secret|pass|auth|credential|cookie/i;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What was said so far; the rest is asked for, or has a default. */
interface Said {
  readonly words: readonly string[];
  readonly transport: "http" | "stdio" | undefined;
  readonly specVersion: "auto" | Revision | undefined;
  readonly timeout: number | undefined;
  readonly strict: boolean | undefined;
  readonly minGrade: Grade | undefined;
  readonly cwd: string | undefined;
  readonly headers: Record<string, string>;
  readonly headerEnv: Record<string, string>;
  readonly env: Record<string, string>;
  readonly envFrom: string[];
}

/** The answers, and what whoever gave them should know; secrets among them are left out, and named. */
export interface Gathered {
  readonly answers: Answers;
  readonly remarks: readonly string[];
}

/** Reads what the options say. @throws UserFault on whatever a person got wrong. */
function said(argv: Argv, windows: boolean): Said {
  const last = (name: string) => argv.values.get(name)?.at(-1);
  const all = (name: string) => argv.values.get(name) ?? [];
  const timeout = last("timeout");
  const found: Said = {
    words: wordsOf(argv.words, windows),
    transport: last("transport") as Said["transport"],
    specVersion: last("spec-version") as Said["specVersion"],
    timeout: timeout === undefined ? undefined : parseMs("--timeout", timeout),
    strict: argv.flags.get("strict"),
    minGrade: last("min-grade") as Grade | undefined,
    cwd: last("cwd"),
    headers: Object.fromEntries(all("header").map((text) => parseHeader("-H", text))),
    headerEnv: {},
    env: Object.fromEntries(all("env").map((text) => parsePair("-E", text))),
    envFrom: [],
  };
  for (const text of all("header-env")) addHeaderEnv(found.headerEnv, "--header-env", text);
  const auth = last("auth-env");
  if (auth !== undefined) found.headerEnv["Authorization"] = variable("--auth-env", auth);
  for (const name of all("env-from")) found.envFrom.push(variable("--env-from", name));
  return found;
}

function wordsOf(words: readonly string[], windows: boolean): readonly string[] {
  const [only] = words;
  return words.length === 1 && only !== undefined && !isUrl(only) ? splitCommand(only, windows) : words;
}

function variable(where: string, name: string): string {
  if (VARIABLE.test(name)) return name;
  // It may be the secret itself, and is not repeated.
  throw new UserFault(`${where}: expected the name of an environment variable, as MY_TOKEN; its value stays outside.`);
}

function addHeaderEnv(headers: Record<string, string>, where: string, text: string): void {
  const colon = text.indexOf(":");
  if (colon < 0) throw new UserFault(`${where}: expected "Header: VARIABLE", as in "X-Api-Key: MY_KEY".`);
  const name = text.slice(0, colon).trim();
  checkHeader(where, name, "");
  headers[name] = variable(where, text.slice(colon + 1).trim());
}

/** What the options say, with defaults for the rest. @throws UserFault where no target was given. */
export function answersWithout(argv: Argv, windows: boolean): Gathered {
  const given = said(argv, windows);
  if (given.words.length === 0) {
    throw new UserFault(
      "init --yes: what is to be tested? Give a URL or a command: mcp-compliance init --yes -- node ./dist/server.js",
    );
  }
  return gather(given, given.words, {});
}

/** What the options say; the rest is asked. Rejects with `Cancelled` on Ctrl+C. */
export async function interview(argv: Argv, windows: boolean, ask: Ask): Promise<Gathered> {
  const given = said(argv, windows);
  let { words } = given;
  if (words.length === 0) {
    const transport = given.transport ?? (await ask.choose("How is your server reached?", TRANSPORTS, "stdio"));
    words = transport === "http" ? [await askUrl(ask)] : await askCommand(ask, windows);
  }
  const http = isUrl(words[0] ?? "");
  const asked = {
    ...given,
    headerEnv: { ...given.headerEnv },
    env: { ...given.env },
    envFrom: [...given.envFrom],
  };
  if (http && Object.keys(given.headers).length + Object.keys(given.headerEnv).length === 0) {
    const name = await ask.text("Which environment variable holds the Authorization header? As MY_TOKEN; empty: none", {
      check: (text) =>
        text === "" || VARIABLE.test(text) ? undefined : "Expected a name, as MY_TOKEN, not its value.",
    });
    if (name !== "") asked.headerEnv["Authorization"] = name;
  }
  if (!http && Object.keys(given.env).length + given.envFrom.length === 0) await askEnvironment(ask, asked);
  const timeout = given.timeout ?? (await askTimeout(ask));
  const specVersion =
    given.specVersion ?? ((await ask.choose("Which revision?", VERSIONS, "auto")) as Answers["specVersion"]);
  const strict =
    given.strict ?? (await ask.confirm("Fail the run (exit code 1) when a required check does not pass?", true));
  return gather(asked, words, { timeout, specVersion, strict });
}

async function askTimeout(ask: Ask): Promise<number> {
  const check = (text: string) => faultOf(() => parseMs("timeout", text));
  return Number(
    await ask.text("How many milliseconds may a request take?", { first: String(DEFAULTS.timeoutMs), check }),
  );
}

const TRANSPORTS = [
  { value: "stdio", label: "By a command, over stdio", hint: "node ./dist/server.js" },
  { value: "http", label: "At a URL, over HTTP", hint: "https://example.com/mcp" },
];

const VERSIONS = [
  { value: "auto", label: "auto", hint: "the newest that the server speaks" },
  ...REVISIONS.toReversed().map((value) => ({ value, label: value, hint: "pinned" })),
];

function askUrl(ask: Ask): Promise<string> {
  return ask.text("Which URL? As https://example.com/mcp", {
    check: (text) => faultOf(() => checkUrl(text)),
  });
}

async function askCommand(ask: Ask, windows: boolean): Promise<readonly string[]> {
  const text = await ask.text("Which command? As node ./dist/server.js", {
    check: (line) => {
      if (line === "") return "A command is needed, as in: node ./dist/server.js";
      if (looksLikeAddress(line)) return "That looks like an address. Go back with Ctrl+C and choose HTTP.";
      if (isUrl(line)) return "That is a URL. Go back with Ctrl+C and choose HTTP.";
      return faultOf(() => splitCommand(line, windows));
    },
  });
  return splitCommand(text, windows);
}

async function askEnvironment(ask: Ask, into: { env: Record<string, string>; envFrom: string[] }): Promise<void> {
  for (;;) {
    const text = await ask.text("Environment of the server? KEY=VALUE, or NAME if it is set outside; empty: no more", {
      check: (line) => {
        if (line === "" || VARIABLE.test(line)) return undefined;
        return faultOf(() => parsePair("environment", line));
      },
    });
    if (text === "") return;
    if (VARIABLE.test(text)) into.envFrom.push(text);
    else {
      const [key, value] = parsePair("environment", text);
      into.env[key] = value;
    }
  }
}

function faultOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof UserFault) return error.message;
    throw error;
  }
}

function gather(given: Said, words: readonly string[], asked: Partial<Answers>): Gathered {
  const remarks: string[] = [];
  const http = isUrl(words[0] ?? "");
  const kind = http ? "http" : "stdio";
  if (given.transport !== undefined && given.transport !== kind) {
    throw new UserFault(
      `--transport ${given.transport}: "${words[0]}" is reached over ${kind}. Leave --transport out.`,
    );
  }
  if (looksLikeAddress(words[0] ?? "")) {
    throw new UserFault(
      `"${words[0]}" looks like an address without its scheme. Write http://${words[0]}, or https://.`,
    );
  }
  checkFit(given, http);
  const target = http ? httpTarget(given, words, remarks) : stdioTarget(given, words, remarks);
  const answers: Answers = {
    target,
    specVersion: asked.specVersion ?? given.specVersion ?? "auto",
    timeout: asked.timeout ?? given.timeout ?? DEFAULTS.timeoutMs,
    strict: asked.strict ?? given.strict ?? true,
  };
  return { answers: given.minGrade === undefined ? answers : { ...answers, minGrade: given.minGrade }, remarks };
}

/** @throws UserFault on an option that says nothing about this kind of target. */
function checkFit(given: Said, http: boolean): void {
  const used = (value: object) => Object.keys(value).length > 0;
  const wrong = http
    ? [used(given.env) ? "-E" : "", used(given.envFrom) ? "--env-from" : "", given.cwd === undefined ? "" : "--cwd"]
    : [used(given.headers) ? "-H" : "", used(given.headerEnv) ? "--header-env or --auth-env" : ""];
  const first = wrong.find((name) => name !== "");
  if (first !== undefined)
    throw new UserFault(`${first} has no effect: the target is ${http ? "a URL" : "a command"}.`);
}

function httpTarget(given: Said, words: readonly string[], remarks: string[]): ConfigTarget {
  const [first = "", extra] = words;
  if (extra !== undefined) throw new UserFault(`Unexpected "${extra}" after the URL. A URL takes no arguments.`);
  const url = checkUrl(first);
  for (const key of new URL(url).searchParams.keys()) {
    if (SECRET.test(key))
      remarks.push(`The URL's "${key}" stands in the file. If it is a secret, take it out of there.`);
  }
  const headers: Record<string, string> = {};
  const headerEnv = { ...given.headerEnv };
  for (const [name, value] of Object.entries(given.headers)) {
    if (!SECRET.test(name)) headers[name] = value;
    else {
      headerEnv[name] ??= `MCP_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
      remarks.push(
        `${name} looks like a secret, so its value is not written. Set ${headerEnv[name]} in the environment.`,
      );
    }
  }
  for (const [name, from] of Object.entries(given.headerEnv)) {
    remarks.push(`The header ${name} comes from the environment variable ${from}.`);
  }
  return { type: "http", url, headers, headerEnv };
}

function stdioTarget(given: Said, words: readonly string[], remarks: string[]): ConfigTarget {
  const [command = "", ...args] = words;
  const env: Record<string, string> = {};
  const envFrom = [...new Set(given.envFrom)];
  for (const [key, value] of Object.entries(given.env)) {
    if (envFrom.includes(key)) throw new UserFault(`${key} is given with its value and as a name. Keep one.`);
    if (!SECRET.test(key)) env[key] = value;
    else {
      envFrom.push(key);
      remarks.push(`${key} looks like a secret, so its value is not written. Set it in the environment.`);
    }
  }
  if (args.some((word) => /^--?[\w-]*(key|token|secret|pass)[\w-]*(=|$)/i.test(word))) {
    remarks.push(
      "An argument of the command looks like a secret. It stands in the file: better give it by a variable.",
    );
  }
  const base = { type: "stdio", command, args, env, envFrom } as const;
  return given.cwd === undefined ? base : { ...base, cwd: given.cwd };
}
