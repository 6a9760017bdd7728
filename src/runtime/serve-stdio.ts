import type { StdioHandler } from "../model/serving.ts";

/** The streams of the process, so that a test can give others. */
export interface StdioStreams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Serves a handler on stdin and stdout. Resolves with the exit code when the server is done and its output is out. */
export function serveStdio(handler: StdioHandler, streams: StdioStreams = process): Promise<number> {
  const { stdin, stdout, stderr } = streams;
  return new Promise((resolve) => {
    let over = false;
    const exit = (code: number) => {
      if (over) return;
      over = true;
      stdin.pause();
      // Everything written before has to leave first.
      stdout.write("", () => resolve(code));
    };
    // The client may close its end first; there is nobody to tell.
    stdout.on("error", () => exit(0));
    const input = handler({
      stdout: (bytes) => void (over || stdout.write(bytes)),
      stderr: (text) => void stderr.write(text),
      exit,
    });
    if (input.terminate !== undefined) process.on("SIGTERM", () => input.terminate?.());
    stdin.on("data", (chunk: Buffer) => {
      if (!over) input.chunk(chunk);
    });
    stdin.on("end", () => {
      if (!over) input.end();
    });
  });
}
