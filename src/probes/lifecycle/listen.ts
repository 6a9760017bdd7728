import { RESOURCES } from "../../facts/lists.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { filterFor, isOfSubscription, LISTEN } from "../../facts/subscriptions.ts";
import type { Frame } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { messagesOf } from "../../protocol/jsonrpc.ts";
import { control } from "../control.ts";

/** How long the first message of a subscription may take (milliseconds). */
const PATIENCE_MS = 10_000;

/** Subscribes to everything that is declared, until the first message of the subscription; then cancels it. */
const probe: Probe = {
  id: LISTEN,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 1,
  after: [DISCOVER, RESOURCES.probe],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const params = { notifications: filterFor(recording) };
        // On HTTP the end of the exchange closes the stream, and that cancels the subscription.
        const isFirst = (frame: Frame) => messagesOf(frame).some((one) => isOfSubscription(one.json, one.kind));
        const listen = await talk.ask("listen", "subscriptions/listen", params, {
          timeoutMs: Math.min(PATIENCE_MS, kit.timeoutMs),
          enough: isFirst,
        });
        // Is it the subscription that is silent, or the server?
        if (!listen.frames.some(isFirst)) await control(talk, "control");
        const id = listen.sent?.ids[0];
        if (kit.transport === "stdio" && id !== undefined) {
          await talk.notify("cancel", "notifications/cancelled", { requestId: id });
        }
      }),
    ),
};

export default probe;
