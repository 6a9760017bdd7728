import { isServed } from "../../facts/evidence.ts";
import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { GET_STREAM } from "../../facts/streams.ts";
import { redirectOf } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { mediaTypeOf, statusOf } from "../../protocol/answer.ts";
import { control } from "../control.ts";
import { patience } from "../patience.ts";

/** How long the status line may take, and the longest time for which the stream is held beside the wait for a ping. */
const LONGEST_MS = 5000;
/** Before a GET that met another open stream, or a ping that the closed one may still block, is sent again. */
const RETRY_MS = 1000;

/** Opens the stream of a session of its own, holds it while the other probes talk, and pings meanwhile. */
const probe: Probe = {
  id: GET_STREAM,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  after: [HANDSHAKE],
  watches: true,
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.fresh();
        if (talk.session === undefined) return;
        const patienceMs = Math.min(kit.timeoutMs, patience(await control(talk, "control before")));
        const first = await hold(kit, talk, patienceMs);
        if (statusOf(first) === 409) {
          await kit.pause(RETRY_MS);
          await hold(kit, talk, patienceMs);
        }
        const location = redirectOf(first);
        if (location !== undefined) {
          const headers = { Accept: "text/event-stream" };
          await talk.http("GET", "GET", { headers, path: location, timeoutMs: LONGEST_MS, enough: () => true });
        }
        if (isServed(await control(talk, "control after"))) return;
        await kit.pause(RETRY_MS);
        await control(talk, "control after");
      }),
    ),
};

/** Ends with the run, on whatever the server says first if that is no stream, or when time is up. */
async function hold(kit: Kit, talk: Talk, patienceMs: number): Promise<Exchange> {
  const over = new AbortController();
  let opened = (): void => {};
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const stream = talk.http("GET", "GET", {
    headers: { Accept: "text/event-stream" },
    timeoutMs: Math.min(kit.timeoutMs, LONGEST_MS) + patienceMs,
    until: over.signal,
    enough(frame) {
      if (frame.kind !== "head") return false;
      if (mediaTypeOf({ frames: [frame] }) === "text/event-stream") opened();
      // Nothing but a stream is worth waiting for its end.
      return mediaTypeOf({ frames: [frame] }) !== "text/event-stream";
    },
  });
  const first = await Promise.race([open.then(() => undefined), stream]);
  if (first !== undefined) return first;
  await control(talk, "ping beside the stream", { timeoutMs: patienceMs });
  await kit.others();
  over.abort();
  return stream;
}

export default probe;
