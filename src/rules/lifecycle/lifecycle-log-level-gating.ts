import { methodOf } from "../../facts/evidence.ts";
import { unaskedLogs } from "../../facts/log-messages.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-log-level-gating",
  category: "lifecycle",
  profile: "core",
  title: "No log messages unless a level was asked for",
  why: "Logging is opted into per request; a client that did not gets noise that it cannot place, and secrets that it should not see.",
  fix: 'Send notifications/message only for a request whose _meta has "io.modelcontextprotocol/logLevel", on that request\'s stream. Log everything else to stderr.',
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["server/utilities/logging#per-request-log-level"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every notifications/message of the run is read; nothing is sent.",
        pass: "None came for a request without logLevel.",
        fail: "One came on the stream of a request without logLevel, or on stdio before any request of that process had one.",
        skip: "Not evaluable when no request was answered. On stdio messages are not counted once a request with logLevel, or a broken one, was sent to the process.",
      },
      uses: { logs: unaskedLogs },
      judge: ({ logs }) =>
        logs.map(({ exchange, at }) =>
          finding(
            exchange.part === "stray"
              ? "A log message came though no request had asked for any"
              : `A log message came during ${methodOf(exchange)}, which has no logLevel`,
            at,
            { expected: "no notifications/message", actual: "notifications/message" },
          ),
        ),
    }),
  },
};

export default rule;
