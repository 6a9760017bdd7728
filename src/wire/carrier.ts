import type { HttpSent } from "../model/exchange.ts";
import type { Header } from "../model/target.ts";
import type { Collector } from "./collect.ts";

/** Brings one request to the server and tells the collector what comes back. */
export interface Carrier {
  /**
   * Sends, and tells head, chunks and the ending to the collector. Never throws. What it returns drops the connection;
   * it is called once when the exchange is over. `lingerMs`: go on reading, and wait so long for the regular end first,
   * so that the connection can be used again.
   */
  send(sent: HttpSent, collector: Collector): (lingerMs: number) => void;
  /** Drops what is still open. */
  close(): void;
}

/** After the response on an event stream the server ends it: wait so long for that before the connection is dropped. */
export const LINGER_MS = 250;

/** The URL without user name and password: those go in a header, which is for whoever wrote the request to say. */
export function plainUrl(url: string): URL {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain;
}

export function hasHeader(headers: readonly Header[], name: string): boolean {
  return headers.some(([one]) => one.toLowerCase() === name);
}
