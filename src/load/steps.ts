import type { LoadShape } from "../model/load.ts";
import type { Done, Lane } from "../wire/load-http.ts";
import { arrivalsOf, type Extent } from "./arrivals.ts";
import { type Clock, type Driven, drive } from "./drive.ts";

/** A user whose lane lasts from step to step, and tells whoever drives it at the time. */
export interface User {
  readonly lane: Lane;
  hear(done: Done): void;
}

/** Makes a user of a way to open lanes. */
export function userOf(open: (done: Done) => Lane): User {
  let told: Done = () => {};
  const lane = open((fault, at) => told(fault, at));
  return {
    lane,
    hear(done) {
      told = done;
    },
  };
}

export interface Around {
  readonly clock: Clock;
  readonly ids: { next(): number };
  readonly drainMs: number;
  readonly signal: AbortSignal;
  readonly redact?: (text: string) => string;
  readonly onDone?: () => void;
}

/** Runs one step with these users: warm-up in a closed loop, which is not measured, and then the step itself. */
export async function runStep(
  users: readonly User[],
  shape: LoadShape,
  extent: Extent,
  warmupMs: number,
  around: Around,
): Promise<Driven> {
  if (warmupMs > 0) {
    // No more users than the step has; an open loop begins with few, and opens the others when it needs them.
    const warm = shape.kind === "closed" ? users : users.slice(0, WARM_USERS);
    const { onDone: _quiet, ...silent } = around;
    await run(warm, { kind: "closed", users: warm.length }, { durationMs: warmupMs }, silent);
  }
  return await run(users, shape, extent, around);
}

const WARM_USERS = 10;

async function run(users: readonly User[], shape: LoadShape, extent: Extent, around: Around): Promise<Driven> {
  let next = 0;
  const driven = await drive({
    ...around,
    lanes: users.length,
    arrivals: arrivalsOf(shape, extent),
    open(done) {
      const user = users[next] as User;
      next += 1;
      user.hear(done);
      return user.lane;
    },
  });
  // What is still under way belongs to this step, and its answer may not be taken for one of the next.
  for (const user of users) user.hear(() => {});
  if (driven.unfinished) for (const user of users) user.lane.close();
  return driven;
}
