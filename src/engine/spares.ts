import type { Frame } from "../model/exchange.ts";
import type { Connection, Wire } from "../model/probe.ts";

/** How many children are started ahead of their use. */
const AHEAD = 2;

/**
 * Children that are started before they are asked for: a process takes longer to start than to answer. Only as many as
 * the probes of the run say that they take; over HTTP there is nothing to start.
 */
export interface Spares {
  /** A new connection; `onStray` hears from now on what belongs to no exchange, and what came before. */
  take(onStray: (frame: Frame) => void): Connection;
  /** Ends those that nobody took. */
  close(): void;
}

export function createSpares(wire: Wire, expected: number): Spares {
  let left = expected;
  const ready: { readonly connection: Connection; hear: (frame: Frame) => void; readonly early: Frame[] }[] = [];

  function refill(): void {
    while (ready.length < Math.min(AHEAD, left)) {
      const early: Frame[] = [];
      const spare = {
        connection: wire.open({ onStray: (frame) => spare.hear(frame) }),
        early,
        hear: (frame: Frame) => void early.push(frame),
      };
      ready.push(spare);
    }
  }

  refill();
  return {
    take(onStray) {
      left = Math.max(0, left - 1);
      const spare = ready.shift();
      refill();
      if (spare === undefined) return wire.open({ onStray });
      spare.hear = onStray;
      for (const frame of spare.early) onStray(frame);
      return spare.connection;
    },
    close() {
      for (const { connection } of ready.splice(0)) void connection.close();
    },
  };
}
