import type { JsonObject } from "../model/json.ts";
import { boundedPattern } from "../protocol/schemas/pattern.ts";
import { sampleOf } from "./pattern-sample.ts";

const FORMATS: { readonly [format: string]: string } = {
  date: "2026-01-01",
  time: "00:00:00Z",
  "date-time": "2026-01-01T00:00:00Z",
  duration: "PT1S",
  email: "probe@example.com",
  "idn-email": "probe@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  iri: "https://example.com/",
  "uri-reference": "probe",
  "uri-template": "https://example.com/{id}",
  uuid: "00000000-0000-4000-8000-000000000000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
  "json-pointer": "/probe",
  regex: "probe",
  byte: "cHJvYmU=",
};

/** What a text without limits is. */
const WORD = "probe";
/** Longest text that is made to fill a minLength. */
const LONGEST = 10_000;

/**
 * The smallest usual text under format, pattern, minLength and maxLength; `default` where it keeps them. Undefined where
 * none was found.
 */
export function textFor(schema: JsonObject): string | undefined {
  const least = limit(schema["minLength"], 0);
  const most = limit(schema["maxLength"], Number.POSITIVE_INFINITY);
  if (least > most || least > LONGEST) return undefined;
  const pattern = typeof schema["pattern"] === "string" ? schema["pattern"] : undefined;
  const keeps = (one: string): boolean => {
    const length = [...one].length;
    if (length < least || length > most) return false;
    return pattern === undefined || boundedPattern(pattern)?.test(one) === true;
  };
  const given = schema["default"];
  const format = typeof schema["format"] === "string" ? FORMATS[schema["format"]] : undefined;
  const encoded = schema["contentEncoding"] === "base64" ? ["cHJvYmU="] : [];
  const usual = [
    ...(typeof given === "string" ? [given] : []),
    ...(format === undefined ? [] : [format]),
    ...encoded,
    least > WORD.length ? WORD.padEnd(least, "x") : WORD.slice(0, Math.min(most, WORD.length)),
  ];
  const found = usual.find(keeps);
  if (found !== undefined || pattern === undefined) return found;
  for (const repeats of [0, 1, 2, Math.max(3, least)]) {
    const sample = sampleOf(pattern, repeats);
    if (sample !== undefined && keeps(sample)) return sample;
  }
  return undefined;
}

function limit(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** 1, or the nearest number that keeps the bounds and multipleOf; `default` where it does. Undefined where none does. */
export function numberFor(schema: JsonObject): number | undefined {
  const step = typeof schema["multipleOf"] === "number" && schema["multipleOf"] > 0 ? schema["multipleOf"] : undefined;
  const whole = schema["type"] === "integer";
  // Up to draft-04 the exclusive keywords are true or false and say how minimum and maximum are meant.
  const open = (keyword: string): boolean => schema[keyword] === true;
  const low = limit(schema["minimum"], Number.NEGATIVE_INFINITY);
  const high = limit(schema["maximum"], Number.POSITIVE_INFINITY);
  const above = limit(schema["exclusiveMinimum"], open("exclusiveMinimum") ? low : Number.NEGATIVE_INFINITY);
  const below = limit(schema["exclusiveMaximum"], open("exclusiveMaximum") ? high : Number.POSITIVE_INFINITY);
  const keeps = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= low &&
    value <= high &&
    value > above &&
    value < below &&
    (!whole || Number.isInteger(value)) &&
    (step === undefined || isMultiple(value, step));
  const floor = Math.max(low, above);
  const ceiling = Math.min(high, below);
  const unit = step ?? 1;
  const between = Number.isFinite(floor) && Number.isFinite(ceiling) ? [(floor + ceiling) / 2] : [];
  const given = schema["default"];
  const candidates = [
    ...(typeof given === "number" ? [given] : []),
    1,
    unit,
    0,
    floor,
    ceiling,
    Math.floor(floor) + 1,
    Math.ceil(ceiling) - 1,
    Math.ceil(floor / unit) * unit,
    (Math.floor(floor / unit) + 1) * unit,
    Math.floor(ceiling / unit) * unit,
    (Math.ceil(ceiling / unit) - 1) * unit,
    ...between,
  ];
  const found = candidates.find(keeps);
  return found === undefined ? undefined : found + 0;
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-6;
}
