import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";

/** A ping; where it gets no response, another request, to see whether it is the ping or the session that is silent. */
const probe: Probe = {
  id: "lifecycle/ping",
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const { kind } = replyOf(await talk.ask("ping", "ping"));
        if (kind === "none" || kind === "status") await talk.ask("other request", `conformance/none-${kit.word()}`, {});
      }),
    ),
};

export default probe;
