import { onAbort } from "./abort.ts";
import type { Spawned } from "./spawned.ts";
import type { StdinWriter } from "./stdin.ts";
import { within } from "./within.ts";

/** The steps that the specification's stdio page asks of a client: close stdin, then SIGTERM, then SIGKILL. */
const AFTER_EOF_MS = 2000;
const AFTER_TERM_MS = 1000;
const AFTER_KILL_MS = 1000;
const LOOK_AGAIN_MS = 10;
/** For each step, once somebody has cancelled the run and waits for its end. */
const HURRIED_MS = 200;

/** Ends a child and all of its group. Resolves as soon as nobody is left. */
export async function closeChild(
  spawned: Spawned,
  at: {
    readonly stdin: StdinWriter;
    readonly now: () => number;
    readonly exited: Promise<void>;
    readonly over: Promise<void>;
    /** Fires when there is no time to lose. */
    readonly hurry?: AbortSignal | undefined;
  },
): Promise<void> {
  const wait = (until: Promise<void>, ms: number) => withinOrHurried(until, ms, at.hurry);
  at.stdin.end();
  // A probe may have closed stdin long ago.
  const waited = at.now() - (at.stdin.endedAt() ?? at.now());
  let killed = false;
  if (!(await wait(at.exited, AFTER_EOF_MS - waited))) {
    spawned.signal("SIGTERM");
    if (!(await wait(at.exited, AFTER_TERM_MS))) {
      killed = spawned.signal("SIGKILL");
      await wait(at.exited, AFTER_KILL_MS);
    }
  }
  // SIGKILL has reached them all.
  if (!killed) await endGroup(spawned, at.hurry);
  await wait(at.over, AFTER_KILL_MS);
  at.stdin.destroy();
  spawned.process.stdout?.destroy();
  spawned.process.stderr?.destroy();
  spawned.release();
}

/** Processes that the child left behind. */
async function endGroup(spawned: Spawned, hurry: AbortSignal | undefined): Promise<void> {
  if (!spawned.signal("SIGTERM")) return;
  for (let waited = 0; waited < (hurry?.aborted ? HURRIED_MS : AFTER_TERM_MS); waited += LOOK_AGAIN_MS) {
    await within(NEVER, LOOK_AGAIN_MS);
    if (!spawned.signal(0)) return;
  }
  spawned.signal("SIGKILL");
}

const NEVER = new Promise<never>(() => {});

/** Waits for so long, or, from the moment that haste is asked for, a little longer. True when it resolved in time. */
async function withinOrHurried(until: Promise<void>, ms: number, hurry: AbortSignal | undefined): Promise<boolean> {
  if (hurry === undefined) return within(until, ms);
  let done = false;
  const finished = until.then(() => {
    done = true;
  });
  let forget = () => {};
  const hurried = new Promise<void>((resolve) => {
    if (hurry.aborted) resolve();
    else forget = onAbort(hurry, resolve);
  });
  await within(Promise.race([finished, hurried]), ms);
  forget();
  if (done || !hurry.aborted) return done;
  return within(finished, Math.min(ms, HURRIED_MS));
}
