import { exitsOn, mutant, stdioLines, wrapStdio } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

/** stdin is decoded chunk by chunk in this way, then read as it should be. */
function decoding(
  name: string,
  revisions: readonly ("2025-11-25" | "2026-07-28")[],
  decode: (bytes: Uint8Array) => string,
) {
  return mutant(
    { name, revisions, transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      const input = start(output);
      return { ...input, chunk: (bytes) => input.chunk(new TextEncoder().encode(decode(bytes))) };
    }),
  );
}

export default [
  decoding("stdin is decoded as latin1", BOTH, (bytes) => Buffer.from(bytes).toString("latin1")),
  decoding("every chunk of stdin is decoded on its own", ["2026-07-28"], (bytes) => new TextDecoder().decode(bytes)),
  mutant(
    { name: "stdout is encoded as latin1", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ written: (line) => Buffer.from(`${line.replace(/[^\x20-\xff]/g, "?")}\n`, "latin1") }),
  ),
  mutant(
    { name: "dies of an id that is not ASCII", revisions: BOTH, transports: ["stdio"] },
    exitsOn((message) => /[^\x20-\x7e]/.test(String(message["id"]))),
  ),
];
