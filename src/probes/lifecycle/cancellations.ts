import { isServed } from "../../facts/evidence.ts";
import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** Cancellations that miss, in a session of their own: of a request that is over, of one that never was, of nothing. */
const probe: Probe = {
  id: "lifecycle/cancellations",
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.fresh();
        const over = (await control(talk, "control")).sent?.ids[0];
        if (over === undefined) return;
        const cancel = "notifications/cancelled";
        await talk.notify("finished", cancel, { requestId: over, reason: "no longer needed" });
        const never = { requestId: `never-${kit.word()}`, reason: "no longer needed" };
        await talk.notify("unknown", cancel, never, { faulty: true });
        await talk.notify("empty", cancel, {}, { faulty: true });
        const after = await control(talk, "control after");
        if (!isServed(after)) await control(talk, "control after again");
      }),
    ),
};

export default probe;
