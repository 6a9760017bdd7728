import { known } from "../../model/fact.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Probe } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";

/** Versions that this tool can speak by `initialize`, newest first. */
const SPOKEN = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

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
      const first = await talk.ask("initialize", "initialize", params);
      const other = talk.session === undefined ? offered(replyOf(first)) : undefined;
      if (other !== undefined) {
        // The server names the versions that it speaks instead of answering with one of them: ask for that one.
        await talk.ask("initialize", "initialize", { ...params, protocolVersion: other }, { tags: { asked: other } });
      }
      if (talk.session !== undefined) await talk.notify("initialized", "notifications/initialized");
    }),
};

/** A version that an error's `data.supported` names and that we speak. */
function offered(reply: ReturnType<typeof replyOf>): string | undefined {
  if (reply.kind !== "error" || !isObject(reply.error)) return undefined;
  const data = reply.error["data"];
  const supported: Json | undefined = isObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported) ? SPOKEN.find((version) => supported.includes(version)) : undefined;
}

export default probe;
