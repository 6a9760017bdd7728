import type { Json } from "../model/json.ts";
import type { HttpBody, HttpResponse, ServerWorld, StreamSink } from "../model/serving.ts";
import type { Header } from "../model/target.ts";

/** An event stream on its way to one client. What is sent before the client is there waits for it. */
export interface Events {
  readonly body: HttpBody;
  send(text: string): void;
  end(): void;
}

/** `gone` is called when the client goes away before the end. */
export function createEvents(world: ServerWorld, keepAliveMs: number | undefined, gone: () => void): Events {
  let sink: StreamSink | undefined;
  let ended = false;
  let waiting: string[] = [];
  let stopTimer = () => {};
  const keepAlive = () => {
    if (keepAliveMs === undefined || ended) return;
    stopTimer = world.after(keepAliveMs, () => {
      events.send(": keep-alive\n\n");
      keepAlive();
    });
  };
  const events: Events = {
    body: {
      kind: "stream",
      open(opened) {
        sink = opened;
        for (const text of waiting) sink.write(text);
        waiting = [];
        if (ended) sink.end();
        return () => {
          stopTimer();
          if (ended) return;
          ended = true;
          gone();
        };
      },
    },
    send(text) {
      if (ended) return;
      if (sink === undefined) waiting.push(text);
      else sink.write(text);
    },
    end() {
      if (ended) return;
      ended = true;
      stopTimer();
      sink?.end();
    },
  };
  keepAlive();
  return events;
}

/** One message as an event. */
export function eventOf(message: Json, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

export function streamAnswer(body: HttpBody, more: readonly Header[] = []): HttpResponse {
  const headers: readonly Header[] = [
    ["Content-Type", "text/event-stream"],
    ["Cache-Control", "no-cache"],
    ["X-Accel-Buffering", "no"],
    ...more,
  ];
  return { kind: "answer", status: 200, headers, body };
}

export function jsonAnswer(status: number, message: Json, more: readonly Header[] = []): HttpResponse {
  const headers: readonly Header[] = [["Content-Type", "application/json"], ...more];
  return { kind: "answer", status, headers, body: { kind: "text", text: JSON.stringify(message) } };
}

export function emptyAnswer(status: number, headers: readonly Header[] = []): HttpResponse {
  return { kind: "answer", status, headers, body: { kind: "none" } };
}

/** An answer whose JSON-RPC error belongs to no request. */
export function namelessError(
  status: number,
  code: number,
  message: string,
  more: readonly Header[] = [],
): HttpResponse {
  return jsonAnswer(status, { jsonrpc: "2.0", error: { code, message } }, more);
}
