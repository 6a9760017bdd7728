import type { Fact, Known } from "../model/fact.ts";
import type { TransportKind } from "../model/revision.ts";
import {
  type Clause,
  type Finding,
  judged,
  judgedInParts,
  type Level,
  type Note,
  type RuleRevision,
} from "../model/rule.ts";
import type { Header } from "../model/target.ts";
import { headerValue } from "../protocol/headers.ts";

const BOTH: readonly TransportKind[] = ["http", "stdio"];

interface About<U extends { readonly [name: string]: Fact<unknown> }> {
  readonly level: Level;
  readonly clauses: readonly Clause[];
  readonly transports?: readonly TransportKind[];
  readonly since?: string;
  readonly until?: string;
  /** What is wrong, and when nothing is judged: a sentence each. */
  readonly fail: string;
  readonly skip: string;
  readonly uses: U;
  readonly judge: (
    facts: { readonly [K in keyof U]: U[K] extends Fact<infer T> ? T : never },
  ) => readonly (Finding | Note)[];
}

/** One revision of a rule about clients: nothing is sent, what the client said is read. MUSTs are required. */
export function heard<U extends { readonly [name: string]: Fact<unknown> }>(about: About<U>): RuleRevision {
  return judged(ofClients(about));
}

/** The same for evidence in parts, some of which may not be seen. */
export function heardInParts<T>(
  about: Omit<About<Record<never, never>>, "uses" | "judge"> & {
    readonly parts: Fact<readonly Known<T>[]>;
    readonly judge: (part: T) => readonly (Finding | Note)[];
  },
): RuleRevision {
  return judgedInParts(ofClients(about));
}

function ofClients<A extends Pick<About<Record<never, never>>, "level" | "fail" | "skip" | "transports">>(about: A) {
  const { fail, skip, transports = BOTH, ...rest } = about;
  return {
    required: about.level.startsWith("MUST"),
    basis: "spec" as const,
    transports,
    method: {
      probe: "Nothing is sent: what the client said is read.",
      pass: "The client came to it, and did nothing of what fails.",
      fail,
      skip,
    },
    ...rest,
  };
}

/** Short text of a JSON value for a message. */
export function shown(value: unknown, length = 80): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A browser or a health check is no client of the protocol. */
export function saysMcp(headers: readonly Header[]): boolean {
  return ["Mcp-Session-Id", "MCP-Protocol-Version"].some((name) => headerValue(headers, name) !== undefined);
}
