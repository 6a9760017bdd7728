import { isServed } from "../../facts/evidence.ts";
import { HANDSHAKE, sessionId } from "../../facts/session.ts";
import { DELETE } from "../../facts/transport.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { statusOf } from "../../protocol/answer.ts";
import { control } from "../control.ts";

/** Before a session that was ended, and still served, is tried again. */
const AGAIN_MS = 1000;
const TRIES = 3;

/** Ends a session of its own and asks in it once more: at once, and again later where it was served. */
const probe: Probe = {
  id: DELETE,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(sessionId.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.fresh();
        if (talk.session?.id === undefined) return;
        await control(talk, "control");
        const status = statusOf(await talk.http("DELETE", "DELETE")) ?? 0;
        if (status < 200 || status > 299) return;
        for (let round = 1; round <= TRIES; round += 1) {
          if (round > 1) await kit.pause(AGAIN_MS);
          if (!isServed(await control(talk, "ping in the ended session", { faulty: true }))) return;
        }
      }),
    ),
};

export default probe;
