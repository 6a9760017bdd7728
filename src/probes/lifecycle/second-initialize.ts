import { conversation, HANDSHAKE } from "../../facts/session.ts";
import { DEED } from "../../facts/survival.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";
import { survive } from "../survive.ts";

/** A second initialize in an open session. Comes last: it may end the session, and a weak server. */
const probe: Probe = {
  id: "lifecycle/second-initialize",
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "may-crash",
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known((kit) =>
        survive(kit, recording, (talk, attempt) => {
          const { id, version } = talk.session ?? {};
          const headers: { [name: string]: string } = {};
          if (id !== undefined) headers["MCP-Session-Id"] = id;
          if (version !== undefined) headers["MCP-Protocol-Version"] = version;
          // Given raw, so that the conversation goes on in the session that it has.
          const sent = talk.compose("initialize", initializeParams(kit.clientInfo, {}), { headers });
          return talk.raw(`${DEED} ${attempt}`, sent, { faulty: true });
        }),
      ),
    ),
};

export default probe;
