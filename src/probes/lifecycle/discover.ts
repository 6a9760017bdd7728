import { known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";

/** The first request of a run of 2026-07-28. Where the revision was detected by it, it is not sent again. */
const probe: Probe = {
  id: "lifecycle/discover",
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [],
  ready: () =>
    known(async (kit) => {
      await (await kit.main()).ask("discover", "server/discover", {});
    }),
};

export default probe;
