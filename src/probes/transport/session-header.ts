import { SESSION_HEADER } from "../../facts/headers.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { settle } from "../settle.ts";

/** A sound request that carries the session id of an older revision. */
const probe: Probe = {
  id: SESSION_HEADER,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 2,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const headers = { "Mcp-Session-Id": `probe-${kit.word()}` };
        const [, ...asked] = await Promise.all([
          control(talk, "control"),
          control(talk, "a request with Mcp-Session-Id", { headers }),
        ]);
        await settle(talk, asked);
      }),
    ),
};

export default probe;
