import { REVISIONS } from "../model/mod.ts";
import type { Options } from "./argv.ts";
import { COMMON } from "./options.ts";

export const SERVE_OPTIONS = {
  "spec-version": {
    type: "enum",
    options: ["dual", ...REVISIONS],
    description: "What is spoken: both eras, or one revision's (default dual)",
    group: "Target",
  },
  transport: { type: "enum", options: ["http", "stdio"], description: "Over what (default http)", group: "Target" },
  port: { type: "string", valueHint: "n", description: "Port; 0 takes any free one (default 3000)", group: "Target" },
  host: {
    type: "string",
    valueHint: "address",
    description: "Address to listen on (default 127.0.0.1); another than loopback needs --allow-host",
    group: "Target",
  },
  "allow-host": {
    type: "string",
    many: true,
    valueHint: "name[:port]",
    description: "A name that may stand in Host, compared whole; may be repeated",
    group: "Target",
  },
  "allow-origin": {
    type: "string",
    many: true,
    valueHint: "origin",
    description: "An origin of web pages that may call, compared whole; may be repeated",
    group: "Target",
  },
  tools: {
    type: "string",
    valueHint: "n|names",
    description: "So many tools, or those of these names divided by commas (default: all that it has)",
    group: "Target",
  },
  "page-size": {
    type: "string",
    valueHint: "n",
    description: "Items on a page of a list (default 3)",
    group: "Target",
  },
  fixtures: {
    type: "enum",
    options: ["reference", "official"],
    description: "official: tools, prompts and resources by the names that the official suite asks for",
    group: "Target",
  },
  latency: {
    type: "string",
    valueHint: "ms",
    description: "Wait so long before each answer (default 0)",
    group: "Time",
  },
  log: {
    type: "boolean",
    description: "Each message as it comes, with what the specification says against it",
    group: "Report",
  },
  report: {
    type: "string",
    many: true,
    valueHint: "format=file",
    description: "At the end, write what clients did wrong: json, text or markdown; may be repeated",
    group: "Report",
  },
  strict: { type: "boolean", description: "Exit 1 at the end if a client broke a MUST", group: "Gates" },
  ...COMMON,
} as const satisfies Options;
