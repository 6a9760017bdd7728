import type { JsonObject } from "../model/json.ts";
import type { LoadShape } from "../model/load.ts";
import type { Revision } from "../model/revision.ts";
import type { Header } from "../model/target.ts";
import type { Extent } from "./arrivals.ts";
import type { Demands } from "./gates.ts";

/** A workload for another engine. No value of a header of the user's is in it: those come from the environment. */
export interface Script {
  readonly toolVersion: string;
  readonly url: string;
  readonly revision: Revision;
  readonly clientInfo: JsonObject;
  readonly method: string;
  readonly params: JsonObject;
  /** What the revision puts into every request. */
  readonly headers: readonly Header[];
  /** The user's, by the environment variable that holds the value. */
  readonly secrets: readonly (readonly [header: string, variable: string])[];
  readonly shapes: readonly LoadShape[];
  readonly extent: Extent;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly demands: Demands;
  /** Certificates are not looked at, or are those of an authority of the user's own. */
  readonly trust?: "anybody" | "own-authority";
}

/** The variable that holds the URL where that has a query: a token may be in it. */
export const URL_VARIABLE = "MCP_URL";

export function variableFor(header: string): string {
  return `MCP_HEADER_${header.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
}

/** JSON that may stand in a script: nothing in it ends a line or a comment. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

/** The lines that every script begins with. */
export function preamble(script: Script, how: string, variables: readonly string[]): string {
  const needs =
    variables.length === 0 ? "" : `\n// It reads ${variables.join(", ")} from the environment; no secret stands here.`;
  return `// The workload of mcp-compliance ${script.toolVersion} load: ${commented(script.method)} on ${script.revision}.
// ${how}${needs}
// Load only servers that you run, or that you have permission for.
// Not in it: warm-up, repeated runs, verdicts and the generator's own limit. Gates hold for the whole run, not each step.
`;
}

function commented(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

/** `env`: how the engine reads a variable, as an expression of \`name\`. */
export function constants(script: Script, env: string): string {
  const query = new URL(script.url).search !== "";
  const url = query ? `variable(${literal(URL_VARIABLE)})` : literal(script.url);
  const secrets = script.secrets.map(([header, variable]) => `  ${literal(header)}: variable(${literal(variable)}),\n`);
  const headers = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ...script.headers,
  ]
    .map(([name, value]) => `  ${literal(name)}: ${literal(value)},\n`)
    .join("");
  return `function variable(name) {
  const value = ${env};
  if (!value) throw new Error("Set the environment variable " + name);
  return value;
}

const SERVER = ${url};
const METHOD = ${literal(script.method)};
/** Results say what they are; one that is not complete is not the answer yet. */
const TYPED = ${script.revision === "2026-07-28"};
const PARAMS = ${literal(script.params)};
const HEADERS = {
${headers}${secrets.join("")}};
`;
}

/** The names that the environment has to have. */
export function variablesOf(script: Script): readonly string[] {
  const query = new URL(script.url).search !== "";
  return [...(query ? [URL_VARIABLE] : []), ...script.secrets.map(([, variable]) => variable)];
}

/**
 * What counts as a success, word for word for both engines: status 2xx, and the result for the id of the request. The
 * names of what went wrong are those of the reports.
 */
export const JUDGE = `/** Undefined for a success, else what was wrong. */
function judge(status, type, body, id) {
  if (status === 0) return "connect";
  if (status < 200 || status >= 300) return "http_" + status;
  const stream = /^text\\/event-stream\\b/i.test(type);
  for (const text of stream ? events(body) : [body]) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return text.trim() === "" ? "no_response" : "not_jsonrpc";
    }
    if (message === null || typeof message !== "object" || Array.isArray(message)) return "not_jsonrpc";
    if ("method" in message) continue;
    if (message.jsonrpc !== "2.0") return "not_jsonrpc";
    if (message.id !== id && (message.id ?? null) !== null) return "wrong_id";
    if (message.error !== undefined) return "rpc_" + (Number.isInteger(message.error?.code) ? message.error.code : "error");
    if (message.id !== id) return "wrong_id";
    if (message.result === null || typeof message.result !== "object" || Array.isArray(message.result)) return "not_jsonrpc";
    if (message.result.isError === true) return "tool_error";
    if (TYPED && (message.result.resultType ?? "complete") !== "complete") return "incomplete";
    return stream || /^application\\/json\\s*(;|$)/i.test(type) ? undefined : "wrong_type";
  }
  return "no_response";
}

/** The data of each event of a stream. */
function events(body) {
  return body
    .split(/\\r\\n\\r\\n|\\n\\n|\\r\\r/)
    .map((event) =>
      event
        .split(/\\r\\n|\\n|\\r/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(line[5] === " " ? 6 : 5))
        .join("\\n"),
    )
    .filter((data) => data !== "");
}
`;

/** The params of \`initialize\`. */
export function initializeText(script: Script): string {
  return literal({ protocolVersion: script.revision, capabilities: {}, clientInfo: script.clientInfo });
}
