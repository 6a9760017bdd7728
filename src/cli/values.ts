import { type Header, UserFault } from "../model/mod.ts";

/** Longest time that a timer takes: 2^31 - 1 ms, about 24 days. */
const LONGEST_MS = 2_147_483_647;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Reads `Name: value`. The value is never repeated in an error: it may be a secret.
 * @throws UserFault on a missing colon, a name or value that no HTTP header can have.
 */
export function parseHeader(where: string, text: string): Header {
  const colon = text.indexOf(":");
  if (colon < 0) {
    throw new UserFault(`${where}: no colon in the header. Expected "Name: value", as in ${where} "X-Api-Key: abc".`);
  }
  return checkHeader(where, text.slice(0, colon).trim(), text.slice(colon + 1).trim());
}

export function checkHeader(where: string, name: string, value: string): Header {
  if (name === "")
    throw new UserFault(`${where}: the header's name before the colon is empty. Expected "Name: value".`);
  if (!TOKEN.test(name)) {
    const names = "letters, digits and !#$%&'*+-.^_`|~";
    throw new UserFault(`${where}: ${JSON.stringify(name)} is no name of a header. Names have only ${names}.`);
  }
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) {
    const what = /[\r\n]/.test(value) ? "a line break" : "a control character";
    throw new UserFault(`${where}: the value of ${name} has ${what} in it. Remove it (a file's last newline, often).`);
  }
  if (/[^\u0000-\u00ff]/.test(value)) {
    throw new UserFault(`${where}: the value of ${name} has characters outside Latin-1, which no header can carry.`);
  }
  return [name, value];
}

/** Reads `Key: NAME` and takes the value from the environment. @throws UserFault if it is not set there. */
export function headerFromEnv(where: string, text: string, env: Readonly<Record<string, string | undefined>>): Header {
  const colon = text.indexOf(":");
  const name = colon < 0 ? "" : text.slice(colon + 1).trim();
  if (name === "") {
    throw new UserFault(`${where}: expected "Header: VARIABLE", as in ${where} "X-Api-Key: MY_KEY", got "${text}".`);
  }
  return checkHeader(where, text.slice(0, colon).trim(), fromEnv(where, name, env));
}

/** The value of an environment variable. @throws UserFault if it is unset or empty. */
export function fromEnv(where: string, name: string, env: Readonly<Record<string, string | undefined>>): string {
  const value = env[name];
  if (value === undefined || value === "") {
    const state = value === undefined ? "is not set" : "is empty";
    throw new UserFault(`${where}: the environment variable ${name} ${state}. Set it: export ${name}=...`);
  }
  return value.trim();
}

/** Reads `KEY=VALUE`. @throws UserFault on a missing `=` or a key that no variable can have. */
export function parsePair(where: string, text: string): readonly [key: string, value: string] {
  const equals = text.indexOf("=");
  if (equals <= 0) {
    const what = equals < 0 ? "no = in it" : "no name before the =";
    const as = where.startsWith("-") ? `${where} LOG_LEVEL=error` : "LOG_LEVEL=error";
    throw new UserFault(`${where}: ${what}. Expected KEY=VALUE, as in ${as}.`);
  }
  const key = text.slice(0, equals);
  if (/[\s\0]/.test(key)) {
    throw new UserFault(`${where}: "${key}" is no name of a variable: it has a blank in it. Expected KEY=VALUE.`);
  }
  const value = text.slice(equals + 1);
  if (value.includes("\0"))
    throw new UserFault(`${where}: the value of ${key} has a NUL in it, which no variable can.`);
  return [key, value];
}

/** Reads a file of `KEY=VALUE` lines: `#` comments, blank lines, `export` and quotes as dotenv has them. */
export function parseEnvFile(file: string, text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = raw
      .trim()
      .replace(/^export\s+/, "")
      .replace(/\s*=/, "=");
    if (line === "" || line.startsWith("#")) continue;
    const [key, value] = parsePair(`${file}:${index + 1}`, line);
    found[key.trimEnd()] = unquote(value.trim());
  }
  return found;
}

function unquote(value: string): string {
  const quote = value[0];
  if (quote === "'" || quote === '"') {
    const end = value.indexOf(quote, 1);
    const rest = value.slice(end + 1).trim();
    if (end > 0 && (rest === "" || rest.startsWith("#"))) {
      const inner = value.slice(1, end);
      return quote === '"' ? inner.replaceAll("\\n", "\n") : inner;
    }
  }
  return value.replace(/\s+#.*$/, "");
}

/** Reads a whole number within bounds. @throws UserFault. */
export function parseWhole(
  where: string,
  text: string,
  from: number,
  to: number,
  unit: "" | "milliseconds",
  example: string,
): number {
  const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) {
    throw new UserFault(
      `${where}: "${text}" is no whole number${unit === "" ? "" : ` of ${unit}`}. Expected for example ${where} ${example}.`,
    );
  }
  if (value < from || value > to) {
    throw new UserFault(
      `${where}: ${value} is out of range. Expected ${from} to ${to}${unit === "" ? "" : ` ${unit}`}.`,
    );
  }
  return value;
}

/** Reads a time in milliseconds, at least 1. @throws UserFault. */
export function parseMs(where: string, text: string): number {
  const seconds = /^(\d+(?:\.\d+)?)\s*s$/i.exec(text.trim());
  if (seconds !== null) {
    const ms = Math.round(Number(seconds[1]) * 1000);
    throw new UserFault(`${where}: "${text}" is no whole number of milliseconds. Write ${where} ${ms}.`);
  }
  return parseWhole(where, text, 1, LONGEST_MS, "milliseconds", "15000");
}

/** Splits lists at commas; repeats of the option add up; blanks and empty items are dropped. */
export function parseList(values: readonly string[]): readonly string[] {
  const items = values.flatMap((value) => value.split(",")).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ""))];
}

/** Why a file could not be read, as said after its name. */
export function whyUnread(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.startsWith("EISDIR") ? "is a folder. Expected a file." : `could not be read: ${text}`;
}
