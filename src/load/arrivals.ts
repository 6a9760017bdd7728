import type { LoadShape } from "../model/load.ts";

/** When each request is due and when no more begin, in milliseconds since the step began. Pure: the driver obeys. */
export interface Arrivals {
  /** Requests at most; Infinity where only time ends the step. */
  readonly count: number;
  /** No request is due at or after it. */
  readonly until: number;
  /** Between two due times of an open loop; 0 in a closed one. */
  readonly gap: number;
  /**
   * When the request with this number (from 0) is due. `freeAt`: when the user that sends it had its last answer; an
   * open loop does not care, which is what makes it honest about a server that stalls.
   */
  due(number: number, freeAt: number): number;
}

export interface Extent {
  /** Requests per step; absent: as many as the time allows. */
  readonly requests?: number;
  /** Milliseconds per step; absent: as long as the requests take. */
  readonly durationMs?: number;
}

/** The due times of one step. Neither a number nor a time: nothing is due. */
export function arrivalsOf(shape: LoadShape, extent: Extent): Arrivals {
  const { requests, durationMs } = extent;
  const until = durationMs ?? (requests === undefined ? 0 : Number.POSITIVE_INFINITY);
  const most = requests ?? Number.POSITIVE_INFINITY;
  if (shape.kind === "closed") return { count: most, until, gap: 0, due: (_number, freeAt) => freeAt };
  const gap = 1000 / shape.perSecond;
  // A request that would be due at the very end belongs to the time after it.
  const within = Math.ceil(until / gap - 1e-9);
  const count = Math.min(most, within);
  return { count, until: Math.min(until, count * gap), gap, due: (number) => number * gap };
}
