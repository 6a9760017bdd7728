import { CLIENT_FEATURES, FEATURES } from "../../facts/client-features.ts";
import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { DEED } from "../../facts/survival.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { survive } from "../survive.ts";

/** The client's roots changed; a roots/list that follows is answered. Comes last: a server may end of it. */
const probe: Probe = {
  id: "lifecycle/roots-changed",
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  children: 1,
  follows: [`${FEATURES}/1`],
  watches: "stdio",
  impact: "may-crash",
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known((kit) =>
        survive(
          kit,
          recording,
          async (talk, attempt) => {
            await talk.notify(`${DEED} ${attempt}`, "notifications/roots/list_changed");
            // Some ask for the roots after a while, and a process that waits for the answer does not end with its stdin.
            if (kit.transport === "stdio") await kit.others();
          },
          CLIENT_FEATURES,
        ),
      ),
    ),
};

export default probe;
