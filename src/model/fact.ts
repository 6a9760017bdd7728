import type { ProbeId } from "./probe.ts";
import type { Recording } from "./recording.ts";

/** What could be learned: a value, that the server does not have it, or that we could not see it. */
export type Known<T> =
  | { readonly state: "known"; readonly value: T }
  /** The server does not offer it, or the rule asks nothing of it: a skip. */
  | { readonly state: "absent"; readonly reason: string }
  /** We could not see it: not evaluable. The reason is the cause; equal reasons are one cause. */
  | { readonly state: "unknown"; readonly reason: string };

export function known<T>(value: T): Known<T> {
  return { state: "known", value };
}

export function absent(reason: string): Known<never> {
  return { state: "absent", reason };
}

export function unknown(reason: string): Known<never> {
  return { state: "unknown", reason };
}

/** A pure reading of a recording. It never coerces and never drops what it does not like. */
export interface Fact<T> {
  readonly name: string;
  /** The probes that have to run before it can be read. */
  readonly probes: readonly ProbeId[];
  /** It reads the messages of all probes, whichever ran: it has its value when the run is over. */
  readonly wholeRun: boolean;
  of(recording: Recording): Known<T>;
}

/** A fact that is computed once per recording. */
export function fact<T>(
  name: string,
  probes: readonly (ProbeId | Fact<unknown>)[],
  read: (recording: Recording) => Known<T>,
  options: { readonly wholeRun?: boolean } = {},
): Fact<T> {
  const memo = new WeakMap<Recording, Known<T>>();
  const ids = probes.flatMap((one) => (typeof one === "string" ? [one] : one.probes));
  return {
    name,
    probes: [...new Set(ids)],
    wholeRun: options.wholeRun === true || probes.some((one) => typeof one !== "string" && one.wholeRun),
    of(recording) {
      const before = memo.get(recording);
      if (before !== undefined) return before;
      const value = read(recording);
      memo.set(recording, value);
      return value;
    },
  };
}

/**
 * Goes on with a known value; absent and unknown pass through. Not called `then`: a module that exports that name is
 * taken for a promise by `await import()`, which never settles (vitest loads every module so).
 */
export function andThen<T, U>(value: Known<T>, next: (value: T) => Known<U>): Known<U> {
  return value.state === "known" ? next(value.value) : value;
}
