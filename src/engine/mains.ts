import type { Frame } from "../model/exchange.ts";
import type { ProbeId, Talk } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import { exitText, replyOf } from "../protocol/answer.ts";
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
  /** Ends those that nobody has (stdio). True: there was one. Whoever comes next gets a new one. */
  close(): Promise<boolean>;
  /** Starts one for whoever comes next (stdio). */
  restore(recorder: Recorder): Promise<void>;
  /** Children that died after their last user had gone: the blame is that user's. */
  settle(): void;
  /** The protocol version of the first one's session, also when that one is gone (2025-11-25). */
  version(): string | undefined;
}

export interface Lease {
  readonly talk: Talk;
  readonly channel: Channel;
  /** The probe that had this conversation before, if any. */
  readonly before: ProbeId | undefined;
  /** False: a new child that was not served when it was started, so that nothing that ends it is anybody's doing. */
  readonly sound: boolean;
  /** A child that is dead by then is taken out without blame: whoever had it decides. */
  give(): void;
}

interface Shared {
  readonly channel: Channel;
  busy: boolean;
  /** It was served when it was started. */
  sound: boolean;
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
  let first: Channel | undefined;
  /** How many children there may be at a time: fewer than allowed where the server lets no more of them live. */
  let most = limit;

  function open(): Shared {
    opened += 1;
    const name = opened === 1 ? "main" : `main-${opened}`;
    const channel = openChannel(world, name, revision, {}, onStray);
    const one: Shared = { channel, busy: false, sound: true, last: undefined };
    shared.push(one);
    first ??= channel;
    return one;
  }

  /** Takes out children that died while nobody had them; the last one to have had one killed it. */
  function bury(): void {
    for (const one of [...shared]) {
      const gone = one.channel.connection.gone();
      if (gone === undefined || one.busy) continue;
      shared.splice(shared.indexOf(one), 1);
      if (one.last !== undefined && one.sound) blame(one.last, `the server process ended (${exitText(gone)})`);
    }
  }

  /** A child that nobody has, or a new one; waits where there may be no more. */
  async function free(
    probe: ProbeId | undefined,
    recorder: Recorder,
  ): Promise<{ readonly one: Shared; readonly talk: Talk }> {
    for (;;) {
      bury();
      const idle = shared.find((one) => !one.busy);
      if (idle === undefined && shared.length >= most) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      const one = idle ?? open();
      one.busy = true;
      const talk = talkOn(world, one.channel, recorder, numbers);
      if (idle === undefined && probe !== greeting) one.sound = await start(talk, world, revision);
      const others = shared.filter((other) => other !== one && isSound(other)).length;
      if (one.sound || others === 0) return { one, talk };
      // Of some servers one process lives at a time: what the others are asked is not to be asked of one that is none.
      shared.splice(shared.indexOf(one), 1);
      void one.channel.connection.close();
      most = others;
    }
  }

  function release(one: Shared): void {
    one.busy = false;
    if (one.channel.connection.gone() !== undefined) shared.splice(shared.indexOf(one), 1);
    waiting.shift()?.();
  }

  return {
    adopt(channel) {
      channel.onStray = onStray;
      shared.push({ channel, busy: false, sound: true, last: undefined });
      first ??= channel;
      opened = Math.max(opened, 1);
    },
    async close() {
      bury();
      const idle = shared.filter((one) => !one.busy);
      for (const one of idle) shared.splice(shared.indexOf(one), 1);
      await Promise.all(idle.map((one) => one.channel.connection.close()));
      return idle.length > 0;
    },
    async restore(recorder) {
      const { one } = await free(undefined, recorder);
      release(one);
    },
    settle: bury,
    version: () => first?.session?.version,
    async take(probe, recorder) {
      if (world.target.kind === "http") {
        const one = shared[0] ?? open();
        const before = one.last;
        one.last = probe;
        const talk = talkOn(world, one.channel, recorder, numbers);
        return { talk, channel: one.channel, before, sound: true, give: () => {} };
      }
      const { one, talk } = await free(probe, recorder);
      const before = one.last;
      one.last = probe;
      return {
        talk,
        channel: one.channel,
        before,
        sound: one.sound,
        give: () => release(one),
      };
    },
  };
}

function isSound(one: Shared): boolean {
  return one.sound && one.channel.connection.gone() === undefined;
}

/** Brings a new child to where the shared conversation is: greeted, or (stateless) asked once. True: it is there. */
async function start(talk: Talk, world: World, revision: Revision): Promise<boolean> {
  if (revision === "2025-11-25") return greet(talk, world, {});
  const how = { part: "setup", timeoutMs: world.limits.startupTimeoutMs } as const;
  return replyOf(await talk.ask("discover", "server/discover", {}, how)).kind !== "none";
}
