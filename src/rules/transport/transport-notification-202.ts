import { sentMessage, shorten } from "../../facts/evidence.ts";
import { notificationPosts } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judgedInParts, type Note, note, type Rule } from "../../model/rule.ts";
import { bodyBytes, statusOf } from "../../protocol/answer.ts";

function judge(exchange: Exchange): readonly Finding[] {
  const status = statusOf(exchange) ?? 0;
  const method = sentMessage(exchange)?.method ?? "a notification";
  const expected = "HTTP 202 without a body, or an error status";
  if (status >= 300) return [];
  if (status !== 202) {
    return [finding(`${method} was answered with HTTP ${status}`, exchange.id, { expected, actual: `HTTP ${status}` })];
  }
  // Of an event stream any line is a body.
  const sent = exchange.frames.find((frame) => frame.kind !== "head" && (frame.kind !== "body" || frame.bytes > 0));
  if (sent === undefined) return [];
  const text =
    sent.kind === "body" || sent.kind === "comment" ? sent.text : sent.kind === "event" ? (sent.data ?? "") : "";
  const size = sent.kind === "body" ? `${bodyBytes(exchange)} bytes` : "an event stream";
  const actual = `${size}: ${shorten(text, 60)}`;
  return [finding(`The 202 answer to ${method} has a body`, exchange.id, { expected, actual })];
}

/** Refusing is allowed; refusing this one leaves the handshake open. */
function refusal(exchange: Exchange): readonly Note[] {
  const status = statusOf(exchange) ?? 0;
  return status >= 400 ? [note(`notifications/initialized was refused with HTTP ${status}`, exchange.id)] : [];
}

const rule: Rule = {
  id: "transport-notification-202",
  category: "transport",
  profile: "core",
  title: "An accepted notification gets 202 and no body",
  why: "Strict clients take any other answer to a notification for a failure, or try to read a response from it.",
  fix: "End the answer to a notification with status 202 and nothing else: in Express res.status(202).end(), not res.sendStatus(202), which writes the word Accepted.",
  revisions: {
    "2025-11-25": judgedInParts({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe: "The POST of notifications/initialized that opens the main session: status and bytes of the body.",
        pass: "202 with no byte of body. A 4xx is allowed and remarked.",
        fail: "Another 2xx; a 202 with a body.",
        skip: "Not evaluable when initialize was not served, or on 3xx, 5xx, no answer, or somebody else's answer.",
      },
      parts: notificationPosts,
      judge: (exchange) => [...judge(exchange), ...refusal(exchange)],
    }),
    "2026-07-28": judgedInParts({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http#sending-messages", "basic/index#notifications"],
      transports: ["http"],
      method: {
        probe:
          "POST of notifications/cancelled for an id that was never used, and of a notification that nobody knows, beside server/discover.",
        pass: "202 with no byte of body, or any 4xx, each on its own.",
        fail: "Another 2xx; a 202 with a body or an event stream that says something.",
        skip: "Not evaluable when server/discover was not served, or on 3xx, 5xx, no answer, or somebody else's answer.",
      },
      parts: notificationPosts,
      judge,
    }),
  },
};

export default rule;
