import type { Exchange } from "../model/exchange.ts";
import { isObject } from "../model/json.ts";
import type { Probe, ProbeId } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import { replyOf } from "../protocol/answer.ts";
import type { Recorder } from "./recorder.ts";
import type { Channel } from "./talk.ts";

/** Conversations that one probe leaves to another (`Probe.follows`). */
export interface Heirs {
  /** The probe whose conversation this one goes on in, where both are run. */
  before(probe: Probe): readonly ProbeId[];
  /** `name`: `<probe>/<n>`. True when somebody waits for this conversation and it is sound: it is kept for them. */
  keep(name: string, channel: Channel, recorder: Recorder): boolean;
  /** The conversation that was left to this probe, if it is still there. */
  take(probe: Probe): Channel | undefined;
  /** Ends what nobody took. */
  close(): void;
}

/** `version`: the protocol version of the run's shared session (2025-11-25). */
export function createHeirs(probes: readonly Probe[], version: () => string | undefined): Heirs {
  const wanted = new Map<string, Probe>();
  const openers = new Map<ProbeId, ProbeId>();
  for (const probe of probes) {
    const conversation = probe.follows?.find((one) => probes.some(({ id }) => id === openerOf(one)));
    if (conversation === undefined || wanted.has(conversation)) continue;
    wanted.set(conversation, probe);
    openers.set(probe.id, openerOf(conversation));
  }
  const left = new Map<ProbeId, Channel>();
  return {
    before(probe) {
      const opener = openers.get(probe.id);
      return opener === undefined ? [] : [opener];
    },
    keep(name, channel, recorder) {
      const heir = wanted.get(name);
      if (heir === undefined || channel.connection.gone() !== undefined) return false;
      const last = recorder.exchanges().findLast((one) => one.connection === channel.name);
      if (last === undefined || !isServedIn(channel.revision, last)) return false;
      // A session of another version has other rules.
      if (channel.session?.version !== undefined && channel.session.version !== version()) return false;
      // Another one that follows, a second time, finds nothing.
      wanted.delete(name);
      left.set(heir.id, channel);
      return true;
    },
    take(probe) {
      const channel = left.get(probe.id);
      left.delete(probe.id);
      return channel?.connection.gone() === undefined ? channel : undefined;
    },
    close() {
      for (const channel of left.values()) void channel.connection.close();
      left.clear();
    },
  };
}

/** A result of this revision: a server of both eras may have gone over to the older one, whose results have no type. */
function isServedIn(revision: Revision, exchange: Exchange): boolean {
  const reply = replyOf(exchange);
  if (reply.kind !== "result") return false;
  return revision === "2025-11-25" || (isObject(reply.result) && "resultType" in reply.result);
}

/** How many children of a probe can be started ahead. */
export function childrenOf(probe: Probe, heirs: Heirs): number {
  const own = probe.startsNow === true ? 0 : (probe.children ?? 0);
  return heirs.before(probe).length > 0 ? Math.max(0, own - 1) : own;
}

/** `<area>/<name>` of `<area>/<name>/<n>`. */
function openerOf(conversation: string): ProbeId {
  return conversation.slice(0, conversation.lastIndexOf("/"));
}
