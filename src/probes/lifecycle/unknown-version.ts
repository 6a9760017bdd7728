import { UNKNOWN_VERSION, UNKNOWN_VERSION_PROBE } from "../../facts/lifecycle.ts";
import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";

/** initialize for a version that nobody has, on a connection (stdio: a child) of its own. */
const probe: Probe = {
  id: UNKNOWN_VERSION_PROBE,
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  children: 1,
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.fresh({ greet: false });
        await talk.ask("unknown version", "initialize", initializeParams(kit.clientInfo, {}, UNKNOWN_VERSION));
      }),
    ),
};

export default probe;
