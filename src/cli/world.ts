/** One output stream of the process. `write` resolves when the text was handed over. */
export interface Out {
  write(text: string): Promise<void> | void;
  readonly isTTY: boolean;
  /** Columns of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
}

/** What the command line needs of the world. Paths are relative to the working directory or absolute. */
export interface World {
  /** Arguments after the program's own name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly windows: boolean;
  readonly stdout: Out;
  readonly stderr: Out;
  /** The text of a file; undefined when there is no such file. Rejects on anything else (a directory, no permission). */
  readText(path: string): Promise<string | undefined>;
  /** True where the path is a file. Never rejects. */
  isFile(path: string): Promise<boolean>;
  /** Writes a whole file, making or replacing it. */
  writeText(path: string, text: string): Promise<void>;
  /** Calls `handler` at each interrupt (Ctrl+C) or request to terminate; returns what takes it off again. */
  onInterrupt(handler: (signal: "SIGINT" | "SIGTERM") => void): () => void;
  /** Ends the process at once. */
  exitNow(code: number): void;
}
