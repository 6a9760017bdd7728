import { HANDSHAKE, sessionId } from "../../facts/session.ts";
import { SESSION } from "../../facts/transport.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** A ping with the session's id, one without any, one with an id that was never issued. */
const probe: Probe = {
  id: SESSION,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  atOnce: 2,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(sessionId.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const session = (id: string | null) => ({ headers: { "MCP-Session-Id": id }, faulty: true, exact: true });
        await control(talk, "control");
        await Promise.all([
          control(talk, "without id", session(null)),
          control(talk, "unknown id", session(uuid(kit))),
        ]);
      }),
    ),
};

/** A version 4 UUID. */
function uuid(kit: Kit): string {
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => kit.random(0, 15).toString(16));
}

export default probe;
