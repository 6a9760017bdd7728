import { FOREIGN, ORIGIN } from "../../facts/http-security.ts";
import { conversation, DISCOVER, greetingExchange, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { accompanied } from "../surrounded.ts";

/** A sound request as a page of another site would send it, beside one without an Origin. */
const probe: Probe = {
  id: ORIGIN,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 2,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(greetingExchange(recording), (greeting) =>
        known(async (kit) => {
          const talk = await kit.main();
          const host = kit.revision === "2025-11-25" ? kit.word() : `evil-${kit.word()}`;
          const how = { headers: { Origin: `https://${host}.example` }, faulty: true };
          await accompanied(kit, talk, FOREIGN, greeting, () => control(talk, FOREIGN, how));
        }),
      ),
    ),
};

export default probe;
