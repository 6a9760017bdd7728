import { shown, typeName } from "../facts/evidence.ts";
import type { JsonObject } from "../model/json.ts";
import { type Finding, finding } from "../model/rule.ts";
import { inside, type Spot } from "./members.ts";

/** What is wrong with the caching hints of a complete result (2026-07-28). `what` begins the sentence. */
export function cachingFindings(what: string, result: JsonObject, at: Spot): readonly Finding[] {
  const { ttlMs, cacheScope } = result;
  const faults: Finding[] = [];
  if (ttlMs === undefined) faults.push(finding(`${what} has no ttlMs`, at, { expected: TTL }));
  else if (typeof ttlMs !== "number" || !Number.isInteger(ttlMs) || ttlMs < 0) {
    const is = typeof ttlMs === "number" ? shown(ttlMs) : typeName(ttlMs);
    faults.push(finding(`${what} has ${is} as ttlMs`, inside(at, "ttlMs"), { expected: TTL, actual: shown(ttlMs) }));
  }
  if (cacheScope === undefined) faults.push(finding(`${what} has no cacheScope`, at, { expected: SCOPE }));
  else if (cacheScope !== "public" && cacheScope !== "private") {
    const message = `${what} has ${shown(cacheScope)} as cacheScope`;
    faults.push(finding(message, inside(at, "cacheScope"), { expected: SCOPE, actual: shown(cacheScope) }));
  }
  return faults;
}

const TTL = "ttlMs, a whole number of milliseconds from 0 up";
const SCOPE = 'cacheScope, "public" or "private"';
