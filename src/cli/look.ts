import type { Argv } from "./argv.ts";
import type { Look } from "./formats.ts";
import type { Out, World } from "./world.ts";

const NARROWEST = 40;
const WIDEST = 140;
const WITHOUT_TERMINAL = 100;

/** How to print on one stream: what the options, the environment and the terminal say. */
export function lookFor(out: Out, argv: Argv | undefined, world: World): Look {
  const columns = out.columns ?? (Number(world.env["COLUMNS"]) || WITHOUT_TERMINAL);
  return {
    color: wantsColor(out, argv, world.env),
    width: Math.min(WIDEST, Math.max(NARROWEST, columns)),
    unicode: showsUnicode(world),
    verbose: argv?.flags.get("verbose") === true,
  };
}

/** How a report in a file looks: the same on every machine. */
export function fileLook(verbose: boolean): Look {
  return { color: false, width: WITHOUT_TERMINAL, unicode: true, verbose };
}

function wantsColor(out: Out, argv: Argv | undefined, env: World["env"]): boolean {
  const asked = argv?.flags.get("color");
  if (asked !== undefined) return asked;
  // https://no-color.org: set and not empty.
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "") return env["FORCE_COLOR"] !== "0";
  return out.isTTY && env["TERM"] !== "dumb";
}

function showsUnicode(world: World): boolean {
  const { env } = world;
  if (env["TERM"] === "linux" || env["TERM"] === "dumb") return false;
  if (world.windows) return true;
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"];
  return locale === undefined || locale === "" || /utf-?8/i.test(locale);
}
