import { isServed } from "../../facts/evidence.ts";
import { DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { UNDECLARED, undeclaredRequests } from "../../facts/undeclared.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** Requests of the features that the server does not declare. */
const probe: Probe = {
  id: UNDECLARED,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE, DISCOVER, "prompts/list"],
  ready: (recording) =>
    andThen(undeclaredRequests(recording), (requests) =>
      known(async (kit) => {
        const talk = await kit.main();
        if (!isServed(await control(talk, "control"))) return;
        for (const { method, params } of requests) await talk.ask(`undeclared ${method}`, method, params);
      }),
    ),
};

export default probe;
