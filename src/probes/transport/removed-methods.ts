import { conversation, DISCOVER } from "../../facts/session.ts";
import { REMOVED_METHODS } from "../../facts/transport.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** GET and DELETE, which belong to older revisions. The status line says all: a stream that opens is closed again. */
const probe: Probe = {
  id: REMOVED_METHODS,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const enough = () => true;
        await Promise.all([
          control(talk, "control"),
          talk.http("GET", "GET", { headers: { Accept: "text/event-stream" }, faulty: true, enough }),
          talk.http("DELETE", "DELETE", { faulty: true, enough }),
        ]);
      }),
    ),
};

export default probe;
