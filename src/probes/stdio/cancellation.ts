import { isServed } from "../../facts/evidence.ts";
import { USE_WALKS } from "../../facts/rug-pull.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { CANCELLATION } from "../../facts/stdio.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** The cancellation of a request that never was, in a child of its own that is watched while the others talk. */
const probe: Probe = {
  id: CANCELLATION,
  revisions: ["2026-07-28"],
  transports: ["stdio"],
  children: 1,
  follows: [`${USE_WALKS}/1`],
  impact: "read",
  after: [DISCOVER],
  watches: true,
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        if (!(await round(kit, ""))) await round(kit, " again");
      }),
    ),
};

/** True when the child still answered afterwards. */
async function round(kit: Kit, again: string): Promise<boolean> {
  const child = await kit.fresh();
  if (!isServed(await control(child, `control before${again}`))) return true;
  const requestId = `never-issued-${kit.word()}`;
  const params = { requestId, reason: "No such request" };
  await child.notify(`cancelled${again}`, "notifications/cancelled", params, { tags: { requestId } });
  await kit.others();
  return isServed(await control(child, `control after${again}`));
}

export default probe;
