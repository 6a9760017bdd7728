import { isServed } from "../../facts/evidence.ts";
import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { TEXT_PLAIN } from "../../facts/transport.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** Before a server that went silent is asked a last time. */
const LAST_CHANCE_MS = 1000;

/** A ping under another media type: whatever the answer, the server has to live on. Runs alone, for it may not. */
const probe: Probe = {
  id: TEXT_PLAIN,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "may-crash",
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        await control(talk, "control");
        await control(talk, "text/plain", { headers: { "Content-Type": "text/plain" }, faulty: true });
        if (isServed(await control(talk, "control after", { freshConnection: true }))) return;
        await kit.pause(LAST_CHANCE_MS);
        await control(talk, "control at last", { freshConnection: true });
        const other = await kit.fresh();
        if (other.session !== undefined) await control(other, "another session", { freshConnection: true });
      }),
    ),
};

export default probe;
