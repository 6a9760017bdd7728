import { describe, isServed } from "../../facts/evidence.ts";
import { browserRequest, plainText } from "../../facts/transport.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "transport-content-type-reject",
  category: "transport",
  profile: "core",
  title: "A request under text/plain opens no back door",
  why: "A web page can send text/plain to any address without asking first. A server that takes it can be driven by every page that its user opens, and one that chokes on it can be stopped.",
  fix: "Answer 415 to a POST whose Content-Type is not application/json, and check Origin before anything else.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe: "A ping under text/plain after one under application/json, then sound pings.",
        pass: "Refused; or served, which is remarked.",
        fail: "The server is dead afterwards: no answer or 5xx, twice, in a new session too.",
        skip: "When the sound ping before it was not served or somebody else answered.",
      },
      uses: { seen: plainText },
      judge: ({ seen: { subject, after, dead } }) => {
        if (dead) {
          return [
            finding("After a POST under text/plain the server is dead", after.id, {
              expected: "a result",
              actual: describe(after),
            }),
          ];
        }
        return isServed(subject)
          ? [note("A ping under text/plain was served: a web page can send it without a CORS preflight", subject.id)]
          : [];
      },
    }),
    "2026-07-28": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/transports/streamable-http#sending-messages"],
      transports: ["http"],
      method: {
        probe:
          "server/discover under text/plain, and the same as a browser's simple request: text/plain, a foreign Origin, no MCP header, no credential. Beside a sound one, and before another where no message came.",
        pass: "The simple request is refused. That text/plain alone is served is remarked.",
        fail: "The simple request is served.",
        skip: "When a sound request was not served, or somebody else answered (403 is taken for the server's own).",
      },
      uses: { seen: browserRequest },
      judge: ({ seen: { subject, plain } }) => [
        ...(isServed(subject)
          ? [
              finding("A browser's simple request from a foreign origin was served", subject.id, {
                expected: "a refusal",
                actual: describe(subject),
              }),
            ]
          : []),
        ...(isServed(plain)
          ? [note("The media type of requests is not checked: text/plain was served", plain.id)]
          : []),
      ],
    }),
  },
};

export default rule;
