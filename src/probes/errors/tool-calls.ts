import { TOOL_CALLS } from "../../facts/errors.ts";
import { isServed } from "../../facts/evidence.ts";
import { DISCOVER, declares, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";

/** Calls of a tool that is not there, and of none at all, where the list of tools is served. */
const probe: Probe = {
  id: TOOL_CALLS,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 3,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(declares("tools").of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const name = `${kit.revision === "2025-11-25" ? "no-such-tool-" : "x_probe_"}${kit.word()}`;
        const params = kit.revision === "2025-11-25" ? {} : { arguments: {} };
        let listed = kit.transport === "http";
        await together<() => Promise<unknown>>(
          kit,
          [
            async () => {
              listed = isServed(await talk.ask("control", "tools/list"));
            },
            async () => listed && talk.ask("a tool that does not exist", "tools/call", { name, arguments: {} }),
            async () => listed && talk.ask("a call without a name", "tools/call", params, { faulty: true }),
          ],
          (send) => send(),
        );
      }),
    ),
};

export default probe;
