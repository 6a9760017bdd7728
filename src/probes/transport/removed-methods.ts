import { FIRST_EVENT, REMOVED_METHODS } from "../../facts/era.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { mediaTypeOf, statusOf } from "../../protocol/answer.ts";
import { control } from "../control.ts";

/** The old transport's first event has to come as soon as its stream is open: the longest wait for it (milliseconds). */
const FIRST_EVENT_MS = 1000;

/**
 * GET and DELETE, which belong to older revisions. The status line says all, but where a stream opens: it may be that of
 * HTTP+SSE (2024-11-05), which begins with the event "endpoint". It is closed again.
 */
const probe: Probe = {
  id: REMOVED_METHODS,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const enough = () => true;
        const stream = { headers: { Accept: "text/event-stream" }, faulty: true };
        const [, get] = await Promise.all([
          control(talk, "control"),
          talk.http("GET", "GET", { ...stream, enough }),
          talk.http("DELETE", "DELETE", { faulty: true, enough }),
        ]);
        if ((statusOf(get) ?? 0) >= 300 || mediaTypeOf(get) !== "text/event-stream") return;
        await talk.http(FIRST_EVENT, "GET", {
          ...stream,
          timeoutMs: Math.min(kit.timeoutMs, FIRST_EVENT_MS),
          enough: (frame) => frame.kind !== "head" && frame.kind !== "comment",
        });
      }),
    ),
};

export default probe;
