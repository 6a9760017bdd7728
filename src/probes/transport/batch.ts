import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { BATCH, firstPost } from "../../facts/transport.ts";

import type { HttpSent } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { control } from "../control.ts";
import { patience } from "../patience.ts";

/** Two requests in one array, which are served when sent alone. */
const probe: Probe = {
  id: BATCH,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 3,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const first = firstPost.of(recording);
        const timeoutMs = Math.min(kit.timeoutMs, patience(first.state === "known" ? first.value : { ms: 0 }));
        await Promise.all([control(talk, "control"), control(talk, "control"), batch(kit, talk, timeoutMs)]);
      }),
    ),
};

function batch(kit: Kit, talk: Talk, timeoutMs: number): Promise<unknown> {
  const modern = kit.revision === "2026-07-28";
  const word = kit.word(6);
  const [first, second] = ["b1", "b2"].map((id) => {
    const how = modern ? { id: `${id}-${word}` } : {};
    return talk.compose(modern ? "server/discover" : "ping", modern ? {} : undefined, how) as HttpSent;
  });
  if (first === undefined || second === undefined) return Promise.resolve();
  const sent = { ...first, body: `[${first.body},${second.body}]`, ids: [...first.ids, ...second.ids] };
  return talk.raw("batch", sent, { faulty: true, timeoutMs });
}

export default probe;
