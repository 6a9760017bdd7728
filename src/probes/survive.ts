import { isServed } from "../facts/evidence.ts";
import { END, soundBefore } from "../facts/surrounded.ts";
import { AFTER, ANEW, BEFORE } from "../facts/survival.ts";
import type { FreshOptions, Kit, Talk } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { control } from "./control.ts";
import { patience } from "./patience.ts";

/** The time between two looks at a server that seems to be dead (milliseconds). */
const BETWEEN_MS = 1000;

/**
 * Does something that a server has to live through, over HTTP in a conversation of its own, and looks whether it lives:
 * twice on stdio, where a second process shows whether it was the deed.
 */
export async function survive(
  kit: Kit,
  recording: Recording,
  deed: (talk: Talk, attempt: number) => Promise<unknown>,
  options?: FreshOptions,
): Promise<void> {
  for (const attempt of kit.transport === "stdio" ? [1, 2] : [1]) {
    // On stdio the shared child will do for the first try: where it ends, another one is started for the others.
    const shared = kit.transport === "stdio" && attempt === 1 && options === undefined;
    const talk = shared ? await kit.main() : await kit.fresh(options);
    if (!isOpen(talk)) return;
    // Over HTTP the last sound request of the run will do, where it was served: nothing else has been sent since.
    const earlier = kit.transport === "http" ? soundBefore(recording, END) : undefined;
    const before = earlier !== undefined && isServed(earlier) ? earlier : await control(talk, `${BEFORE} ${attempt}`);
    if (!isServed(before)) return;
    const session = talk.session?.id;
    await deed(talk, attempt);
    if (await lives(kit, talk, session, patience(before), attempt)) return;
  }
}

/** Pings the old session and, over HTTP, a new one; once more after a while where neither is served. */
async function lives(
  kit: Kit,
  talk: Talk,
  session: string | undefined,
  timeoutMs: number,
  attempt: number,
): Promise<boolean> {
  const headers = session === undefined ? {} : { "MCP-Session-Id": session };
  for (const look of [1, 2]) {
    if (look === 2) await kit.pause(BETWEEN_MS);
    const how = { headers, timeoutMs, freshConnection: true };
    if (isServed(await control(talk, `${AFTER} ${attempt}.${look}`, how))) return true;
    if (kit.transport === "stdio") continue;
    const anew = await kit.fresh();
    if (!isOpen(anew)) continue;
    if (isServed(await control(anew, `${ANEW} ${attempt}.${look}`, { timeoutMs }))) return true;
  }
  return false;
}

/** A session was opened, or there are none (2026-07-28). */
function isOpen(talk: Talk): boolean {
  return talk.session !== undefined || talk.revision === "2026-07-28";
}
