import { CONCURRENT, isGap } from "../../facts/concurrent.ts";
import { isServed } from "../../facts/evidence.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { control } from "../control.ts";

/** How many requests are open at once. */
const AT_ONCE = 5;

/** Requests at the same time on connections of their own; once more where one stays unanswered, between two alone. */
const probe: Probe = {
  id: CONCURRENT,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  watches: true,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const first = await round(kit, talk, "round 1");
        if (!first.some(isGap) && first.some(isServed)) return;
        // Other probes may have been in the way: once more when they are done.
        await kit.others();
        await control(talk, "control before");
        if (first.some(isGap)) await round(kit, talk, "round 2");
        await control(talk, "control after");
      }),
    ),
};

function round(kit: Kit, talk: Talk, label: string): Promise<readonly Exchange[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => {
      const named = kit.revision === "2026-07-28" && index % 2 === 1 ? { id: `c-${kit.word(8)}` } : {};
      return control(talk, label, { ...named, freshConnection: true, once: true });
    }),
  );
}

export default probe;
