import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decoder } from "../../src/wire/decode.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a decoder that was stopped works off nothing more", async () => {
  // 2 GB of zeros in a few kilobytes.
  const member = gzipSync(Buffer.alloc(10_000_000));
  const bomb = gzipSync(Buffer.concat(Array.from({ length: 200 }, () => member)));
  let bytes = 0;
  let ended = false;
  const full = new Promise<void>((resolve) => {
    const sink = decoder("gzip, gzip", {
      bytes(piece) {
        bytes += piece.length;
        if (bytes < 1_000_000) return;
        sink.stop();
        resolve();
      },
      end: () => {
        ended = true;
      },
      error: () => {},
      wait: () => {},
      goOn: () => {},
    });
    sink.write(bomb);
    sink.end();
  });
  await full;
  const then = bytes;
  await pause(100);
  expect(bytes).toBeLessThan(then + 200_000);
  expect(ended).toBe(false);
});

test("whoever sends is asked to wait while the decoder is full", async () => {
  const said: string[] = [];
  const noise = gzipSync(crypto.getRandomValues(new Uint8Array(60_000)));
  let sink = decoder("gzip", {
    bytes: () => {},
    end: () => said.push("end"),
    error: () => said.push("error"),
    wait: () => said.push("wait"),
    goOn: () => said.push("go on"),
  });
  sink.write(noise);
  await expect.poll(() => said).toEqual(["wait", "go on"]);
  sink.end();
  await expect.poll(() => said.at(-1)).toBe("end");
  sink = decoder("gzip", { bytes() {}, end() {}, error() {}, wait() {}, goOn: () => said.push("stopped") });
  sink.stop();
  expect(said.at(-1)).toBe("stopped");
});
