import { known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { initializeParams, offeredVersion } from "../../protocol/dialects/mod.ts";

/** Opens the main session: initialize, and notifications/initialized once it was served. */
const probe: Probe = {
  id: "lifecycle/handshake",
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [],
  ready: () =>
    known(async (kit) => {
      const talk = await kit.main();
      const params = initializeParams(kit.clientInfo, {});
      const reply = replyOf(await talk.ask("initialize", "initialize", params));
      const other = reply.kind === "error" ? offeredVersion(reply.error) : undefined;
      // The server names the versions that it speaks instead of answering with one of them: ask for that one.
      if (other !== undefined) await talk.ask("initialize", "initialize", { ...params, protocolVersion: other });
      if (talk.session !== undefined) await talk.notify("initialized", "notifications/initialized");
    }),
};

export default probe;
