import type { Exchange } from "../model/exchange.ts";

/** The least time that a request may take which the server may never answer (milliseconds). */
const LEAST_MS = 3000;

/**
 * How long to wait for the answer to a broken request, in milliseconds: many times what a sound one took. Some servers
 * leave such a request without an answer, and that must not cost the whole time-out.
 */
export function patience(sound: Pick<Exchange, "ms">): number {
  return Math.ceil(LEAST_MS + 10 * sound.ms);
}
