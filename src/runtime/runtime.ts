import type { Local, Wire } from "../model/probe.ts";
import type { Target } from "../model/target.ts";
import type { Spawn } from "../wire/spawned.ts";
import type { WireOptions } from "../wire/wire.ts";
import type { SelfCommand } from "./self.ts";
import type { Shown } from "./show.ts";
import type { Watching, WatchOptions } from "./watch.ts";

/** One output stream of the process. */
export interface Out {
  /** Resolves when the text was handed over. A reader that went away (`| head`) is no error. */
  write(text: string): Promise<void>;
  readonly isTTY: boolean;
  /** Columns of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
  /** Why text could not be written, as on a full disk; undefined where all was, or the reader went away. */
  failed?(): string | undefined;
}

export type Interrupt = "SIGINT" | "SIGTERM" | "SIGHUP";

/** Everything that the program takes from the world, in one place. Paths are relative to `cwd` or absolute. */
export interface Runtime {
  readonly name: "node" | "bun" | "deno";
  /** Version of the runtime, without "v". */
  readonly version: string;
  readonly windows: boolean;
  /** Arguments after the program's own name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly stdout: Out;
  readonly stderr: Out;
  /** Text of stdin, in pieces as it comes. */
  readonly stdin: AsyncIterable<string> & { readonly isTTY: boolean };
  /** The text of a file; undefined when there is no such file. Rejects on anything else (a directory, no permission). */
  readText(path: string): Promise<string | undefined>;
  /** True where the path is a file. Never rejects. */
  isFile(path: string): Promise<boolean>;
  /** What is at a path; "other" for a pipe or a device, which to read may mean to wait. Rejects where it cannot see. */
  kindOf(path: string): Promise<"file" | "folder" | "other" | "nothing">;
  /** False where it is known that no file can be made in a folder. Never rejects. */
  mayMake(folder: string): Promise<boolean>;
  /** Writes a whole file, making or replacing it; on a failure what was there stays as it was. */
  writeText(path: string, text: string): Promise<void>;
  /** The path from the root, for people who stand in another folder. */
  absolute(path: string): string;
  /** Writes a text into a new folder for temporary files that only this user can read, and gives its path. */
  writeTemporary(name: string, text: string): Promise<string>;
  /** The addresses that a host name has here; none where it has none. Never rejects. */
  addresses(hostname: string): Promise<readonly string[]>;
  /** Shows a file, by its absolute path, with the program that the desktop has for it. Never rejects. */
  show(path: string): Promise<Shown>;
  /** Watches a folder with all below it. Resolves when every change is seen from now on; rejects where none can be. */
  watch(folder: string, options: WatchOptions): Promise<Watching>;
  /** Milliseconds since the process began; never goes back. */
  now(): number;
  /** The time of day, ISO 8601, UTC. */
  date(): string;
  /** A number from 0 to 2^32 - 1 to seed a generator with. */
  seed(): number;
  /** Resolves after `ms`, or when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `handler` at each interrupt (Ctrl+C) or request to end; returns what takes it off again. */
  onInterrupt(handler: (signal: Interrupt) => void): () => void;
  /** The exit code for when all is done. */
  setExitCode(code: number): void;
  /** Ends the process at once; children of ours are killed. */
  exitNow(code: number): void;
  /** Bait for tools under test; `close` takes all of it away. Nothing is made before it is asked for. */
  bait(): Local & { close(): Promise<void> };
  readonly spawn: Spawn;
  /** How this very program is started once more. */
  self(): SelfCommand;
  /** The way to a target, with this runtime's own way of starting children. */
  wire(target: Target, options: Omit<WireOptions, "spawn">): Wire;
}
