import type { RpcId } from "../model/exchange.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Revision, TransportKind } from "../model/revision.ts";
import type { Context, Era, Table } from "./answer.ts";
import type { Offer } from "./offer.ts";

export interface ReferenceOptions {
  /** Which era is spoken: one revision's, or both. */
  readonly eras: Revision | "dual";
  readonly table: Table;
  readonly offer: Offer;
  /** How many items a page of a list has. */
  readonly pageSize: number;
  /** When a POST is answered by an event stream: only where more than the response is to be sent, or always. */
  readonly sse: "as-needed" | "always";
  /** Path of the endpoint. */
  readonly path: string;
  /** Host names that may stand in Host and Origin, beside those of loopback. */
  readonly hosts: readonly string[];
  /** What else may stand in Host alone: a name (any port), or a name with its port. Lower case. */
  readonly servedAs?: readonly string[];
  /** What else may stand in Origin alone: whole origins, compared exactly. Lower case. */
  readonly origins?: readonly string[];
  /** Absent: an open server. */
  readonly auth?: Auth;
  /** How many tools may be called in a second, all clients together; what is above is told to come later. */
  readonly callsPerSecond: number;
  /** How often a comment keeps a held stream alive, in milliseconds. */
  readonly keepAliveMs: number;
  /** The last hand on every message that the server sends: what comes back is sent in its place. */
  readonly retouch: (message: JsonObject, about: Sending) => readonly Json[];
}

/** Bearer tokens (HTTP). */
export interface Auth {
  readonly tokens: readonly string[];
  readonly scope: string;
  readonly authorizationServers: readonly string[];
}

/** What a message that is about to be sent belongs to. */
export interface Sending {
  readonly kind: "response" | "notification" | "request";
  readonly era: Era;
  readonly transport: TransportKind;
  /** The request that it answers or belongs to; absent on what comes unasked. */
  readonly request?: { readonly id: RpcId; readonly method: string; readonly params: Json | undefined };
  readonly context?: Context;
}
