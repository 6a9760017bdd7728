import { arrivalsOf, type Extent } from "../../src/load/arrivals.ts";
import { type Clock, type Driven, drive } from "../../src/load/drive.ts";
import type { LoadFault, LoadShape } from "../../src/model/load.ts";
import type { Lane } from "../../src/wire/load-http.ts";

/** Time that only passes when all that was due at a moment is done. */
export function virtualClock(): Clock & { run(until: Promise<unknown>): Promise<void> } {
  let now = 0;
  let order = 0;
  let queue: { readonly at: number; readonly order: number; readonly then: () => void }[] = [];
  return {
    now: () => now,
    at(time, then) {
      const one = { at: Math.max(time, now), order: order++, then };
      queue.push(one);
      return () => {
        queue = queue.filter((other) => other !== one);
      };
    },
    async run(until) {
      let over = false;
      void until.then(() => {
        over = true;
      });
      await Promise.resolve();
      while (!over) {
        const next = queue.reduce<(typeof queue)[number] | undefined>(
          (best, one) =>
            best === undefined || one.at < best.at || (one.at === best.at && one.order < best.order) ? one : best,
          undefined,
        );
        if (next === undefined) throw new Error("nothing will ever happen again");
        queue = queue.filter((one) => one !== next);
        now = next.at;
        next.then();
        await Promise.resolve();
      }
    },
  };
}

/** When the request that arrives at `at` is answered, and how; `freeAt`: its lane is free later than that. */
export type Service = (
  at: number,
  lane: number,
) => { readonly at: number; readonly freeAt?: number; readonly fault?: LoadFault };

/** One step against a server that is a function. Times in virtual milliseconds. */
export async function driveVirtual(
  shape: LoadShape,
  extent: Extent,
  service: Service,
  options: {
    readonly lanes?: number;
    readonly drainMs?: number;
    readonly abortAt?: number;
    readonly redact?: (text: string) => string;
  } = {},
): Promise<Driven> {
  const clock = virtualClock();
  const controller = new AbortController();
  let id = 0;
  let lane = -1;
  const driven = drive({
    open(done): Lane {
      lane += 1;
      const own = lane;
      return {
        send() {
          const { at, freeAt, fault } = service(clock.now(), own);
          clock.at(freeAt ?? at, () => (freeAt === undefined ? done(fault) : done(fault, at)));
        },
        close() {},
      };
    },
    lanes: options.lanes ?? (shape.kind === "closed" ? shape.users : 100),
    arrivals: arrivalsOf(shape, extent),
    clock,
    ids: { next: () => ++id },
    drainMs: options.drainMs ?? 60_000,
    signal: controller.signal,
    ...(options.redact === undefined ? {} : { redact: options.redact }),
  });
  if (options.abortAt !== undefined) clock.at(options.abortAt, () => controller.abort());
  await clock.run(driven);
  return await driven;
}

/** Takes so long for each, as many at once as it has workers; the others queue. */
export function queueing(workers: number, serviceMs: number): Service {
  const free = new Array<number>(workers).fill(0);
  return (at) => {
    const index = free.indexOf(Math.min(...free));
    const begins = Math.max(at, free[index] ?? 0);
    free[index] = begins + serviceMs;
    return { at: begins + serviceMs };
  };
}

/** Answers in `serviceMs`, but stops for `stallMs` at the end of every `everyMs`. */
export function stalling(serviceMs: number, stallMs: number, everyMs: number): Service {
  return (at) => {
    const phase = at % everyMs;
    const resumes = phase >= everyMs - stallMs ? at - phase + everyMs : at;
    return { at: resumes + serviceMs };
  };
}
