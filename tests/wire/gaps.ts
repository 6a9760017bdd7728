/**
 * What a runtime's own modules do not let us keep of the contract. The cases still run; that they may fail there is all
 * that is said here. `node:http`, which carries by default, has no gap anywhere.
 */
export interface Gap {
  readonly runtime: "node" | "bun" | "deno";
  readonly group: string;
  readonly name: string;
  readonly reason: string;
}

/** fetch does not tell whether a connection was used before, so the carrier cannot send once more. */
const STALE_CONNECTION = "fetch sends a POST on a connection that the server has just closed, and reports a reset";

export const GAPS: readonly Gap[] = [
  {
    runtime: "node",
    group: "fetch",
    name: "100 Continue is passed over",
    reason: "undici takes a 100 Continue that was not asked for as a broken answer",
  },
  {
    runtime: "node",
    group: "fetch",
    name: "a connection that the server closed while idle is not its answer",
    reason: STALE_CONNECTION,
  },
  {
    runtime: "bun",
    group: "fetch",
    name: "a connection that the server closed while idle is not its answer",
    reason: STALE_CONNECTION,
  },
  {
    runtime: "bun",
    group: "fetch",
    name: "a body shorter than its Content-Length",
    reason: "Bun's fetch drops the part of the body that came with the head when the connection breaks",
  },
  {
    runtime: "bun",
    group: "fetch",
    name: "a connection closed inside a chunk",
    reason: "Bun's fetch drops the part of the body that came with the head when the connection breaks",
  },
  {
    runtime: "bun",
    group: "stdio",
    name: "stdin closed by a child that lives is a reset",
    reason: "Bun reports no error for a write to a closed pipe: the exchange ends as a timeout",
  },
  {
    runtime: "deno",
    group: "fetch",
    name: "deflate",
    reason: "Deno's fetch undoes gzip and brotli only",
  },
  {
    runtime: "deno",
    group: "fetch",
    name: "deflate without its header",
    reason: "Deno's fetch undoes gzip and brotli only",
  },
];

export function gapOf(runtime: string, group: string, name: string): Gap | undefined {
  return GAPS.find((gap) => gap.runtime === runtime && gap.group === group && gap.name === name);
}
