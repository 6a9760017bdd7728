import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { hasVersionHeader, ODD_VERSIONS, oddVersion, VERSION_VALUES } from "../../facts/version-values.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { settle } from "../settle.ts";

/** How long the status line of the GET may take (milliseconds): a stream that opens may wait with it for its first event. */
const LONGEST_GET_MS = 5000;

/** Versions that no server speaks in the header of a session of its own: twice with a ping, once with a GET. */
const probe: Probe = {
  id: VERSION_VALUES,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  atOnce: 4,
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(hasVersionHeader.of(recording), () =>
        known(async (kit) => {
          const talk = await kit.fresh();
          if (talk.session === undefined) return;
          const how = (version: string) => ({
            headers: { "MCP-Protocol-Version": version },
            faulty: true,
            exact: true,
          });
          const [, get, ...pings] = await Promise.all([
            control(talk, "control"),
            talk.http("GET", "GET", {
              ...how(ODD_VERSIONS[0]),
              headers: { "MCP-Protocol-Version": ODD_VERSIONS[0], Accept: "text/event-stream" },
              timeoutMs: Math.min(kit.timeoutMs, LONGEST_GET_MS),
              enough: () => true,
            }),
            ...ODD_VERSIONS.map((version) => control(talk, oddVersion(version), how(version))),
          ]);
          await settle(talk, [get, ...pings]);
        }),
      ),
    ),
};

export default probe;
