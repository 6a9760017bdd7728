import * as of20251125 from "../../../compiled/schemas/2025-11-25.js";
import * as of20260728 from "../../../compiled/schemas/2026-07-28.js";
import type { Revision } from "../../model/mod.ts";
import type { Check, SchemaFault } from "./explain.ts";
import { explain } from "./explain.ts";

export type { SchemaFault } from "./explain.ts";
export { notificationDefinitionOf, requestDefinitionOf, resultDefinitionOf } from "./methods.ts";

const CHECKS: { readonly [R in Revision]: { readonly [definition: string]: Check } } = {
  "2025-11-25": of20251125,
  "2026-07-28": of20260728,
};

/**
 * What is wrong with a value under a definition of the revision's schema; nothing where it fits, about fifty faults at
 * most. `negotiated` is the older revision that a server settled on: what it does not know yet is not judged, and
 * content types that it does not know are refused. Revisions before 2024-11-05 are judged as it.
 *
 * Throws for a name that is no definition: those come from the code, not from a server.
 */
export function validate(
  revision: Revision,
  definition: string,
  value: unknown,
  negotiated: string = revision,
): readonly SchemaFault[] {
  const checks = CHECKS[revision];
  const check = Object.hasOwn(checks, definition) ? checks[definition] : undefined;
  if (check === undefined) throw new Error(`the schema of ${revision} has no definition ${definition}`);
  if (check.call({ negotiated }, value)) return [];
  // The Answer definitions are the project's own: people know a Result.
  return explain(check.errors ?? [], value, definition.replace(/Answer$/, "Result"));
}

/** True where the revision's schema has a definition of this name. */
export function hasDefinition(revision: Revision, definition: string): boolean {
  return Object.hasOwn(CHECKS[revision], definition);
}
