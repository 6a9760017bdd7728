import type { Runtime } from "../runtime/mod.ts";

/** What the command line needs of the world: a part of the runtime, so that a test can be the whole world. */
export type World = Pick<
  Runtime,
  | "name"
  | "version"
  | "windows"
  | "args"
  | "env"
  | "stdout"
  | "stderr"
  | "readText"
  | "kindOf"
  | "mayMake"
  | "writeText"
  | "absolute"
  | "writeTemporary"
  | "show"
  | "addresses"
  | "watch"
  | "now"
  | "sleep"
  | "onInterrupt"
  | "exitNow"
> & {
  /** Whether somebody can be asked. */
  readonly stdin: { readonly isTTY: boolean };
};

export type { Interrupt, Out } from "../runtime/mod.ts";
