import type { Transform } from "node:stream";

type Zlib = typeof import("node:zlib");

/** Undoes one content coding; undefined for those that are none or that we do not know (the body is taken as it is). */
function decoderOf(zlib: Zlib, coding: string, first: number): Transform | undefined {
  if (coding === "gzip" || coding === "x-gzip") return zlib.createGunzip();
  // By the standard deflate has zlib's header; some servers send it bare, and clients take both.
  if (coding === "deflate") return (first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
  if (coding === "br") return zlib.createBrotliDecompress();
  return undefined;
}

export interface Sink {
  write(bytes: Uint8Array): void;
  end(): void;
  /** Nobody wants more: what is still in the decoder is given up. */
  stop(): void;
}

/** True when a body under this Content-Encoding has to be decoded. */
export function isCoded(contentEncoding: string | undefined): boolean {
  return /\b(gzip|deflate|br)\b/i.test(contentEncoding ?? "");
}

/** Where `Sink` delivers: after `error` or `end` nothing comes. `wait` and `goOn`: the decoder is full, and is so no more. */
export interface Decoded {
  readonly bytes: (bytes: Uint8Array) => void;
  readonly end: () => void;
  readonly error: (error: unknown) => void;
  readonly wait: () => void;
  readonly goOn: () => void;
}

/** A server has a use for one coding; each multiplies what a few bytes can grow to. */
const MOST_CODINGS = 4;

/** A streaming decoder for a Content-Encoding; of several codings the one named last is undone first. */
export function decoder(contentEncoding: string, to: Decoded): Sink {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .reverse();
  let entry: Promise<Transform | undefined> | undefined;
  let chain: readonly Transform[] = [];
  let stopped = false;

  // zlib is loaded only for servers that compress: it costs time and memory.
  async function start(firstByte: number): Promise<Transform | undefined> {
    if (codings.length > MOST_CODINGS) {
      throw new Error(`decompression was given up: ${codings.length} content codings, one on top of the other`);
    }
    const zlib = await import("node:zlib");
    if (stopped) return undefined;
    chain = codings.flatMap((coding, index) => decoderOf(zlib, coding, index === 0 ? firstByte : 8) ?? []);
    chain.forEach((one, index) => {
      one.on("error", to.error);
      const next = chain[index + 1];
      if (next !== undefined) one.pipe(next);
    });
    chain[0]?.on("drain", to.goOn);
    chain.at(-1)?.on("data", to.bytes);
    chain.at(-1)?.on("end", to.end);
    return chain[0];
  }

  return {
    write(bytes) {
      entry ??= start(bytes[0] ?? 0);
      void entry.then((stream) => {
        if (!stopped && stream?.write(bytes) === false) to.wait();
      }, to.error);
    },
    end() {
      if (entry === undefined) to.end();
      else void entry.then((stream) => (stopped ? undefined : stream?.end()), to.error);
    },
    stop() {
      stopped = true;
      for (const one of chain) one.destroy();
      to.goOn();
    },
  };
}
