import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** Compares with a file under golden/. `UPDATE_GOLDEN=1` writes it anew; look at the difference before you commit. */
export function expectGolden(name: string, text: string): void {
  const file = fileURLToPath(new URL(`./golden/${name}`, import.meta.url));
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}

/** What must never stand in any output, wherever a server has a say: it acts on a terminal, or hides. */
export const ACTIVE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]|\p{Surrogate}/u;

/** What a runner of builds would take for a command, in a log that any format may be printed into. */
export const COMMANDS = /##[a-z]*\[|^\s*::/im;
