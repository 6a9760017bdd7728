import { REVISIONS, UserFault } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { type Paint, paintWith } from "../report/layout.ts";
import type { Options } from "./argv.ts";
import { type Ask, askOnTerminal, Cancelled } from "./ask.ts";
import type { Command, Context } from "./command.ts";
import { checkConfig } from "./config-table.ts";
import { COMMAND, CONFIG_FILES, GRADES } from "./defaults.ts";
import { answersWithout, type Gathered, interview } from "./init-answers.ts";
import { configText } from "./init-file.ts";
import { parseJsonc } from "./jsonc.ts";
import { lookFor } from "./look.ts";
import { COMMON } from "./options.ts";
import { writeFile } from "./output.ts";
import { schemaLine } from "./schema-file.ts";
import type { World } from "./world.ts";

const SCHEMA = "config.v1.json";

const OPTIONS = {
  yes: {
    type: "boolean",
    alias: "y",
    description: "Ask nothing: the options, and defaults for the rest",
    group: "Other",
  },
  force: { type: "boolean", description: "Replace a config that is there", group: "Other" },
  config: {
    type: "string",
    valueHint: "file",
    description: `File to write (default ${CONFIG_FILES[0]})`,
    group: "Other",
  },
  transport: { type: "enum", options: ["http", "stdio"], description: "How the server is reached", group: "Target" },
  header: {
    type: "string",
    many: true,
    alias: "H",
    valueHint: '"Name: value"',
    description: "Header for every request (URL); a secret's value is not written",
    group: "Target",
  },
  "auth-env": {
    type: "string",
    valueHint: "NAME",
    description: "Authorization comes from this environment variable (URL)",
    group: "Target",
  },
  "header-env": {
    type: "string",
    many: true,
    valueHint: '"Name: NAME"',
    description: "Header that comes from the environment (URL); may be repeated",
    group: "Target",
  },
  env: {
    type: "string",
    many: true,
    alias: "E",
    valueHint: "KEY=VALUE",
    description: "Environment variable for the server (command); a secret's value is not written",
    group: "Target",
  },
  "env-from": {
    type: "string",
    many: true,
    valueHint: "NAME",
    description: "Variable that the server needs and that is set outside (command)",
    group: "Target",
  },
  cwd: { type: "string", valueHint: "dir", description: "Working directory of the server (command)", group: "Target" },
  "spec-version": {
    type: "enum",
    options: ["auto", ...REVISIONS],
    description: "Revision to grade (default auto)",
    group: "Checks",
  },
  timeout: { type: "string", valueHint: "ms", description: "Time for each request (default 15000)", group: "Time" },
  strict: { type: "boolean", description: "Exit 1 if a required check did not pass (default yes)", group: "Gates" },
  "min-grade": { type: "enum", options: [...GRADES], description: "Exit 1 if the grade is below", group: "Gates" },
  ...COMMON,
} as const satisfies Options;

export const initCommand: Command = {
  name: "init",
  usage: "[url | command [arguments...]] [options]",
  description:
    "Asks what is to be tested and writes a config that can be committed, so that mcp-compliance test needs no " +
    "arguments. What the command line says is not asked; with --yes nothing is.",
  words: { kind: "target" },
  options: OPTIONS,
  more: [
    "Secrets are never written: a header or variable whose name speaks for one is written by the name of the " +
      "environment variable that holds it. A config that is there is replaced only if you agree, or with --force.",
    "Exit codes: 0 written, or left as it was because you said so; 2 usage or file; 70 a bug of this tool; 130 cancelled.",
  ],
  examples: [
    ["mcp-compliance init", "questions"],
    ["mcp-compliance init --yes -- node ./dist/server.js", "a command, no questions"],
    ["mcp-compliance init --yes https://example.com/mcp --auth-env MY_TOKEN", "a URL with a credential"],
  ],
  run: (context) => runInit(context),
};

