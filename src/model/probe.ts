import type { Answer, Exchange, Frame, RpcId, Sent } from "./exchange.ts";
import type { Known } from "./fact.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Recording } from "./recording.ts";
import type { Revision, TransportKind } from "./revision.ts";
import type { Header, Target } from "./target.ts";

/** `<area>/<name>`, the path of its file under `probes/`. */
export type ProbeId = string;

/** The worst that a probe may do to a server. */
export type Impact = "read" | "call" | "stress" | "may-crash";

/** One conversation. It talks and returns nothing: what it learned is what was recorded. */
export interface Probe {
  readonly id: ProbeId;
  readonly revisions: readonly Revision[];
  readonly transports: readonly TransportKind[];
  readonly impact: Impact;
  /** Probes whose recording `ready` reads; they run before. */
  readonly after: readonly ProbeId[];
  /** How many children of its own it takes on stdio, so that they can be started ahead. */
  readonly children?: number;
  /** stdio: its children start when it asks for them, none ahead. */
  readonly startsNow?: boolean;
  /** How many requests it has under way at once over HTTP, at most; 8 where it does not say. */
  readonly atOnce?: number;
  /** How many requests it sends one after the other over HTTP, where more than one: long ones are begun first. */
  readonly rounds?: number;
  /** Runs beside all others from the start of its turn until they are done, and at least 300 ms (see `Kit.others`). */
  readonly watches?: boolean | TransportKind;
  /**
   * stdio: its first `fresh` goes on in the first of these conversations (`<probe>/<n>`) whose probe is run, as that one
   * left it; in a new child where it is gone or was not served at last. A process takes longer to start than all that is
   * said to it.
   */
  readonly follows?: readonly string[];
  /** Decides from what was recorded so far whether there is something to ask, and with what. */
  ready(recording: Recording): Known<(kit: Kit) => Promise<void>>;
}

/** What a probe may use. Time, randomness and connections come from here and from nowhere else. */
export interface Kit {
  readonly revision: Revision;
  readonly target: Target;
  readonly transport: TransportKind;
  /** How long any request may take, as the user set it (milliseconds). Waits of a probe's own are not to be longer. */
  readonly timeoutMs: number;
  /** How this client names itself. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** A whole number from `low` to `high`, both included. */
  random(low: number, high: number): number;
  /** A random word of lower-case letters, the same length each time. */
  word(length?: number): string;
  /** The run's shared conversation: main session on 2025-11-25, shared child on stdio. Never end or break it. */
  main(): Promise<Talk>;
  /** A conversation of the probe's own: new connection, on stdio a new child (see `Probe.follows`). Closed when it ends. */
  fresh(options?: FreshOptions): Promise<Talk>;
  /** Resolves when every other probe of the run is done and `atLeastMs` (300) have passed, or the run is cancelled. */
  others(atLeastMs?: number): Promise<void>;
  /** What a tool under test may be led to on this machine; undefined where the server runs on another one. */
  readonly local: Local | undefined;
  /** Waits. Only for what an entry of the rule book itself prescribes. */
  pause(ms: number): Promise<void>;
}

/** Bait on this machine: harmless, random, and gone when the run is over. Undefined where it could not be laid. */
export interface Local {
  /** A file outside the working directory that holds `text`: its absolute path. */
  plant(text: string): Promise<string | undefined>;
  /** An HTTP listener on 127.0.0.1 that answers everything with `text`: its port. */
  listen(text: string): Promise<number | undefined>;
}

export interface Consent {
  /** Tools that the user named: they may be called whatever their annotations say. */
  readonly tools: readonly string[];
  /** The token may be sent in a query string (loopback or https only). */
  readonly tokenInQuery: boolean;
}

export interface FreshOptions {
  /** Speak this revision's dialect; the run's by default. */
  readonly revision?: Revision;
  /** 2025-11-25: do initialize and notifications/initialized first (default true), recorded as setup. */
  readonly greet?: boolean;
  /** Client capabilities to declare; {} by default. */
  readonly capabilities?: JsonObject;
  /** 2025-11-25: the version to ask for. */
  readonly protocolVersion?: string;
  /** How to answer requests of the server (2025-11-25), by method: a result, or an error. -32601 by default, {} for ping. */
  readonly replies?: { readonly [method: string]: { readonly result: Json } | { readonly error: JsonObject } };
  /** Leave out the user's headers of these names (lower case), "authorization" for instance. */
  readonly withoutHeaders?: readonly string[];
}

