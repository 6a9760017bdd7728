import { mutant, set, telling, without } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "a change is told before the acknowledgement", revisions: ["2026-07-28"] },
    telling((message, sending) =>
      message["method"] === "notifications/subscriptions/acknowledged"
        ? [
            {
              jsonrpc: "2.0",
              method: "notifications/tools/list_changed",
              params: { _meta: { "io.modelcontextprotocol/subscriptionId": sending.request?.id ?? 0 } },
            },
            message,
          ]
        : message,
    ),
  ),
  mutant(
    { name: "the subscription id becomes a text", revisions: ["2026-07-28"] },
    telling((message, sending) =>
      message["method"] === "notifications/subscriptions/acknowledged"
        ? set(message, "/params/_meta/io.modelcontextprotocol~1subscriptionId", String(sending.request?.id))
        : message,
    ),
  ),
  mutant({ name: "declared, but listen does not exist", revisions: ["2026-07-28"] }, without("subscriptions/listen")),
];
