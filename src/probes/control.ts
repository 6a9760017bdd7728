import type { Exchange } from "../model/exchange.ts";
import type { How, Talk } from "../model/probe.ts";

/** The request that every server has to serve: ping in a session, server/discover where there is none. */
export function control(talk: Talk, label: string, how: How = {}): Promise<Exchange> {
  return talk.revision === "2025-11-25"
    ? talk.ask(label, "ping", undefined, how)
    : talk.ask(label, "server/discover", {}, how);
}
