import { OVER } from "../client-facts/heard.ts";
import type { Exchange, HttpSent } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import type { Revision } from "../model/revision.ts";
import { headerValue } from "../protocol/headers.ts";
import { readFrame } from "../protocol/jsonrpc.ts";
import type { Entry, Ledger } from "./ledger.ts";
import { messageIn } from "./ledger.ts";

/** A client as it calls itself, in one revision: all of its conversations. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
  readonly revision: Revision;
  /** The version that its sessions agreed on (2025-11-25 and before). */
  readonly negotiated: string | undefined;
  readonly recording: Recording;
}

const META = "io.modelcontextprotocol/";
/** Versions of sessions. */
const LEGACY: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

interface Who {
  readonly name: string | null;
  readonly version: string | null;
}

const NOBODY: Who = { name: null, version: null };

/** Where a message belongs. */
interface Home {
  readonly revision: Revision;
  readonly conversation: string;
  readonly who: Who;
  readonly negotiated: string | undefined;
}

/** What is known of a connection, or of the process on stdio. */
interface Line {
  session?: Home;
  /** The session has an id. */
  named?: boolean;
  modern?: Who;
}

/**
 * Sorts what was said by who said it: by session, by the name that stateless requests give, else by the connection.
 * `eras`: what the server speaks decides where a message itself does not tell.
 */
export function clientsOf(
  ledger: Ledger,
  eras: Revision | "dual",
  about: { readonly toolVersion: string; readonly timestamp: string },
): readonly Client[] {
  const lines = new Map<string, Line>();
  const sessions = new Map<string, Home>();
  const found = new Map<string, { home: Home; runs: Map<string, Exchange[]> }>();
  for (const entry of ledger.entries) {
    const home = homeOf(entry, eras, lines, sessions);
    const key = JSON.stringify([home.revision, home.who.name, home.who.version, home.negotiated ?? null]);
    const client = found.get(key) ?? { home, runs: new Map<string, Exchange[]>() };
    found.set(key, client);
    const run = client.runs.get(home.conversation) ?? [];
    client.runs.set(home.conversation, run);
    run.push({ ...entry.exchange, revision: home.revision });
  }
  return [...found.values()].map(({ home, runs }) => ({
    ...home.who,
    revision: home.revision,
    negotiated: home.negotiated,
    recording: recordingOf(home, runs, ledger, about),
  }));
}

function homeOf(entry: Entry, eras: Revision | "dual", lines: Map<string, Line>, sessions: Map<string, Home>): Home {
  const { exchange } = entry;
  const { sent } = exchange;
  const line = lines.get(exchange.connection) ?? {};
  lines.set(exchange.connection, line);
  const message = sent === undefined ? undefined : messageIn(sent);
  const id = sent?.kind === "http" ? headerValue(sent.headers, "Mcp-Session-Id") : undefined;
  if (isModern(entry, message, id, eras, line)) {
    const said = infoOf(modernMeta(message)?.[`${META}clientInfo`]);
    const before = line.modern ?? line.session?.who;
    // A process on stdio has one client; over HTTP one that says less than before on its connection is still the same.
    const who =
      (exchange.connection === "stdio" ? (known(before) ?? said) : (complete(said) ?? before ?? said)) ?? NOBODY;
    line.modern = who;
    return {
      revision: "2026-07-28",
      conversation: exchange.connection === "stdio" ? "process" : "stateless",
      who,
      negotiated: undefined,
    };
  }
  if (isObject(message) && message["method"] === "initialize") {
    const home = opened(entry, message, line);
    if (home.negotiated === undefined) return home;
    const given = headOf(entry);
    line.session = home;
    line.named = given !== undefined;
    if (given !== undefined) sessions.set(given, home);
    return home;
  }
  // A message without the id comes from whoever spoke on its connection; a GET may ask what kind of server this is.
  const asksAround =
    sent?.kind === "http" && (sent.method !== "POST" || (line.named === true && mayBeFirst(sent, message)));
  const nameless = asksAround ? undefined : line.session;
  const home = id === undefined ? nameless : sessions.get(id);
  const stray = {
    revision: "2025-11-25",
    conversation: `stray:${exchange.connection}`,
    negotiated: undefined,
  } as const;
  return home ?? { ...stray, who: line.session?.who ?? line.modern ?? NOBODY };
}

