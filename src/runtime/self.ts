import process from "node:process";

/** How this program is started once more: the command, and the arguments that come before its own. */
export interface SelfCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A binary that holds the program is the command itself; a runtime needs to be told the script. */
export function selfCommand(): SelfCommand {
  const script = process.argv[1];
  const { Deno } = globalThis as { readonly Deno?: { readonly build?: { readonly standalone?: boolean } } };
  // Bun keeps a compiled program's files under these roots.
  const compiled = script === undefined || /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i.test(script);
  if (compiled || Deno?.build?.standalone === true) return { command: process.execPath, args: [] };
  if (Deno !== undefined) return { command: process.execPath, args: ["run", "--allow-all", "--quiet", script] };
  return { command: process.execPath, args: [...process.execArgv, script] };
}
