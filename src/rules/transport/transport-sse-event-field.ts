import { shorten } from "../../facts/evidence.ts";
import { responseEvents } from "../../facts/streams.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "transport-sse-event-field",
  category: "transport",
  profile: "core",
  title: "Responses come in message events",
  why: "Clients in the manner of EventSource listen for the type message, which is also that of events without one; a response under another type never reaches them.",
  fix: "Write responses as `event: message` or without an event line; other types are for what clients may pass over.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe: "The type of every event of the run that carries a JSON-RPC response.",
        pass: "No type, or message.",
        fail: "A response that came in an event of another type only.",
        skip: "When no response came in an event stream.",
      },
      uses: { events: responseEvents },
      judge: ({ events }) => {
        const [first] = events.filter((one) => one.type !== undefined && !one.alsoMessage);
        return first === undefined
          ? []
          : [
              finding("A response came in an event that clients pass over", first.exchange.id, {
                expected: "the event type message, or none",
                actual: shorten(first.type ?? ""),
              }),
            ];
      },
    }),
  },
};

export default rule;