/** `asked` stands in for the terminal in tests. */
export async function runInit({ argv, world }: Context, asked?: Ask): Promise<number> {
  const file = argv.values.get("config")?.at(-1) ?? CONFIG_FILES[0];
  const yes = argv.flags.get("yes") === true;
  const paint = paintWith(lookFor(world.stdout, argv, world).color);
  if (!yes && asked === undefined && !(world.stdin.isTTY && world.stdout.isTTY)) {
    throw new UserFault(
      `init asks questions, and there is no terminal to answer them on. Without questions:\n` +
        `  ${COMMAND} init --yes -- node ./dist/server.js\n  ${COMMAND} init --yes https://example.com/mcp --auth-env MY_TOKEN`,
    );
  }
  const there = await look(file, world);
  const agreed = argv.flags.get("force") === true;
  if (there && yes && !agreed) {
    throw new UserFault(
      `${file} is there already, and is left as it is. Replace it with --force, or name another: --config.`,
    );
  }
  let gathered: Gathered;
  if (yes) gathered = answersWithout(argv, world.windows);
  else {
    const ask = asked ?? (await askOnTerminal());
    try {
      if (there && !agreed && !(await ask.confirm(`${file} is there already. Replace it?`, false))) {
        await world.stdout.write(`${file} is left as it is.\n`);
        return 0;
      }
      gathered = await interview(argv, world.windows, ask);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      await world.stderr.write("mcp-compliance: cancelled; nothing was written.\n");
      return 130;
    }
  }
  return await write(file, gathered, world, paint);
}

/** True where a config stands in the file. @throws UserFault where something else does. */
async function look(file: string, world: World): Promise<boolean> {
  const kind = await world.kindOf(file);
  if (kind === "nothing") {
    const end = Math.max(file.lastIndexOf("/"), world.windows ? file.lastIndexOf("\\") : -1);
    if (end > 0 && (await world.kindOf(file.slice(0, end))) !== "folder") {
      throw new UserFault(`--config: there is no folder ${file.slice(0, end)}. Make it first.`);
    }
    return false;
  }
  if (kind !== "file") throw new UserFault(`--config: ${file} is no file. Name one.`);
  const text = (await world.readText(file)) ?? "";
  if (text.trim() === "") return false;
  // A file by one of the config's own names is one, also where it is broken.
  if (CONFIG_FILES.some((name) => name === file)) return true;
  try {
    checkConfig(file, parseJsonc(file, text));
    return true;
  } catch {
    throw new UserFault(
      `--config: ${file} is there and is no config of mcp-compliance; it is left alone. Name another.`,
    );
  }
}

async function write(file: string, { answers, remarks }: Gathered, world: World, paint: Paint): Promise<number> {
  const schema = await schemaLine(SCHEMA, file, world);
  const text = configText(answers, schema ?? `./node_modules/mcp-compliance/schemas/${SCHEMA}`, schema !== undefined);
  // What is written has to be read: a mistake of ours shows here, before the file is there.
  checkConfig(file, parseJsonc(file, text));
  await writeFile("init", file, text, world);
  const own = CONFIG_FILES.some((name) => name === file) ? "" : ` --config ${file}`;
  const notes = [...remarks, ...(await shadowed(file, world))];
  const lines = [
    `${paint.green("Written:")} ${escapeTerminal(file)}`,
    ...notes.map((note) => `${paint.yellow("!")} ${escapeTerminal(note)}`),
    `${paint.dim("Next:")}    ${COMMAND} test${escapeTerminal(own)}`,
  ];
  await world.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** Configs that are looked for before or after the new one: one of them is not read. */
async function shadowed(file: string, world: World): Promise<readonly string[]> {
  const names: readonly string[] = CONFIG_FILES;
  const own = names.indexOf(file);
  if (own < 0) return [];
  const notes: string[] = [];
  for (const [at, other] of names.entries()) {
    if (at === own || (await world.kindOf(other)) !== "file") continue;
    const [read, unread] = at < own ? [other, file] : [file, other];
    notes.push(`${other} is there too: ${read} is read, ${unread} is not.`);
  }
  return notes;
}
