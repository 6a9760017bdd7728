import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Revision, TransportKind } from "../../src/model/mod.ts";
import { RULES } from "../../src/rules/mod.ts";
import { ROOT } from "../files.ts";
import type { Generated } from "../generate-registry.ts";
import { anchorOf, code, fenced, GENERATED, prose, table } from "./markdown.ts";

/** A failure that servers often have, and its repair: two servers that a test starts and grades. */
export interface Repair {
  /** Below docs/snippets; holds before.mjs and after.mjs. */
  readonly folder: string;
  readonly title: string;
  readonly sdk: "1.x" | "2.x";
  /** The check that fails before and passes after. */
  readonly check: string;
  readonly revision: Revision;
  readonly transport: TransportKind;
  readonly text: readonly string[];
}

const SDKS: { readonly [S in Repair["sdk"]]: string } = {
  "1.x": "TypeScript SDK 1.x (`@modelcontextprotocol/sdk`)",
  "2.x": "TypeScript SDK 2.x (`@modelcontextprotocol/server`)",
};

export const REPAIRS: readonly Repair[] = [
  {
    folder: "origin-sdk1",
    title: "Any web page may speak to the server",
    sdk: "1.x",
    check: "security-origin-validation",
    revision: "2025-11-25",
    transport: "http",
    text: [
      "A browser tells where a request comes from in `Origin`. A local server that does not look at it can be driven by every page",
      "that its user opens (DNS rebinding). A few lines before all routes refuse them.",
    ],
  },
  {
    folder: "origin-sdk2",
    title: "Any web page may speak to the server",
    sdk: "2.x",
    check: "security-origin-validation",
    revision: "2026-07-28",
    transport: "http",
    text: [
      "The guards are in `@modelcontextprotocol/node`, and you have to call them. For a public host use `hostHeaderValidation` and",
      "`originValidation` with the names that you serve.",
    ],
  },
  {
    folder: "stdout-sdk1",
    title: "Something else than messages is on stdout",
    sdk: "1.x",
    check: "stdio-framing",
    revision: "2025-11-25",
    transport: "stdio",
    text: [
      "Over stdio, stdout belongs to the protocol: one JSON message a line. A single `console.log`, your own or a library's, breaks",
      "clients. Log to stderr.",
    ],
  },
  {
    folder: "stdout-sdk2",
    title: "Something else than messages is on stdout",
    sdk: "2.x",
    check: "stdio-framing",
    revision: "2026-07-28",
    transport: "stdio",
    text: ["The same holds in every revision and every SDK."],
  },
  {
    folder: "express-errors-sdk1",
    title: "Errors show a stack trace",
    sdk: "1.x",
    check: "security-error-no-stacktrace",
    revision: "2025-11-25",
    transport: "http",
    text: [
      "`express.json()` refuses a body that is no JSON before the SDK sees it, and Express answers with an HTML page that has the stack",
      "trace in it, unless `NODE_ENV` is `production`. An error handler at the end gives a JSON-RPC error instead, and with it the code",
      "that `error-parse-code` looks for.",
    ],
  },
  {
    folder: "get-405-sdk1",
    title: "GET is answered with 404",
    sdk: "1.x",
    check: "transport-get",
    revision: "2025-11-25",
    transport: "http",
    text: [
      "A client opens the GET stream to hear from the server. 405 tells it that there is none; a 404 tells it that the address is wrong.",
      "A route for POST alone gives 404 for everything else.",
    ],
  },
  {
    folder: "unknown-tool-sdk1",
    title: "A call of an unknown tool looks like a success",
    sdk: "1.x",
    check: "tools-call-unknown",
    revision: "2025-11-25",
    transport: "stdio",
    text: [
      "`McpServer` does this for you. With the low-level `Server` the default branch is yours: a result tells the model that the tool",
      "ran. Throw instead.",
    ],
  },
  {
    folder: "cursor-sdk1",
    title: "A made-up cursor gets a page",
    sdk: "1.x",
    check: "error-invalid-cursor",
    revision: "2025-11-25",
    transport: "stdio",
    text: [
      "A client with an outdated cursor has to learn that it is one; the first page again makes it show everything twice, or ask for ever.",
    ],
  },
  {
    folder: "not-found-sdk2",
    title: "A resource that does not exist is read as an empty one",
    sdk: "2.x",
    check: "resources-not-found",
    revision: "2026-07-28",
    transport: "stdio",
    text: [
      "`McpServer` does this for you. In a handler of your own, throw -32602: empty contents say that there is a resource.",
    ],
  },
  {
    folder: "shell-sdk2",
    title: "An argument is run as a command",
    sdk: "2.x",
    check: "security-command-injection",
    revision: "2026-07-28",
    transport: "stdio",
    text: [
      "Arguments come from a model that reads other people's texts. A string that is put together and given to a shell runs whatever",
      "stands in it. Give the program and its arguments apart.",
    ],
  },
];

/** What of a snippet is shown: the lines between `// show` and `// end`. */
export function shown(folder: string, which: "before" | "after"): string {
  const path = `docs/snippets/${folder}/${which}.mjs`;
  const lines = readFileSync(join(ROOT, path), "utf8").split("\n");
  const from = lines.findIndex((line) => line.trim() === "// show");
  const to = lines.findIndex((line) => line.trim() === "// end");
  if (from < 0 || to < from) throw new Error(`${path} has no lines between // show and // end`);
  const part = lines.slice(from + 1, to);
  const indent = Math.min(...part.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return part
    .map((line) => line.slice(indent))
    .join("\n")
    .trim();
}

export function fixingPage(): Generated {
  const lines = [
    "# Mending common failures",
    "",
    GENERATED,
    "",
    "Each of these servers is started and graded by the project's tests: before, the check that is named fails; after, it passes.",
    "The whole files are under [snippets/](snippets). For every other check, `mcp-compliance explain <id>` says how to mend it.",
    "",
    ...table(
      ["Failing check", "What is wrong", "SDK"],
      REPAIRS.map((one) => [code(one.check), `[${one.title}](#${anchorOf(headingOf(one))})`, one.sdk]),
    ),
    ...REPAIRS.flatMap(section),
    "",
    "## Something that is not here",
    "",
    "```sh",
    "mcp-compliance explain tools-call                    # what it asks, how it judges, how to mend it",
    "mcp-compliance test node server.js --only tools-call --verbose",
    "mcp-compliance test --watch -- node server.js        # again at each change of a file",
    "```",
  ];
  return { path: "docs/fixing.md", text: `${lines.join("\n")}\n` };
}

function headingOf({ title, sdk }: Repair): string {
  return `${title} (SDK ${sdk})`;
}

function section(one: Repair): readonly string[] {
  const rule = RULES.find(({ id }) => id === one.check);
  if (rule === undefined) throw new Error(`${one.folder}: there is no check ${one.check}`);
  const link = `[${code(one.check)}](rules/${one.revision}.md#${anchorOf(one.check)})`;
  return [
    "",
    `## ${headingOf(one)}`,
    "",
    `${link} fails: "${prose(rule.title)}". ${SDKS[one.sdk]}, MCP ${one.revision}, ${one.transport === "http" ? "HTTP" : one.transport}.`,
    "",
    ...one.text,
    "",
    "Before:",
    "",
    ...fenced("js", shown(one.folder, "before")),
    "",
    "After:",
    "",
    ...fenced("js", shown(one.folder, "after")),
  ];
}
