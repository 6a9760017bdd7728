import type { Recording, Report, StdioTarget } from "../model/mod.ts";
import { COMMAND } from "./defaults.ts";
import type { World } from "./world.ts";

/** What starts a file of this kind. */
const STARTERS: readonly (readonly [ending: RegExp, program: string])[] = [
  [/\.[cm]?js$/i, "node"],
  [/\.[cm]?tsx?$/i, "npx tsx"],
  [/\.py$/i, "python3"],
  [/\.rb$/i, "ruby"],
  [/\.jar$/i, "java -jar"],
];

/**
 * What is wrong with a command that could never be started (exit code 2): there is no server to be graded, and the command line or the
 * config is what has to be corrected. Undefined where something ran.
 */
export async function startFault(
  target: StdioTarget,
  { reached }: Pick<Report, "reached">,
  { runs }: Pick<Recording, "runs">,
  world: World,
): Promise<string | undefined> {
  if (reached) return undefined;
  const asked = runs.flatMap((run) => run.exchanges).find((one) => one.sent !== undefined);
  if (asked?.ending.kind !== "refused") return undefined;
  const hint = await hintFor(target.command, world);
  return `The command could not be started (${asked.ending.detail}). ${hint}`;
}

async function hintFor(command: string, world: World): Promise<string> {
  const starter = STARTERS.find(([ending]) => ending.test(command))?.[1];
  if (starter !== undefined) return `A file like this is started by a program: ${COMMAND} test ${starter} ${command}`;
  if (/\s/.test(command)) {
    return `"${command}" was taken as the name of one program: give its arguments each by itself, in a config as "args".`;
  }
  const bare = !/[\\/]/.test(command);
  if (bare && (await world.kindOf(command).catch(() => "other")) === "file") {
    return `The file ${command} of this folder is named by ./${command}`;
  }
  return bare
    ? "Check how it is written, that it is installed, and that its folder is in PATH."
    : "Check the path (a relative one starts in the server's working directory), and that the file may be run.";
}
