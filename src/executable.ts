import { TOOL_VERSION } from "./version.ts";

/** The entry of the executables. Nothing is loaded for what needs nothing. */
if (process.argv.length === 3 && process.argv[2] === "--version") console.log(TOOL_VERSION);
else await import("./main.ts");
