import library from "hdr-histogram-js/dist/Int32Histogram.js";
import type { Latency } from "../model/load.ts";

/** Latencies of one run, or of several: three significant digits, microsecond steps, about 100 kB whatever comes. */
export interface Histogram {
  /** Milliseconds; what is below 1 us or above an hour is taken for that. */
  add(ms: number): void;
  merge(other: Histogram): void;
  readonly count: number;
  /** Undefined when nothing was added. */
  latency(): Latency | undefined;
  /** For merge. */
  readonly counts: Counts;
}

type Counts = InstanceType<typeof library.default>;

const LARGEST_US = 3_600_000_000;
const DIGITS = 3;
/** The bounds of the printed distribution: powers of two of this many milliseconds. */
const FIRST_BUCKET_MS = 0.125;

// The pure JavaScript variant, so that no WebAssembly is shipped. It is CommonJS: runtimes differ in what its default is.
const given = library as { readonly default?: typeof library.default };
const Int32Histogram = given.default ?? (library as unknown as typeof library.default);

export function createHistogram(): Histogram {
  const counts = new Int32Histogram(1, LARGEST_US, DIGITS);
  counts.autoResize = false;
  return {
    add(ms) {
      const us = Math.round(ms * 1000);
      counts.recordValue(Math.min(Math.max(us, 1), LARGEST_US));
    },
    merge: (other) => counts.add(other.counts),
    get count() {
      return counts.totalCount;
    },
    latency: () => (counts.totalCount === 0 ? undefined : latencyOf(counts)),
    counts,
  };
}

function latencyOf(counts: Counts): Latency {
  // A value stands for its group, whose end may lie beyond the largest one.
  const at = (percentile: number) => Math.min(counts.getValueAtPercentile(percentile), counts.maxValue) / 1000;
  return {
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    max: counts.maxValue / 1000,
    mean: Math.round(counts.mean) / 1000,
    buckets: bucketsOf(counts),
  };
}

function bucketsOf(counts: Counts): Latency["buckets"] {
  const buckets: (readonly [number, number])[] = [];
  let below = 0;
  for (let to = FIRST_BUCKET_MS; below < counts.totalCount; to *= 2) {
    // Values are grouped by three digits: one counts where its group begins.
    const upTo = to * 1000 >= LARGEST_US ? counts.totalCount : countBelow(counts, to * 1000);
    if (upTo > below || buckets.length > 0) buckets.push([to, upTo - below]);
    below = upTo;
  }
  return buckets;
}

function countBelow(counts: Counts, us: number): number {
  let sum = 0;
  const end = counts.countsArrayIndex(us);
  for (let index = 0; index < end; index += 1) sum += counts.getCountAtIndex(index);
  return sum;
}
