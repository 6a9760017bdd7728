import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";

/**
 * The least that a server can do, to find out how much a generator of load can: it answers each POST with a result of so
 * many bytes, and copies the ten digits after `"id":`. It reads no JSON, and no head but the length of the body.
 */
export function trivialServer(answerBytes: number): Server {
  const [before, after] = answerOf(answerBytes);
  return createServer({ noDelay: true }, (socket) => {
    let rest = "";
    socket.on("data", (chunk: Buffer) => {
      let text = rest === "" ? chunk.toString("latin1") : rest + chunk.toString("latin1");
      let answers = "";
      for (;;) {
        const end = text.indexOf("\r\n\r\n");
        if (end < 0) break;
        const length = lengthIn(text, end);
        if (text.length < end + 4 + length) break;
        const at = text.indexOf('"id":', end) + 5;
        answers += before + (at < 5 ? "0000000000" : text.slice(at, at + 10)) + after;
        text = text.length === end + 4 + length ? "" : text.slice(end + 4 + length);
      }
      rest = text;
      if (answers !== "") socket.write(answers, "latin1");
    });
    socket.on("error", () => socket.destroy());
  });
}

/** The answer before and after its id, `bytes` long in all where that is possible. */
export function answerOf(bytes: number): readonly [before: string, after: string] {
  const opening = '{"jsonrpc":"2.0","id":';
  const build = (padding: number): readonly [string, string] => {
    const closing = `,"result":{"_":"${"x".repeat(padding)}"}}`;
    const length = opening.length + 10 + closing.length;
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    return [head + opening, closing];
  };
  const least = build(0);
  const missing = bytes - least[0].length - 10 - least[1].length;
  return missing <= 0 ? least : build(missing);
}

function lengthIn(text: string, end: number): number {
  const at = text.lastIndexOf("Content-Length: ", end);
  if (at >= 0) return Number.parseInt(text.slice(at + 16, at + 32), 10);
  const found = /\r\ncontent-length:\s*(\d+)/i.exec(text.slice(0, end));
  return found === null ? 0 : Number(found[1]);
}

/** Listens on a free loopback port and says it on stdout; ends when stdin does, so that it never outlives who started it. */
export async function serveTrivial(answerBytes: number): Promise<void> {
  const server = trivialServer(answerBytes);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  await new Promise<void>((resolve) => {
    process.stdin.on("end", resolve).on("close", resolve).on("error", resolve).resume();
  });
  server.close();
  process.exit(0);
}
