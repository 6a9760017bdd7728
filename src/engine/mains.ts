import type { Exchange, Frame } from "../model/exchange.ts";
import type { ProbeId, Talk } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import { exitText } from "../protocol/answer.ts";
import type { Recorder } from "./recorder.ts";
import { type Channel, greet, type Numbers, openChannel, talkOn } from "./talk.ts";
import type { World } from "./world.ts";

/**
 * The shared conversations. HTTP has one, for all at once. On stdio a child serves one probe at a time, so that every
 * line has an owner; as many children as probes run at once are started, when they are needed.
 */
export interface Mains {
  /** Waits for a conversation. The greeting probe gets one that nobody has greeted. */
  take(probe: ProbeId, recorder: Recorder): Promise<Lease>;
  /** Puts a channel that is already open among the shared ones. */
  adopt(channel: Channel): void;
  /** Children that died after their last user had gone: the blame is that user's. */
  settle(): void;
}

export interface Lease {
  readonly talk: Talk;
  readonly channel: Channel;
  /** The probe that had this conversation before, if any. */
  readonly before: ProbeId | undefined;
  /** A child that is dead by then is taken out without blame: whoever had it decides. */
  give(): void;
}

interface Shared {
  readonly channel: Channel;
  busy: boolean;
  last: ProbeId | undefined;
}

/** Called when a child is found dead: `probe` had it last. */
export type Blame = (probe: ProbeId, reason: string) => void;

export function createMains(
  world: World,
  revision: Revision,
  greeting: ProbeId,
  numbers: Numbers,
  limit: number,
  blame: Blame,
  onStray: (channel: Channel, frame: Frame) => void,
): Mains {
  const shared: Shared[] = [];
  const waiting: (() => void)[] = [];
  let opened = 0;

  function open(): Shared {
    opened += 1;
    const name = opened === 1 ? "main" : `main-${opened}`;
    const one: Shared = { channel: openChannel(world, name, revision, {}, onStray), busy: false, last: undefined };
    shared.push(one);
    return one;
  }

  /** Takes out children that died while nobody had them; the last one to have had one killed it. */
  function bury(): void {
    for (const one of [...shared]) {
      const gone = one.channel.connection.gone();
      if (gone === undefined || one.busy) continue;
      shared.splice(shared.indexOf(one), 1);
      if (one.last !== undefined) blame(one.last, `the server process ended (${exitText(gone)})`);
    }
  }

  return {
    adopt(channel) {
      channel.onStray = onStray;
      shared.push({ channel, busy: false, last: undefined });
      opened = Math.max(opened, 1);
    },
    settle: bury,
    async take(probe, recorder) {
      if (world.target.kind === "http") {
        const one = shared[0] ?? open();
        const before = one.last;
        one.last = probe;
        return { talk: talkOn(world, one.channel, recorder, numbers), channel: one.channel, before, give: () => {} };
      }
      bury();
      while (shared.length >= limit && shared.every((one) => one.busy)) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        bury();
      }
      const idle = shared.find((one) => !one.busy);
      const one = idle ?? open();
      one.busy = true;
      const talk = talkOn(world, one.channel, recorder, numbers);
      if (idle === undefined && probe !== greeting) await start(talk, world, revision);
      const before = one.last;
      one.last = probe;
      return {
        talk,
        channel: one.channel,
        before,
        give() {
          one.busy = false;
          if (one.channel.connection.gone() !== undefined) shared.splice(shared.indexOf(one), 1);
          waiting.shift()?.();
        },
      };
    },
  };
}

/** Brings a new child to where the shared conversation is: greeted, or (stateless) once asked within the start-up time. */
export async function start(talk: Talk, world: World, revision: Revision): Promise<Exchange | undefined> {
  if (revision === "2025-11-25") {
    await greet(talk, world, {});
    return undefined;
  }
  return talk.ask("discover", "server/discover", {}, { part: "setup", timeoutMs: world.limits.startupTimeoutMs });
}
