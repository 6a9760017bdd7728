import { isObject } from "../model/json.ts";
import type { StdioHandler } from "../model/serving.ts";
import { readText } from "../protocol/jsonrpc.ts";
import { lineCutter } from "../protocol/lines.ts";
import { type Entry, idsIn, type Ledger, labelOf } from "./ledger.ts";

/** Serves as before, and takes down each line that comes and each that is written. `heard` is called after each line. */
export function tapStdio(handler: StdioHandler, ledger: Ledger, heard: (entry: Entry) => void): StdioHandler {
  return (output) => {
    const fromClient = new TextDecoder("utf-8");
    const fromServer = new TextDecoder("utf-8");
    const open = new Map<string, Entry>();
    const cut = lineCutter();

    const take = (line: string): void => {
      const reading = readText(line);
      const json = reading.state === "json" ? reading.json : undefined;
      const key = isObject(json) && !("method" in json) ? JSON.stringify(json["id"] ?? null) : undefined;
      const entry = key === undefined ? undefined : open.get(key);
      const frame = { kind: "line", text: line, end: "\n" } as const;
      if (entry === undefined || key === undefined) return ledger.strayFrame(frame);
      entry.frame(frame);
      entry.end({ kind: "enough" });
      open.delete(key);
    };
    const input = handler({
      ...output,
      stdout(bytes) {
        const lines = fromServer.decode(bytes, { stream: true }).split("\n");
        for (const line of lines) if (line !== "") take(line);
        output.stdout(bytes);
      },
      exit(code) {
        ledger.close();
        output.exit(code);
      },
    });
    const begin = (line: string): Entry | undefined => {
      const text = line.endsWith("\r") ? line.slice(0, -1) : line;
      const sent = { kind: "stdio", writes: [text], ids: idsIn(text) } as const;
      return text.trim() === "" ? undefined : ledger.begin(sent, labelOf(sent), "stdio");
    };
    const hear = (line: string, entry: Entry | undefined): void => {
      for (const id of entry?.exchange.sent?.ids ?? []) if (entry !== undefined) open.set(JSON.stringify(id), entry);
      input.chunk(new TextEncoder().encode(`${line}\n`));
      if (entry !== undefined) heard(entry);
    };
    return {
      ...input,
      chunk(bytes) {
        const lines = cut.push(fromClient.decode(bytes, { stream: true }));
        // What comes in one piece was sent before any of it was answered.
        const entries = lines.map(({ text, tooLong }) => (tooLong ? ledger.pass() : begin(text)));
        for (const [index, line] of lines.entries()) hear(line.text, entries[index]);
      },
      end() {
        ledger.close();
        input.end();
      },
    };
  };
}
