import type { Writable } from "node:stream";
import type { StdinWrite } from "../model/exchange.ts";

export interface StdinWriter {
  /** Writes in order, after all that was given before. Resolves with what broke, or undefined. Never rejects. */
  write(writes: readonly StdinWrite[]): Promise<string | undefined>;
  /** Closes stdin. */
  end(): void;
  /** When stdin was closed by us, in milliseconds of the run. */
  endedAt(): number | undefined;
  destroy(): void;
}

/** A child that does not read fills the pipe: after so long a write counts as handed over. */
const HANDED_OVER_MS = 1000;

export function stdinWriter(stream: Writable | null, now: () => number): StdinWriter {
  let last: Promise<unknown> = Promise.resolve();
  let endedAt: number | undefined;
  // A child that goes away while we write is no error of ours.
  stream?.on("error", () => {});

  function put(bytes: Uint8Array | string): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (stream === null || stream.destroyed || stream.writableEnded) {
        resolve(endedAt === undefined ? "closed by the server" : "closed before");
        return;
      }
      const timer = setTimeout(() => resolve(undefined), HANDED_OVER_MS);
      stream.write(bytes, (error) => {
        clearTimeout(timer);
        resolve(error === null || error === undefined ? undefined : error.message);
      });
    });
  }

  function end(): void {
    if (endedAt !== undefined) return;
    endedAt = now();
    stream?.end();
  }

  async function run(writes: readonly StdinWrite[]): Promise<string | undefined> {
    let broken: string | undefined;
    for (const write of writes) {
      if (typeof write === "string") broken ??= await put(write);
      else if ("base64" in write) broken ??= await put(Buffer.from(write.base64, "base64"));
      else if ("waitMs" in write) await new Promise((resolve) => setTimeout(resolve, write.waitMs));
      else end();
    }
    return broken;
  }

  return {
    write(writes) {
      const mine = last.then(() => run(writes));
      last = mine;
      return mine;
    },
    end,
    endedAt: () => endedAt,
    destroy: () => void stream?.destroy(),
  };
}
