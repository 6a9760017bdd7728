import { errorOf, resultOf, said, tool, trap, withTools } from "../../support/mutate.ts";
import { isUnknown } from "../../support/unknown-method.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;

const LOG = "Error: boom\n    at f (/srv/app/a.js:1:2)\n    at g (/srv/app/b.js:3:4)";

export default [
  trap(
    { name: "a path of the server in the message", ...both },
    errorOf(isUnknown, (error) => ({ ...error, message: "cannot read /home/app/data/notes.txt" })),
  ),
  trap(
    { name: "the path of a validator", ...both },
    errorOf(isUnknown, (error) => ({
      ...error,
      data: [{ code: "invalid_type", path: ["params", "arguments", "at", 0], message: "Required" }],
    })),
  ),
  trap(
    { name: "line 3 column 5", ...both },
    errorOf(isUnknown, (error) => ({ ...error, message: "syntax error at line 3 column 5\nnear 'from'" })),
  ),
  trap(
    { name: "a single frame", ...both },
    errorOf(isUnknown, (error) => ({ ...error, data: "thrown at handle (/srv/app/server.js:120:15)" })),
  ),
  trap(
    { name: "a URL whose password is masked", ...both },
    errorOf(isUnknown, (error) => ({ ...error, message: "cannot reach postgres://mcp:***@db.example.com/mcp" })),
  ),
  trap(
    { name: "a tool that shows a log with a trace", ...both },
    withTools([tool("read_log", {}, () => said(LOG))]),
    resultOf("resources/read", (result) => result),
  ),
];
