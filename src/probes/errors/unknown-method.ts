import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** A method that nobody has, between two requests that everybody serves. */
const probe: Probe = {
  id: "errors/unknown-method",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const method = kit.revision === "2025-11-25" ? `conformance/none-${kit.word()}` : `x-probe/${kit.word()}`;
        await control(talk, "control before");
        await talk.ask("unknown method", method, {});
        await control(talk, "control after");
      }),
    ),
};

export default probe;
