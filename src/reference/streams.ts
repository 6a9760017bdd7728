import type { Json } from "../model/json.ts";
import type { Core } from "./core.ts";
import { createEvents, type Events, eventOf } from "./events.ts";

/** One event stream of a session. It goes on when the client loses it, so that it can be taken up again. */
export interface Stream {
  readonly number: number;
  readonly purpose: "request" | "general";
  send(message: Json): void;
  end(): void;
  ended(): boolean;
  /** What the client is connected to now. */
  events(): Events;
}

export interface Streams {
  open(purpose: Stream["purpose"]): Stream;
  /** The stream for messages that belong to no request, if the client opened one. */
  general(): Stream | undefined;
  /** The rest of the stream of an event, or undefined where no such event was sent. */
  resume(lastEventId: string): Events | undefined;
  close(): void;
}

/** How much is kept for clients that come back. */
const KEPT = { streams: 50, events: 500 };

interface Kept extends Stream {
  readonly sent: string[];
  attach(after: number): Events;
  connected(): boolean;
}

/** `numbered`: events have ids and every stream begins with an empty one, so that a client can resume (2025-11-25). */
export function createStreams(core: Core, numbered: boolean): Streams {
  const kept = new Map<number, Kept>();
  let last = 0;
  return {
    open(purpose) {
      last += 1;
      const stream = createStream(core, last, purpose, numbered);
      if (numbered || purpose === "general") kept.set(last, stream);
      for (const one of kept.values()) {
        if (kept.size <= KEPT.streams) break;
        if (one.ended() || !one.connected()) kept.delete(one.number);
      }
      return stream;
    },
    general() {
      const all = [...kept.values()].filter((one) => one.purpose === "general" && !one.ended());
      return all.find((one) => one.connected()) ?? all.at(-1);
    },
    resume(lastEventId) {
      const [, number, event] = /^(\d{1,9})-(\d{1,9})$/.exec(lastEventId) ?? [];
      const stream = kept.get(Number(number));
      if (!numbered || stream === undefined || Number(event) >= stream.sent.length) return undefined;
      return stream.attach(Number(event) + 1);
    },
    close() {
      for (const stream of kept.values()) stream.end();
      kept.clear();
    },
  };
}

function createStream(core: Core, number: number, purpose: Stream["purpose"], numbered: boolean): Kept {
  const sent: string[] = [];
  let ended = false;
  let current: Events | undefined;
  const connect = (): Events => {
    const events = createEvents(core.world, core.options.keepAliveMs, () => {
      if (current === events) current = undefined;
    });
    current = events;
    return events;
  };
  const put = (text: string) => {
    if (numbered) sent.push(text);
    if (sent.length > KEPT.events) sent[sent.length - KEPT.events - 1] = "";
    current?.send(text);
  };
  let first: Events | undefined = connect();
  if (numbered) put(`id: ${number}-0\ndata:\n\n`);
  return {
    number,
    purpose,
    sent,
    send(message) {
      if (!ended) put(eventOf(message, numbered ? `${number}-${sent.length}` : undefined));
    },
    end() {
      ended = true;
      current?.end();
    },
    ended: () => ended,
    connected: () => current !== undefined,
    events() {
      first ??= current ?? connect();
      return first;
    },
    attach(after) {
      current?.end();
      const events = connect();
      for (const text of sent.slice(after)) events.send(text);
      if (ended) events.end();
      return events;
    },
  };
}
