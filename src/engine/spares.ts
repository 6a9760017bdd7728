import type { Frame } from "../model/exchange.ts";
import type { Connection, Wire } from "../model/probe.ts";

/** How many children are on their way at a time: started ahead, and not taken or not heard of yet. */
const STARTING = 2;

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
  /** Taken, and not heard of yet. */
  let cold = 0;
  const ready: { readonly connection: Connection; hear: (frame: Frame) => void; readonly early: Frame[] }[] = [];

  function refill(): void {
    while (begun && ready.length < left && ready.length + cold < STARTING) {
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

  function warm(): void {
    cold -= 1;
    refill();
  }

  return {
    begin() {
      begun = true;
      refill();
    },
    take(onStray) {
      const spare = living();
      left = Math.max(0, left - 1);
      cold += 1;
      if (spare === undefined) return heardOf(wire.open({ onStray }), warm);
      spare.hear = onStray;
      for (const frame of spare.early) onStray(frame);
      return heardOf(spare.connection, warm);
    },
    close() {
      begun = false;
      for (const { connection } of ready.splice(0)) void connection.close();
    },
  };
}

/** Tells once when the first thing that was sent has ended, however, or the connection is closed. */
function heardOf(connection: Connection, then: () => void): Connection {
  let told = false;
  const tell = (): void => {
    if (!told) then();
    told = true;
  };
  return {
    ...connection,
    async send(sent, listen) {
      const answer = await connection.send(sent, listen);
      tell();
      return answer;
    },
    close() {
      tell();
      return connection.close();
    },
  };
}
