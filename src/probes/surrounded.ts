import { isServed } from "../facts/evidence.ts";
import { afterOf, beforeOf, isSignOfLife, isTold, laterOf } from "../facts/surrounded.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Kit, Talk } from "../model/probe.ts";
import { control } from "./control.ts";

/** The time between two looks at a server that seems to be dead (milliseconds). */
const BETWEEN_MS = 1000;

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
  check: Check = control,
): Promise<Fate> {
  const before = await check(talk, beforeOf(label));
  if (!isServed(before)) return "unserved";
  await send(before);
  return afterwards(kit, talk, label, check);
}

/**
 * Over HTTP, sends something and right behind it a sound request. Where that is served, and after the answer to the first,
 * and that is a JSON-RPC message (`settled`), all is seen; else a look follows as in `surrounded`. On stdio as
 * `surrounded`. `sound`: a request that was served earlier.
 */
export async function accompanied(
  kit: Kit,
  talk: Talk,
  label: string,
  sound: Exchange,
  send: (sound: Exchange) => Promise<Exchange>,
  check: Check = control,
  settled: (subject: Exchange) => boolean = isTold,
): Promise<Fate> {
  if (kit.transport === "stdio") return surrounded(kit, talk, label, send, check);
  const [subject, twin] = await Promise.all([send(sound), check(talk, beforeOf(label))]);
  if (isServed(twin) && isSignOfLife(twin, subject) && settled(subject)) return "alive";
  const fate = await afterwards(kit, talk, label, check);
  return fate === "alive" && !isServed(twin) ? "unserved" : fate;
}

/** How the server seems to be when all is over. */
type Fate = "unserved" | "alive" | "lost";
type Check = (talk: Talk, label: string) => Promise<Exchange>;

async function afterwards(kit: Kit, talk: Talk, label: string, check: Check): Promise<Fate> {
  if (isServed(await check(talk, afterOf(label)))) return "alive";
  if (kit.transport === "stdio") return "lost";
  await kit.pause(BETWEEN_MS);
  return isServed(await check(await kit.fresh(), laterOf(label))) ? "alive" : "lost";
}
