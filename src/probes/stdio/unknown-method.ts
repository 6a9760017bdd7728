import { UNKNOWN_METHOD_AGAIN, unknownMethodTrouble } from "../../facts/stdio.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** Where the shared child went away or silent at an unknown method: the same in a fresh one. */
const probe: Probe = {
  id: UNKNOWN_METHOD_AGAIN,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["stdio"],
  impact: "read",
  after: ["errors/unknown-method"],
  ready: (recording) =>
    andThen(unknownMethodTrouble.of(recording), () =>
      known(async (kit) => {
        const child = await kit.fresh();
        const method = kit.revision === "2025-11-25" ? `conformance/none-${kit.word()}` : `x-probe/${kit.word()}`;
        await control(child, "control before");
        await child.ask("unknown method", method, {});
        await control(child, "control after");
      }),
    ),
};

export default probe;
