import { LOG_LEVELS } from "../../facts/lifecycle.ts";
import { declares, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";

/** Every level of logging/setLevel, one after the other; info comes last, so that the session is left quiet. */
const probe: Probe = {
  id: "lifecycle/log-levels",
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 1,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(declares("logging").of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        await control(talk, "control");
        for (const level of LOG_LEVELS) await talk.ask(level, "logging/setLevel", { level });
      }),
    ),
};

export default probe;
