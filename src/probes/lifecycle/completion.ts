import { COMPLETION, completable, REFERENCE } from "../../facts/completion.ts";
import { PROMPTS, TEMPLATES } from "../../facts/lists.ts";
import { DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";

/** One completion of an empty value. The lists that it takes the reference from are its control. */
const probe: Probe = {
  id: COMPLETION,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE, DISCOVER, PROMPTS.probe, TEMPLATES.probe],
  ready: (recording) =>
    andThen(completable(recording), ({ reference, ref, argument }) =>
      known(async (kit) => {
        const params = { ref, argument: { name: argument, value: "" } };
        await (await kit.main()).ask("completion", "completion/complete", params, { tags: { [REFERENCE]: reference } });
      }),
    ),
};

export default probe;
