import { OLD_VERSION, UNSUPPORTED_VERSION } from "../../facts/discover.ts";
import { conversation, DISCOVER, declaredLists, discoverExchange } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { How, Probe } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { META_VERSION } from "../../protocol/dialects/2026-07-28.ts";
import { control } from "../control.ts";
import { patience } from "../patience.ts";
import { together } from "../together.ts";

/** Requests of a version that nobody speaks, the first of all on a connection (stdio: a child) of their own. */
const probe: Probe = {
  id: UNSUPPORTED_VERSION,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  children: 1,
  impact: "read",
  atOnce: 2,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(discoverExchange.of(recording), (greeting) =>
        known(async (kit) => {
          const talk = await kit.fresh();
          const methods = ["server/discover", ...declaredLists(recording).slice(0, 1)];
          const how: How = {
            meta: { [META_VERSION]: OLD_VERSION },
            headers: { "MCP-Protocol-Version": OLD_VERSION },
            freshConnection: true,
            faulty: true,
            timeoutMs: patience(greeting),
          };
          let plain = true;
          await together(kit, methods, async (method) => {
            plain = replyOf(await talk.ask(method, method, {}, how)).kind === "error" && plain;
          });
          // Anything but a JSON-RPC error may be somebody else's: is the server still served as before?
          if (!plain) await control(await kit.main(), "control after");
          // Only a process that took no harm is left to the next probe, nor went over to an older revision: discovery may
          // be served in both.
          if (kit.transport === "stdio") await talk.ask("left", methods[1] ?? "tools/list", {}, { part: "setup" });
        }),
      ),
    ),
};

export default probe;
