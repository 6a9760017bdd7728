import { known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";

/**
 * The first request of a run of 2026-07-28. Where the revision was detected by it, it is not sent again. A child that
 * leaves it without an answer is asked something else: is it alive?
 */
const probe: Probe = {
  id: "lifecycle/discover",
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [],
  ready: () =>
    known(async (kit) => {
      const talk = await kit.main();
      const answer = await talk.ask("discover", "server/discover", {});
      if (kit.transport === "stdio" && replyOf(answer).kind === "none" && answer.ending.kind === "timeout") {
        await talk.ask("later", "tools/list", {});
      }
    }),
};

export default probe;
