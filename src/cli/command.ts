import type { CommandDef } from "citty";
import type { Argv, Options, Words } from "./argv.ts";
import type { Suite } from "./suite-port.ts";
import type { World } from "./world.ts";

/** What a command is given. */
export interface Context {
  readonly argv: Argv;
  readonly world: World;
  readonly suite: Suite;
}

/** A command's texts and options, and how it runs. `run` resolves with the exit code. */
export interface Command {
  readonly name: string;
  /** The rest of the usage line: `<url | command [arguments...]> [options]`. */
  readonly usage: string;
  readonly description: string;
  readonly words: Words;
  readonly options: Options;
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Paragraphs after the options. */
  readonly more?: readonly string[];
  run(context: Context): Promise<number>;
}

/** The command as citty sees it; the arguments were read before, and come as data. */
export function asCitty(command: Command): CommandDef {
  return {
    meta: { name: command.name, description: command.description },
    run: ({ data }) => command.run(data as Context),
  };
}
