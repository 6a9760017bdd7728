import { isServed } from "../facts/evidence.ts";
import { afterOf, beforeOf, isTold, laterOf } from "../facts/surrounded.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Kit, Talk } from "../model/probe.ts";
import { control } from "./control.ts";

/** The time between two looks at a server that seems to be dead (milliseconds). */
const BETWEEN_MS = 1000;

/**
 * Over HTTP, sends something beside a sound request: where that is served and the answer is a JSON-RPC message, all is
 * seen. Else, and on stdio, as `surrounded`, which sends it once more. `sound`: a request that was served earlier.
 */
export async function accompanied(
  kit: Kit,
  talk: Talk,
  label: string,
  sound: Exchange,
  send: (before: Exchange) => Promise<Exchange>,
  check: (talk: Talk, label: string) => Promise<Exchange> = control,
): ReturnType<typeof surrounded> {
  if (kit.transport === "http") {
    const [before, subject] = await Promise.all([check(talk, beforeOf(label)), send(sound)]);
    if (isServed(before) && isTold(subject)) return "alive";
  }
  return surrounded(kit, talk, label, send, check);
}

/**
 * Sends something between two sound requests (`check`: ping or server/discover by default). Where the second is not
 * served over HTTP, a third is made a second later on a conversation of its own; on stdio that would be another server.
 * Not even begun where the first is not served.
 */
export async function surrounded(
  kit: Kit,
  talk: Talk,
  label: string,
  send: (before: Exchange) => Promise<unknown>,
  check: (talk: Talk, label: string) => Promise<Exchange> = control,
): Promise<"unserved" | "alive" | "lost"> {
  const before = await check(talk, beforeOf(label));
  if (!isServed(before)) return "unserved";
  await send(before);
  if (isServed(await check(talk, afterOf(label)))) return "alive";
  if (kit.transport === "stdio") return "lost";
  await kit.pause(BETWEEN_MS);
  return isServed(await check(await kit.fresh(), laterOf(label))) ? "alive" : "lost";
}
