import type { Frame } from "../model/exchange.ts";
import type { Connection, Wire } from "../model/probe.ts";

/** How many children are started ahead of their use. */
const AHEAD = 2;

/**
 * Children that are started before they are asked for: a process takes longer to start than to answer. Only as many as
 * the probes of the run say that they take; over HTTP there is nothing to start.
 */
export interface Spares {
  /**
   * From now on children are started ahead. Not before the shared child has answered: of some servers only one process
   * may live at a time, and it has to be that one.
   */
  begin(): void;
  /** A new connection; `onStray` hears from now on what belongs to no exchange, and what came before. */
  take(onStray: (frame: Frame) => void): Connection;
  /** Ends those that nobody took, and starts no more of them. */
  close(): void;
}

export function createSpares(wire: Wire, expected: number): Spares {
  let left = expected;
  let begun = false;
  const ready: { readonly connection: Connection; hear: (frame: Frame) => void; readonly early: Frame[] }[] = [];

  function refill(): void {
    while (begun && ready.length < Math.min(AHEAD, left)) {
      const early: Frame[] = [];
      const spare = {
        connection: wire.open({ onStray: (frame) => spare.hear(frame) }),
        early,
        hear: (frame: Frame) => void early.push(frame),
      };
      ready.push(spare);
    }
  }

  /** The one that was started first and still lives: some servers end when nobody speaks to them for a while. */
  function living(): (typeof ready)[number] | undefined {
    for (let spare = ready.shift(); spare !== undefined; spare = ready.shift()) {
      if (spare.connection.gone() === undefined) return spare;
    }
    return undefined;
  }

  return {
    begin() {
      begun = true;
      refill();
    },
    take(onStray) {
      left = Math.max(0, left - 1);
      const spare = living();
      refill();
      if (spare === undefined) return wire.open({ onStray });
      spare.hear = onStray;
      for (const frame of spare.early) onStray(frame);
      return spare.connection;
    },
    close() {
      begun = false;
      for (const { connection } of ready.splice(0)) void connection.close();
    },
  };
}
