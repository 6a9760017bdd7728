import { runCommand } from "citty";
import { UserFault } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";
import { escapeTerminal } from "../report/escape.ts";
import { paintWith } from "../report/layout.ts";
import { TOOL_VERSION } from "../version.ts";
import { licencesText, versionText } from "./about.ts";
import { isUrl, readArgv } from "./argv.ts";
import { asCitty, type Command } from "./command.ts";
import { COMMANDS, type CommandEntry } from "./commands.ts";
import { COMMAND } from "./defaults.ts";
import { commandHelp, rootHelp } from "./help.ts";
import { lookFor } from "./look.ts";
import type { Suite } from "./suite-port.ts";
import type { World } from "./world.ts";

/** The exit code of a bug of ours, as in sysexits.h. */
const BUG = 70;

/** Runs the tool. Resolves with the exit code, whatever happens; it never rejects. */
export async function runCli(world: World, loadSuite: () => Promise<Suite>): Promise<number> {
  try {
    const code = await dispatch(world, loadSuite);
    const failed = world.stdout.failed?.();
    if (failed === undefined) return code;
    await world.stderr.write(
      `${COMMAND}: stdout could not be written: ${lines(failed)}. What stands there is not whole.\n`,
    );
    return 2;
  } catch (error) {
    if (error instanceof UserFault) {
      await world.stderr.write(`${COMMAND}: ${lines(error.message)}\n`);
      return error.code;
    }
    await world.stderr.write(bugText(error, world));
    return BUG;
  }
}

async function dispatch(world: World, loadSuite: () => Promise<Suite>): Promise<number> {
  const [first, ...others] = world.args;
  const colour = first === "--no-color" || first === "--color" ? [first] : [];
  const [name, ...words] = colour.length > 0 ? others : world.args;
  // Before the command it means what it means behind it.
  const rest = [...colour, ...words];
  const look = lookFor(world.stdout, undefined, world);
  const paint = paintWith(look.color && !world.args.includes("--no-color"));
  if (name === undefined) {
    await world.stderr.write(rootHelp(COMMANDS, paintWith(false), look.width));
    return 2;
  }
  if (name === "--version" || name === "-v" || name === "-V" || name === "version") {
    await world.stdout.write(versionText(rest.includes("--verbose"), world));
    return 0;
  }
  if (name === "--licenses") {
    await world.stdout.write(await licencesText(world));
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const about = rest.find((word) => !word.startsWith("-"));
    const text = about === undefined ? rootHelp(COMMANDS, paint, look.width) : undefined;
    await world.stdout.write(text ?? commandHelp(await entryOf(about ?? "").load(), paint, look.width));
    return 0;
  }
  const command = await entryOf(name).load();
  if (asksForHelp(command, rest)) {
    await world.stdout.write(commandHelp(command, paint, look.width));
    return 0;
  }
  const argv = readArgv(rest, command.options, command.words);
  const data = { argv, world, suite: await loadSuite() };
  const { result } = await runCommand(asCitty(command), { rawArgs: [], data });
  return result as number;
}

/** Help is given before anything else is checked, but only for our own `--help`: one after `--` is the server's. */
function asksForHelp(command: Command, rest: readonly string[]): boolean {
  const divider = rest.indexOf("--");
  const own = divider < 0 ? rest : rest.slice(0, divider);
  return "help" in command.options && own.some((word) => word === "--help" || word === "-h");
}

function entryOf(name: string): CommandEntry {
  const found = COMMANDS.find((one) => one.name === name);
  if (found !== undefined) return found;
  const all = COMMANDS.map((one) => one.name);
  if (isUrl(name)) throw new UserFault(`A command is missing. To test this server: ${COMMAND} test ${name}`);
  if (name.startsWith("-"))
    throw new UserFault(`The command comes first: ${COMMAND} test ${name} ... . See ${COMMAND} --help.`);
  const hint = didYouMean(name, all) || meaning(name);
  throw new UserFault(`Unknown command "${name}".${hint} Commands: ${all.join(", ")}.`);
}

/** What other tools call it. */
const ELSEWHERE: { readonly [word: string]: string } = {
  run: "test",
  check: "test",
  validate: "test",
  verify: "test",
  scan: "audit",
  list: "rules",
  ls: "rules",
  describe: "explain",
  compare: "diff",
  badge: "test --output badge.svg",
};

/** Programs that servers are started with. */
const STARTS_A_SERVER =
  /^(node|npx|npm|pnpm|yarn|tsx|bun|bunx|deno|python3?|uvx?|pipx|docker|podman|go|cargo|java|dotnet|ruby|php|\.{0,2}[\\/].*|.*\.(m?[jt]s|cjs|py|rb|jar|exe))$/i;

function meaning(name: string): string {
  if (STARTS_A_SERVER.test(name)) return ` To test the server that it starts: ${COMMAND} test ${name} ...`;
  const known = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  return known === undefined ? "" : ` Did you mean ${known}?`;
}

/** Messages may repeat what a file or a person gave: each line is made safe, and the lines stay lines. */
function lines(text: string): string {
  return text.split("\n").map(escapeTerminal).join("\n");
}

function bugText(error: unknown, world: World): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    `${COMMAND} ${TOOL_VERSION} (${world.name} ${world.version}) has a bug, and ended because of it:\n\n${lines(what)}\n\n` +
    "The server that was tested is not to blame. Please report this to the project with the lines above, the " +
    "command line (without secrets) and, if there is one, the recording that --record wrote.\n"
  );
}