/** The era of a message: by itself, else by its headers, else by what its connection speaks, else by what the server speaks. */
function isModern(
  { exchange }: Entry,
  message: Json | undefined,
  session: string | undefined,
  eras: Revision | "dual",
  line: Line,
): boolean {
  const meta = modernMeta(message);
  if (meta !== undefined && Object.keys(meta).some((key) => MODERN_KEYS.includes(key))) return true;
  if (isObject(message) && (message["method"] === "initialize" || message["method"] === "notifications/initialized"))
    return false;
  const { sent } = exchange;
  if (sent?.kind === "http") {
    if (session !== undefined) return false;
    const version = headerValue(sent.headers, "MCP-Protocol-Version")?.trim();
    if (version !== undefined) return !LEGACY.includes(version);
    if (headerValue(sent.headers, "Mcp-Method") !== undefined) return true;
    if (sent.method !== "POST") return eras === "2026-07-28";
    if (eras === "dual" && isObject(message) && LEGACY_ALONE.includes(String(message["method"]))) return false;
  }
  if (line.session !== undefined) return false;
  if (line.modern !== undefined) return true;
  return eras !== "2025-11-25";
}

/** What the later revision does not have: who sends it without a word on versions means an earlier one. */
const LEGACY_ALONE: readonly string[] = [
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "notifications/roots/list_changed",
];

/** A ping without a version may come before initialize, from another client behind the same connection. */
function mayBeFirst(sent: HttpSent, message: Json | undefined): boolean {
  const plain = headerValue(sent.headers, "MCP-Protocol-Version") === undefined;
  return plain && isObject(message) && message["method"] === "ping";
}

const MODERN_KEYS: readonly string[] = [`${META}protocolVersion`, `${META}clientCapabilities`, `${META}clientInfo`];

function modernMeta(message: Json | undefined): JsonObject | undefined {
  const params = isObject(message) ? message["params"] : undefined;
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta : undefined;
}

function infoOf(info: Json | undefined): Who | undefined {
  if (!isObject(info) || typeof info["name"] !== "string") return undefined;
  return { name: info["name"], version: typeof info["version"] === "string" ? info["version"] : null };
}

function complete(who: Who | undefined): Who | undefined {
  return who?.version === null ? undefined : who;
}

function known(who: Who | undefined): Who | undefined {
  return who?.name === null ? undefined : who;
}

function opened({ exchange, number }: Entry, message: JsonObject, line: Line): Home {
  const params = message["params"];
  const who = infoOf(isObject(params) ? params["clientInfo"] : undefined) ?? line.session?.who ?? line.modern ?? NOBODY;
  const version = versionIn(exchange);
  const name = exchange.connection === "stdio" ? "process" : `session:${number}`;
  return { revision: "2025-11-25", conversation: name, who, negotiated: version };
}

function versionIn(exchange: Exchange): string | undefined {
  for (const frame of exchange.frames) {
    const reading = readFrame(frame);
    const result = reading.state === "json" && isObject(reading.json) ? reading.json["result"] : undefined;
    const version = isObject(result) ? result["protocolVersion"] : undefined;
    if (typeof version === "string") return version;
  }
  return undefined;
}

function headOf({ exchange }: Entry): string | undefined {
  const head = exchange.frames.find((one) => one.kind === "head");
  return head?.kind === "head" ? headerValue(head.headers, "Mcp-Session-Id") : undefined;
}

function recordingOf(
  home: Home,
  runs: ReadonlyMap<string, readonly Exchange[]>,
  ledger: Ledger,
  about: { readonly toolVersion: string; readonly timestamp: string },
): Recording {
  const over = ledger.closed() ? OVER : "";
  const name =
    home.who.name === null
      ? "a client that does not say its name"
      : `${home.who.name} ${home.who.version ?? ""}`.trim();
  return {
    format: "mcp-compliance-recording/1",
    toolVersion: about.toolVersion,
    revision: home.revision,
    target: { transport: ledger.transport, name, headerNames: [] },
    timestamp: about.timestamp,
    consent: { tools: [], tokenInQuery: false },
    warnings: [],
    chosen: "what the client spoke",
    reached: true,
    runs: [...runs].map(([run, exchanges]) => ({
      probe: run + over,
      exchanges: ledger.transport === "stdio" ? [...exchanges, ledger.stray] : exchanges,
      outcome: { kind: "done" },
    })),
  };
}
