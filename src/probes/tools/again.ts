import { TOOLS } from "../../facts/lists.ts";
import { DISCOVER, declares } from "../../facts/session.ts";
import { AGAIN, AGAIN_LABELS, AGAIN_PAGES } from "../../facts/tool-order.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";
import { walkList } from "../walk.ts";

/** Two more walks of tools/list, beside the first: does the order stay? */
const probe: Probe = {
  id: AGAIN,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 2,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(declares(TOOLS.capability).of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        await together(kit, AGAIN_LABELS, (label) => walkList(talk, TOOLS, recording, label, AGAIN_PAGES));
      }),
    ),
};

export default probe;
