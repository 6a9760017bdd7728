import type { Frame } from "../model/exchange.ts";
import type { Connection, FreshOptions, Kit, Talk } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import type { Recorder } from "./recorder.ts";
import { type Channel, greet, type Numbers, openChannel, talkOn } from "./talk.ts";
import type { World } from "./world.ts";

/** The least time for which a watching probe watches. */
const LEAST_WATCH_MS = 300;

/** A conversation of a probe's own. */
export interface Opened {
  /** `<probe>/<n>`; the channel has the name that it was opened under. */
  readonly name: string;
  readonly talk: Talk;
  readonly channel: Channel;
}

/** What one probe speaks with, and where it comes from. */
export interface KitParts {
  readonly revision: Revision;
  readonly recorder: Recorder;
  readonly numbers: Numbers;
  /** Filled with the probe's own conversations, as it opens them. */
  readonly opened: Opened[];
  /** The name of its n-th one. */
  nameOf(fresh: number): string;
  /** A conversation that another probe has left to it. */
  inherit(): Channel | undefined;
  /** A connection that was opened ahead; undefined: none may be. */
  readonly spare: ((onStray: (frame: Frame) => void) => Connection) | undefined;
  onStray(channel: Channel, frame: Frame): void;
  /** When all others are done. */
  others(): Promise<void>;
  main(): Promise<Talk>;
}

export function createKit(world: World, parts: KitParts): Kit {
  const { revision, recorder, numbers, opened } = parts;
  let fresh = 0;
  return {
    revision,
    target: world.target,
    transport: world.target.kind,
    timeoutMs: world.limits.timeoutMs,
    clientInfo: world.clientInfo,
    local: world.local,
    random: (low, high) => low + Math.floor(world.random() * (high - low + 1)),
    word: (length = 12) => Array.from({ length }, () => letter(world.random())).join(""),
    main: () => parts.main(),
    async fresh(how: FreshOptions = {}) {
      fresh += 1;
      const name = parts.nameOf(fresh);
      const inherited = fresh === 1 ? parts.inherit() : undefined;
      const spoken = how.revision ?? revision;
      const channel = inherited ?? openChannel(world, name, spoken, how, parts.onStray, parts.spare);
      const talk = talkOn(world, channel, recorder, numbers);
      opened.push({ name, talk, channel });
      const greets = inherited === undefined && spoken === "2025-11-25" && how.greet !== false;
      if (greets) await greet(talk, world, how);
      return talk;
    },
    async others(atLeastMs = LEAST_WATCH_MS) {
      await Promise.all([parts.others(), world.sleep(atLeastMs, world.signal)]);
    },
    pause: (ms) => world.sleep(ms, world.signal),
  };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function letter(random: number): string {
  return LETTERS[Math.floor(random * LETTERS.length)] ?? "x";
}
