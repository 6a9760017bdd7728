import { UserFault } from "../model/fault.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Talk } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import { bodyBytes, replyOf } from "../protocol/answer.ts";

/** What the user asked for. */
export interface Wanted {
  /** Undefined: the lightest list that the server has. */
  readonly method: string | undefined;
  readonly params: JsonObject | undefined;
  /** With `tools/call`. */
  readonly tool: string | undefined;
}

/** What each request asks. */
export interface Workload {
  readonly method: string;
  readonly params: JsonObject;
  /** Of the tool that is called: on 2026-07-28 it says which arguments go into headers. */
  readonly inputSchema?: Json;
}

/** Methods that read and do nothing else. `tools/call` may do anything, and is let through by the user's word alone. */
const READING: { readonly [R in Revision]: readonly string[] } = {
  "2025-11-25": [
    "ping",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
  ],
  "2026-07-28": [
    "server/discover",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
  ],
};

/** Every method that any revision lets a load send, for the command line. */
export const LOAD_METHODS: readonly string[] = [
  ...new Set([...READING["2025-11-25"], ...READING["2026-07-28"], "tools/call"]),
];

/** @throws UserFault where the revision has no such method, or it does more than read. */
export function checkMethod(method: string, revision: Revision): void {
  if (method === "tools/call" || READING[revision].includes(method)) return;
  throw new UserFault(
    `--method ${method}: not a method that a load may send on ${revision}. ` +
      `Expected one of ${READING[revision].join(", ")}, or tools/call with --tool.`,
  );
}

/** Lists by the capability that announces them. */
const LISTS = [
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["resources", "resources/list"],
] as const;

/** Finds out what to send: asks each list that the server has once, and takes the one with the smallest answer. */
export async function chooseWorkload(
  wanted: Wanted,
  capabilities: Json | undefined,
  revision: Revision,
  talk: Talk,
): Promise<Workload> {
  const { method, params = {}, tool } = wanted;
  if (method === "tools/call") return await callOf(tool ?? "", params, talk);
  if (method !== undefined) return { method, params };
  const sized: { readonly method: string; readonly bytes: number }[] = [];
  for (const [capability, list] of LISTS) {
    if (!isObject(capabilities) || capabilities[capability] === undefined) continue;
    const exchange = await talk.ask(list, list);
    if (replyOf(exchange).kind === "result") sized.push({ method: list, bytes: bodyBytes(exchange) });
  }
  const lightest = sized.toSorted((a, b) => a.bytes - b.bytes)[0]?.method;
  return { method: lightest ?? (revision === "2025-11-25" ? "ping" : "server/discover"), params: {} };
}

const MOST_PAGES = 50;

async function callOf(name: string, args: JsonObject, talk: Talk): Promise<Workload> {
  const params = { name, arguments: args };
  const names: string[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reply = replyOf(await talk.ask("tools", "tools/list", typeof cursor === "string" ? { cursor } : {}));
    if (reply.kind !== "result" || !isObject(reply.result)) break;
    const tools = reply.result["tools"];
    for (const tool of Array.isArray(tools) ? (tools as readonly Json[]) : []) {
      if (!isObject(tool)) continue;
      if (tool["name"] === name) return { method: "tools/call", params, inputSchema: tool["inputSchema"] ?? {} };
      if (typeof tool["name"] === "string") names.push(tool["name"]);
    }
    cursor = reply.result["nextCursor"];
    if (typeof cursor !== "string") break;
  }
  const has = names.length === 0 ? "lists no tools" : `has ${names.slice(0, 20).join(", ")}`;
  throw new UserFault(`--tool ${name}: the server has no such tool; it ${has}.`);
}
