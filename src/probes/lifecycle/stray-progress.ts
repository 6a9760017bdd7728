import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { DEED } from "../../facts/survival.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { survive } from "../survive.ts";

/** Progress on a token that nobody gave. */
const probe: Probe = {
  id: "lifecycle/stray-progress",
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "may-crash",
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known((kit) =>
        survive(kit, recording, (talk, attempt) => {
          const params = { progressToken: `never-${kit.word()}`, progress: 1 };
          return talk.notify(`${DEED} ${attempt}`, "notifications/progress", params, { faulty: true });
        }),
      ),
    ),
};

export default probe;
