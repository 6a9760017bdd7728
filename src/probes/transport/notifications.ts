import { conversation, DISCOVER } from "../../facts/session.ts";
import { NOTIFICATIONS } from "../../facts/transport.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** Two notifications: one that the revision knows, though not for this transport, and one that nobody knows. */
const probe: Probe = {
  id: NOTIFICATIONS,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        await Promise.all([
          control(talk, "control"),
          talk.notify("notification", "notifications/cancelled", { requestId: `never-issued-${kit.word()}` }),
          talk.notify("notification", "notifications/x-probe"),
        ]);
      }),
    ),
};

export default probe;
