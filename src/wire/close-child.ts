import type { Spawned } from "./spawned.ts";
import type { StdinWriter } from "./stdin.ts";
import { within } from "./within.ts";

/** The steps that the specification's stdio page asks of a client: close stdin, then SIGTERM, then SIGKILL. */
const AFTER_EOF_MS = 2000;
const AFTER_TERM_MS = 1000;
const AFTER_KILL_MS = 1000;
const LOOK_AGAIN_MS = 10;

/** Ends a child and all of its group. Resolves as soon as nobody is left. */
export async function closeChild(
  spawned: Spawned,
  at: {
    readonly stdin: StdinWriter;
    readonly now: () => number;
    readonly exited: Promise<void>;
    readonly over: Promise<void>;
  },
): Promise<void> {
  at.stdin.end();
  // A probe may have closed stdin long ago.
  const waited = at.now() - (at.stdin.endedAt() ?? at.now());
  let killed = false;
  if (!(await within(at.exited, AFTER_EOF_MS - waited))) {
    spawned.signal("SIGTERM");
    if (!(await within(at.exited, AFTER_TERM_MS))) {
      killed = spawned.signal("SIGKILL");
      await within(at.exited, AFTER_KILL_MS);
    }
  }
  // SIGKILL has reached them all.
  if (!killed) await endGroup(spawned);
  await within(at.over, AFTER_KILL_MS);
  at.stdin.destroy();
  spawned.process.stdout?.destroy();
  spawned.process.stderr?.destroy();
  spawned.release();
}

/** Processes that the child left behind. */
async function endGroup(spawned: Spawned): Promise<void> {
  if (!spawned.signal("SIGTERM")) return;
  for (let waited = 0; waited < AFTER_TERM_MS; waited += LOOK_AGAIN_MS) {
    await within(NEVER, LOOK_AGAIN_MS);
    if (!spawned.signal(0)) return;
  }
  spawned.signal("SIGKILL");
}

const NEVER = new Promise<never>(() => {});
