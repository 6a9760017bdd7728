import { TOOLS, toolList } from "../../facts/lists.ts";
import { ANEW, ANEW_WALK, USE_WALKS } from "../../facts/rug-pull.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { walkList } from "../walk.ts";

/** stdio: lists the tools in a process that starts after another one was used. */
const probe: Probe = {
  id: ANEW_WALK,
  revisions: ["2026-07-28"],
  transports: ["stdio"],
  children: 1,
  startsNow: true,
  impact: "read",
  after: ["tools/list", USE_WALKS],
  ready: (recording) =>
    andThen(toolList.entries.of(recording), () =>
      known(async (kit) => {
        await walkList(await kit.fresh(), TOOLS, recording, ANEW);
      }),
    ),
};

export default probe;
