#!/usr/bin/env node
import { writeSync } from "node:fs";
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { TOOL_VERSION } from "../version.ts";
import { ASKED, realOutside } from "./outside.ts";
import { pick } from "./pick.ts";

/** The command of the npm package. It picks the runtime; where that is the one that runs it, nothing more is started. */
const args = process.argv.slice(2);
if (process.env[ASKED] !== undefined) {
  // A launcher took us for a runtime. With a name before it, our version is none of a runtime.
  write(1, `mcp-compliance ${TOOL_VERSION}\n`);
  process.exit(0);
}
const choice = pick(realOutside());
if (choice.kind === "refused") {
  say(choice.message);
  process.exit(choice.code);
}
for (const note of choice.notes) say(note);
if (choice.kind === "start") {
  const { become } = await import("./start.ts");
  const main = fileURLToPath(new URL("main.js", import.meta.url));
  const why = `${choice.path} was not started (${await become(choice.path, choice.row.words(main, args))})`;
  if (choice.spare === undefined) {
    say(`${why}.`);
    process.exit(1);
  }
  say(`${why}; using ${choice.spare} instead.`);
}
if (args.length !== 1 || args[0] !== "--version" || !write(1, `${TOOL_VERSION}\n`)) {
  // Node 22.8 and later keep the compiled code of what is loaded from here on.
  (module as { enableCompileCache?(): unknown }).enableCompileCache?.();
  await import("../main.ts");
}

/** On stderr at once: the process may end on the next line. */
function say(message: string): void {
  write(2, `mcp-compliance: ${message}\n`);
}

/** False where nobody reads it, or there is no room for it: what to do then is the tool's to know. */
function write(fd: number, text: string): boolean {
  try {
    writeSync(fd, text);
    return true;
  } catch {
    return false;
  }
}
