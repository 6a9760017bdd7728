import { isUnparsable } from "../../support/bodies.ts";
import { errorOf, httpAnswer, httpText, mutant } from "../../support/mutate.ts";
import { isUnknown } from "../../support/unknown-method.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;

const STACK = [
  "Error: Method not found",
  "    at Server.handle (/srv/app/node_modules/mcp/dist/server.js:120:15)",
  "    at async file:///srv/app/src/index.ts:44:9",
  "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
].join("\n");

const TRACEBACK =
  'Traceback (most recent call last):\n  File "/app/server.py", line 81, in handle\n    raise McpError(method)\n' +
  '  File "/app/errors.py", line 7, in __init__\n    super().__init__(method)\nMcpError: unknown';

const PAGE =
  "<!DOCTYPE html><html><body><pre>SyntaxError: Unexpected token in JSON<br> &nbsp; &nbsp;at JSON.parse (&lt;anonymous&gt;)" +
  "<br> &nbsp; &nbsp;at parse (/srv/app/node_modules/body-parser/lib/types/json.js:92:19)</pre></body></html>";

const JAVA =
  "java.lang.IllegalStateException: no handler\n\tat com.acme.Mcp.dispatch(Mcp.java:88)\n\tat com.acme.Main.run(Main.java:12)";

export default [
  mutant(
    { name: "the stack in data.stack", ...both },
    errorOf(isUnknown, (error) => ({ ...error, data: { stack: STACK } })),
  ),
  mutant(
    { name: "the stack in data, line by line", ...both },
    errorOf(isUnknown, (error) => ({ ...error, data: STACK.split("\n") })),
  ),
  mutant(
    { name: "a traceback for a message", ...both },
    errorOf(isUnknown, (error) => ({ ...error, message: TRACEBACK })),
  ),
  mutant(
    { name: "a trace of Java", ...both },
    errorOf(isUnknown, (error) => ({ ...error, message: JAVA })),
  ),
  mutant(
    { name: "the page of a body parser", ...both, transports: ["http"] },
    httpAnswer((answer, request) =>
      isUnparsable(request) ? httpText(400, PAGE, [["Content-Type", "text/html; charset=utf-8"]]) : answer,
    ),
  ),
  mutant(
    { name: "a connection URL with its password", ...both },
    errorOf(isUnknown, (error) => ({
      ...error,
      message: "cannot reach postgres://mcp:hunter2-not@db.example.com/mcp",
    })),
  ),
];
