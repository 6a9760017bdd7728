import type { StdioHandler } from "../../../src/model/serving.ts";
import type { Twist } from "./twist.ts";

/** Stands between the server and its pipes: raw bytes in and out, stderr, exit. One call is one process. */
export function wrapStdio(wrap: (start: StdioHandler) => StdioHandler): Twist {
  return { server: (server) => ({ ...server, stdio: wrap(server.stdio) }) };
}

export interface Lines {
  /** What the server hears for a line of its stdin, without its end: lines, none or several. */
  readonly heard?: (line: string) => readonly string[];
  /** What it writes for a line of its stdout, without its end: text or bytes, line ends and all. */
  readonly written?: (line: string) => string | Uint8Array;
  /** Written before anything else. */
  readonly banner?: string;
}

/** Line-level faults: other framing, a banner, lines that are lost. A function is asked once per process. */
export function stdioLines(lines: Lines | (() => Lines)): Twist {
  return wrapStdio((start) => (output) => {
    const { heard = (line) => [line], written, banner } = typeof lines === "function" ? lines() : lines;
    const encode = (text: string) => new TextEncoder().encode(text);
    if (banner !== undefined) output.stdout(encode(banner));
    const input = start({
      ...output,
      stdout(bytes) {
        if (written === undefined) return output.stdout(bytes);
        for (const line of new TextDecoder().decode(bytes).split("\n")) {
          if (line === "") continue;
          const out = written(line);
          output.stdout(typeof out === "string" ? encode(out) : out);
        }
      },
    });
    const decoder = new TextDecoder();
    let rest = "";
    return {
      chunk(bytes) {
        const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = parts.pop() ?? "";
        for (const line of parts) for (const given of heard(line)) input.chunk(encode(`${given}\n`));
      },
      end: () => input.end(),
    };
  });
}
