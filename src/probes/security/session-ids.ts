import { isServed } from "../../facts/evidence.ts";
import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { SESSION_IDS } from "../../facts/session-ids.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { headersOf } from "../../protocol/answer.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";
import { headerValue } from "../../protocol/headers.ts";

const SESSIONS = 12;
/** Time from one session to the next, so that ids made from the clock differ (milliseconds). */
const BETWEEN_MS = 50;

/** Opens sessions one after the other while the rest of the run goes on, and ends them again. */
const probe: Probe = {
  id: SESSION_IDS,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  watches: true,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const open: (() => Promise<unknown>)[] = [];
        for (let session = 1; session <= SESSIONS; session += 1) {
          const talk = await kit.fresh({ greet: false });
          const pause = session < SESSIONS ? kit.pause(BETWEEN_MS) : undefined;
          const answer = await talk.ask(`initialize ${session}`, "initialize", initializeParams(kit.clientInfo, {}));
          const id = headerValue(headersOf(answer), "mcp-session-id");
          // A server without session ids is not asked for more of them.
          if (!isServed(answer) || id === undefined) break;
          open.push(() => talk.http("end", "DELETE", { part: "setup" }));
          await pause;
        }
        await Promise.all(open.map((end) => end()));
      }),
    ),
};

export default probe;
