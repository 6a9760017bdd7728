import type { JsonObject } from "../model/json.ts";
import type { Answer, Context, Era } from "./answer.ts";

/** What the server has to offer: the subject of its lists, apart from how they are served. */
export interface Offer {
  /** serverInfo. */
  readonly info: JsonObject;
  readonly instructions: string;
  readonly capabilities: { readonly legacy: JsonObject; readonly modern: JsonObject };
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly Template[];
  readonly prompts: readonly Prompt[];
  /** ttlMs and cacheScope of everything that has to carry them (modern). */
  readonly caching: { readonly ttlMs: number; readonly cacheScope: "public" | "private" };
}

/** `definition` is what the list shows, as it goes over the wire. `eras`: where it is offered; absent: in both. */
interface Offered {
  readonly definition: JsonObject;
  readonly eras?: readonly Era[];
}

export interface Tool extends Offered {
  /** Answers with a CallToolResult. The arguments fit the inputSchema, unless `unchecked`. */
  readonly call: (args: JsonObject, context: Context) => Answer;
  /** Takes its arguments as they come. */
  readonly unchecked?: boolean;
}

export interface Resource extends Offered {
  /** Answers with a ReadResourceResult, without caching hints. */
  readonly read: (context: Context, params: JsonObject) => Answer;
}

export interface Template extends Offered {
  /** `values`: what the variables of the URI stand for, percent-decoded. Undefined: there is no such resource. */
  readonly read: (values: Readonly<Record<string, string>>, uri: string, context: Context) => Answer | undefined;
  /** All values of a variable, for completion. */
  readonly complete?: { readonly [variable: string]: readonly string[] };
}

export interface Prompt extends Offered {
  /** Answers with a GetPromptResult. Required arguments are there. */
  readonly get: (args: Readonly<Record<string, string>>, context: Context, params: JsonObject) => Answer;
  readonly complete?: { readonly [argument: string]: readonly string[] };
}

/** Those that are offered in an era. */
export function offeredIn<T extends Offered>(all: readonly T[], era: Era): readonly T[] {
  return all.filter((one) => one.eras === undefined || one.eras.includes(era));
}
