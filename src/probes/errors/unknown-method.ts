import { UNKNOWN_METHOD } from "../../facts/errors.ts";
import { isUnanswered } from "../../facts/evidence.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { patience } from "../patience.ts";

/** A method that nobody has, between two requests that everybody serves; another one where the first got no answer. */
const probe: Probe = {
  id: UNKNOWN_METHOD,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const area = kit.revision === "2025-11-25" ? "conformance/none-" : "x-probe/";
        const before = await control(talk, "control before");
        const timeoutMs = patience(before);
        const first = await talk.ask("unknown method", `${area}${kit.word()}`, {}, { timeoutMs });
        if (isUnanswered(first) && first.ending.kind !== "exited") {
          await talk.ask("another unknown method", `${area}${kit.word()}`, {});
        }
        await control(talk, "control after");
      }),
    ),
};

export default probe;
