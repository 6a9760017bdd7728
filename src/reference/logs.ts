import type { Json } from "../model/json.ts";
import type { Context, Told } from "./answer.ts";

/** The levels of log messages, least severe first. */
export const LEVELS: readonly string[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** A log message, where the asker wants it: one notification or none. */
export function log(context: Context, level: string, data: Json): readonly Told[] {
  const least = context.logLevel === undefined ? LEVELS.length : LEVELS.indexOf(context.logLevel);
  if (LEVELS.indexOf(level) < least) return [];
  return [{ method: "notifications/message", params: { level, logger: "reference", data } }];
}

/** Progress, where the asker gave a token for it: one notification or none. */
export function progress(context: Context, done: number, total: number, message: string): readonly Told[] {
  const progressToken = context.meta["progressToken"];
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return [];
  return [{ method: "notifications/progress", params: { progressToken, progress: done, total, message } }];
}

/** True for what `_meta` may hold as a progress token. */
export function isToken(value: Json | undefined): boolean {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}
