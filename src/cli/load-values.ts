import { TOLERANCE, type Tolerance } from "../load/gates.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { LoadReport } from "../model/load.ts";
import { UserFault } from "../model/mod.ts";
import { parseMs, parseWhole } from "./values.ts";

/** Steps of one ramp, and users or requests per second of one step. */
const MOST_STEPS = 50;
const MOST_USERS = 10_000;
const MOST_PER_SECOND = 1_000_000;

/** Reads a length of time with its unit, or in milliseconds. @throws UserFault. */
export function parseSpan(where: string, text: string, fromMs: number, toMs: number): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m)$/i.exec(text.trim());
  const unit = { ms: 1, s: 1000, m: 60_000 }[(parts?.[2] ?? "").toLowerCase()];
  const ms = parts !== null && unit !== undefined ? Math.round(Number(parts[1]) * unit) : undefined;
  if (ms === undefined && text.trim() === "0" && fromMs === 0) return 0;
  if (ms === undefined && !/^\d+$/.test(text.trim())) {
    throw new UserFault(`${where}: "${text}" is no length of time. Expected for example ${where} 10s, 500ms or 2m.`);
  }
  const value = ms ?? parseMs(where, text);
  if (value < fromMs || value > toMs) {
    throw new UserFault(`${where}: ${text} is out of range. Expected ${fromMs} ms to ${toMs / 60_000} minutes.`);
  }
  return value;
}

/** Numbers of users, divided by commas. @throws UserFault. */
export function parseRamp(text: string): readonly number[] {
  const users = listOf("--ramp", text, "1,5,10").map((one) => parseWhole("--ramp", one, 1, MOST_USERS, "", "1,5,10"));
  return once("--ramp", users);
}

/** Requests per second, divided by commas. @throws UserFault. */
export function parseRates(text: string): readonly number[] {
  const rates = listOf("--rate", text, "100,200").map((one) =>
    parseNumber("--rate", one, 0.01, MOST_PER_SECOND, "100"),
  );
  return once("--rate", rates);
}

function listOf(where: string, text: string, example: string): readonly string[] {
  const items = text.split(",").map((one) => one.trim());
  if (items.some((one) => one === "")) {
    throw new UserFault(`${where}: "${text}" has an empty place in it. Expected for example ${where} ${example}.`);
  }
  if (items.length > MOST_STEPS) throw new UserFault(`${where}: ${items.length} steps; at most ${MOST_STEPS} are run.`);
  return items;
}

/** 5 and 05 are the same step. */
function once(where: string, values: readonly number[]): readonly number[] {
  if (new Set(values).size === values.length) return values;
  throw new UserFault(`${where}: a step is there twice. Give each once; --repeat runs all of them again.`);
}

/** @throws UserFault. */
export function parseNumber(where: string, text: string, from: number, to: number, example: string): number {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) {
    throw new UserFault(`${where}: "${text}" is no number. Expected for example ${where} ${example}.`);
  }
  if (value < from || value > to) {
    throw new UserFault(`${where}: ${text} is out of range. Expected ${from} to ${to}.`);
  }
  return value;
}

/** A percentage, with or without its sign, as a share. @throws UserFault. */
export function parsePercent(where: string, text: string): number {
  return parseNumber(where, text.trim().replace(/\s*%$/, ""), 0, 100, "1") / 100;
}

/** Changes of TOLERANCE: `throughput=10,p95=15,p99=20,errors=0.5`. @throws UserFault. */
export function parseTolerance(text: string | undefined): Tolerance {
  let tolerance = TOLERANCE;
  for (const item of (text ?? "").split(",").map((one) => one.trim())) {
    if (item === "") continue;
    const [name = "", value = ""] = item.split("=");
    if (!Object.hasOwn(TOLERANCE, name)) {
      throw new UserFault(
        `--tolerance: "${item}" is none. Expected ${Object.keys(TOLERANCE).join(", ")}, as in --tolerance p95=15,errors=1.`,
      );
    }
    const most = name === "throughput" || name === "errors" ? 100 : 100_000;
    tolerance = { ...tolerance, [name]: parseNumber("--tolerance", value.replace(/%$/, ""), 0, most, "p95=15") / 100 };
  }
  return tolerance;
}

/** A JSON object on the command line. @throws UserFault. */
export function parseParams(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserFault(
      `--params is not JSON (${error instanceof Error ? error.message : "?"}). Expected '{"name":"value"}'.`,
    );
  }
  if (!isObject(value)) throw new UserFault(`--params is no JSON object. Expected '{"name":"value"}'.`);
  return value;
}

/** The report of an earlier run. @throws UserFault where the file holds none. */
export function parseLoadReport(file: string, text: string): LoadReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserFault(`--baseline: ${file} is not JSON (${error instanceof Error ? error.message : "?"}).`);
  }
  const sound =
    isObject(value) &&
    value["schemaVersion"] === "1" &&
    (value["kind"] === "load" || value["kind"] === "benchmark") &&
    Array.isArray(value["steps"]) &&
    value["steps"].every(isStep);
  if (!sound) {
    throw new UserFault(
      `--baseline: ${file} is no report of a load. Write one: mcp-compliance load <url> --format json > ${file}`,
    );
  }
  if (isObject(value) && value["cancelled"] === true) {
    throw new UserFault(
      `--baseline: ${file} is of a run that was cut short. Let one run to its end, and compare with that.`,
    );
  }
  return value as unknown as LoadReport;
}

function isStep(step: unknown): boolean {
  if (!isObject(step) || !isObject(step["shape"]) || typeof step["errorShare"] !== "number") return false;
  const { kind, users, perSecond } = step["shape"];
  const shaped = kind === "closed" ? typeof users === "number" : kind === "open" && typeof perSecond === "number";
  const spread = (one: unknown) => isObject(one) && typeof one["median"] === "number";
  const optional = (one: unknown) => one === undefined || spread(one);
  return shaped && spread(step["perSecond"]) && optional(step["p95"]) && optional(step["p99"]);
}