/** A conversation on one connection, in one dialect. */
export interface Talk {
  readonly connection: string;
  readonly revision: Revision;
  /** 2025-11-25: what the greeting brought. Undefined where there was none, or it was not served. */
  readonly session: Session | undefined;
  /** One conformant request, but for what `how` changes. Resolves with what was recorded. */
  ask(label: string, method: string, params?: JsonObject, how?: How): Promise<Exchange>;
  /** One conformant notification, but for what `how` changes. */
  notify(label: string, method: string, params?: JsonObject, how?: How): Promise<Exchange>;
  /** Exactly these bytes or this request. On HTTP the user's headers are not added. */
  raw(label: string, sent: Sent, how?: RawHow): Promise<Exchange>;
  /** What `ask` would send, to be changed and given to `raw`. */
  compose(method: string, params?: JsonObject, how?: How): Sent;
  /** An HTTP request of another method (GET, DELETE, OPTIONS) with the conversation's headers. */
  http(label: string, method: string, how?: How & { readonly path?: string }): Promise<Exchange>;
  /** Ends the connection (stdio: the child) now. */
  close(): Promise<void>;
}

export interface Session {
  /** Mcp-Session-Id, as issued. */
  readonly id: string | undefined;
  /** The negotiated protocol version. */
  readonly version: string;
}

/** How a message deviates from the conformant one, and how long to listen. */
export interface How extends RawHow {
  /** Id to use; else the next integer of the run. */
  readonly id?: RpcId;
  /** Header changes, names compared without case: a string sets, null removes. Applied last. */
  readonly headers?: { readonly [name: string]: string | null };
  /** Further headers, sent after the others, repeats allowed. */
  readonly addHeaders?: readonly Header[];
  /** Client capabilities of this request (2026-07-28). */
  readonly capabilities?: JsonObject;
  /** Members to set in params._meta; null removes. */
  readonly meta?: { readonly [key: string]: Json };
  /** 2026-07-28, tools/call: the tool's inputSchema as listed, so that its `x-mcp-header` arguments go into headers too. */
  readonly inputSchema?: Json;
  /** Send params as given, without the dialect's _meta. */
  readonly bare?: boolean;
  /** Leave out the member `params` altogether. */
  readonly noParams?: boolean;
  /** Body text in place of the message. */
  readonly body?: string;
  /** Appended to the endpoint's query string. */
  readonly query?: Readonly<Record<string, string>>;
  readonly exact?: boolean;
  readonly freshConnection?: boolean;
}

export interface RawHow {
  readonly timeoutMs?: number;
  /** When to stop reading; by default at the response with the request's id, or the end of the answer. */
  readonly enough?: (frame: Frame, before: readonly Frame[]) => boolean;
  /** Aborting ends the exchange as `enough`. */
  readonly until?: AbortSignal;
  readonly part?: "ask" | "setup";
  readonly faulty?: boolean;
  readonly tags?: { readonly [name: string]: Json };
  /** Do not send again after a 429. */
  readonly once?: boolean;
}

/** The seam between the engine and the world. None of it ever rejects. */
export interface Wire {
  /** HTTP: a name for a group of requests. stdio: a new child. `onStray` sees each frame that belongs to no exchange. */
  open(options?: { readonly onStray?: (frame: Frame) => void }): Connection;
  /** Ends everything that is still open. */
  close(): Promise<void>;
}

export interface Connection {
  send(sent: Sent, listen: Listen): Promise<Answer>;
  /** Frames that belonged to no exchange since the last call (stdio). */
  strays(): readonly Frame[];
  /** Set when the child is gone (stdio). */
  gone(): { readonly code: number | null; readonly signal: string | null; readonly stderr: string } | undefined;
  close(): Promise<void>;
}

export interface Listen {
  /** Called once per frame of this exchange, with those before it; true ends the exchange as `enough`. */
  readonly enough: (frame: Frame, before: readonly Frame[]) => boolean;
  /** 0 on stdio: only write; ends as `enough` once that is done. */
  readonly timeoutMs: number;
  /** Ends the exchange as `enough`, e.g. to close a held stream. */
  readonly until?: AbortSignal;
  /** Ends the exchange as `cancelled`. */
  readonly signal?: AbortSignal;
}
