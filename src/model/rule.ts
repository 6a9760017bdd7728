import type { ExchangeId } from "./exchange.ts";
import type { Fact, Known } from "./fact.ts";
import type { Recording } from "./recording.ts";
import type { Revision, TransportKind } from "./revision.ts";

export type Category = "transport" | "lifecycle" | "tools" | "resources" | "prompts" | "errors" | "schema" | "security";

/** The categories in report order. */
export const CATEGORIES: readonly Category[] = [
  "transport",
  "lifecycle",
  "tools",
  "resources",
  "prompts",
  "errors",
  "schema",
  "security",
];

/** spec: a sentence of the specification. advice: nobody asks for it; it fails only on proof of harm. */
export type Basis = "spec" | "advice";
export type Level = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY" | "advice";

/** A page and heading under docs/specification/<revision>: `server/tools#listing-tools`. */
export type Clause = string;

/** Where in the evidence: an exchange, and a JSON pointer into the message if one is meant. */
export interface Place {
  readonly exchange: ExchangeId;
  readonly pointer?: string;
}

/** Something that is wrong. It always has a place in the evidence. */
export interface Finding {
  readonly kind: "finding";
  readonly message: string;
  readonly at: Place;
  readonly expected?: string;
  readonly actual?: string;
  /** Differs from the rule's where the rule book says so. */
  readonly basis?: Basis;
}

/** A remark on a pass or a fail. It never changes a verdict. */
export interface Note {
  readonly kind: "note";
  readonly message: string;
  readonly at?: Place;
}

export function finding(
  message: string,
  at: Place | ExchangeId,
  more: { readonly expected?: string; readonly actual?: string; readonly basis?: Basis } = {},
): Finding {
  return { kind: "finding", message, at: typeof at === "string" ? { exchange: at } : at, ...more };
}

export function note(message: string, at?: Place | ExchangeId): Note {
  if (at === undefined) return { kind: "note", message };
  return { kind: "note", message, at: typeof at === "string" ? { exchange: at } : at };
}

/** True or false, or the path of the capability whose declaration makes it required ("resources.subscribe"). */
export type Required = boolean | string;

/** One rule as it holds in one revision. `judge` has no word for pass or skip: those come from the facts. */
export interface RuleRevision {
  readonly required: Required;
  readonly basis: Basis;
  readonly level: Level;
  readonly clauses: readonly Clause[];
  readonly transports: readonly TransportKind[];
  /** The negotiated revisions in which it holds, both included; absent: no bound. */
  readonly since?: string;
  readonly until?: string;
  /** What the probe sends, and what passes, fails and skips: one sentence or two each, for the documentation. */
  readonly method: { readonly probe: string; readonly pass: string; readonly fail: string; readonly skip: string };
  readonly uses: readonly Fact<unknown>[];
  judge(recording: Recording): Known<readonly (Finding | Note)[]>;
  /** The same rule on what is seen by reading alone, where it rests on more: a run that may only read takes this one. */
  readonly reading?: RuleRevision;
}

export interface Rule {
  readonly id: string;
  readonly category: Category;
  readonly profile: "core" | "full";
  /** What is checked, as a short statement of the sound behaviour. */
  readonly title: string;
  /** Why it matters to somebody. */
  readonly why: string;
  /** What the author of a server does about it. */
  readonly fix: string;
  readonly revisions: { readonly [R in Revision]?: RuleRevision };
}

type Values<U extends { readonly [name: string]: Fact<unknown> }> = {
  readonly [K in keyof U]: U[K] extends Fact<infer T> ? T : never;
};

/** Makes a RuleRevision whose judge sees the values of its facts, and is called only when all are known. */
export function judged<U extends { readonly [name: string]: Fact<unknown> }>(
  about: Omit<RuleRevision, "uses" | "judge"> & {
    readonly uses: U;
    readonly judge: (facts: Values<U>) => readonly (Finding | Note)[];
  },
): RuleRevision {
  const { uses, judge, ...rest } = about;
  return {
    ...rest,
    uses: Object.values(uses),
    judge(recording) {
      const values: { [name: string]: unknown } = {};
      let missing: Known<never> | undefined;
      for (const [name, one] of Object.entries(uses)) {
        const value = one.of(recording);
        if (value.state === "known") values[name] = value.value;
        else if (missing === undefined || (missing.state === "absent" && value.state === "unknown")) missing = value;
      }
      if (missing !== undefined) return missing;
      return { state: "known", value: judge(values as Values<U>) };
    },
  };
}

/**
 * As `judged`, for evidence in several parts with a verdict each: what is wrong with one part stands though another could
 * not be seen; without such a finding one unknown part makes the whole unknown. Absent parts ask nothing.
 */
export function judgedInParts<T>(
  about: Omit<RuleRevision, "uses" | "judge"> & {
    readonly parts: Fact<readonly Known<T>[]>;
    readonly judge: (part: T) => readonly (Finding | Note)[];
  },
): RuleRevision {
  const { parts, judge, ...rest } = about;
  return {
    ...rest,
    uses: [parts],
    judge(recording) {
      const all = parts.of(recording);
      if (all.state !== "known") return all;
      const said = all.value.flatMap((part) => (part.state === "known" ? judge(part.value) : []));
      const missing = all.value.find((part) => part.state === "unknown");
      if (missing !== undefined && !said.some((one) => one.kind === "finding")) return missing as Known<never>;
      const seen = all.value.some((part) => part.state === "known");
      const none = all.value.find((part) => part.state === "absent");
      return seen || none === undefined ? { state: "known", value: said } : (none as Known<never>);
    },
  };
}
