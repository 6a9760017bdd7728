import { describe, shorten } from "../../facts/evidence.ts";
import { heldStream } from "../../facts/streams.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

/** So many findings say enough. */
const MOST = 3;

const rule: Rule = {
  id: "transport-get-stream",
  category: "transport",
  profile: "core",
  title: "The GET stream can be used",
  why: "Clients parse every message event of the stream as JSON-RPC and break on anything else; and a stream that blocks other requests stops the session.",
  fix: "Send heartbeats as comments (a line that begins with a colon) or under an event type of your own, and let the open stream block nothing.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#listening-for-messages-from-the-server", "basic/index#messages"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe:
          "A GET stream in a session of its own is held while the other probes run (at least 300 ms, at most some seconds), with a ping meanwhile, between two others.",
        pass: "Events of the type message, or of none, are empty or hold a JSON-RPC message; the ping is served. 405 passes too.",
        fail: "Such an event with other data; a ping that is unanswered only while the stream is open.",
        skip: "Not evaluable when GET opened no stream (transport-get says why) or a ping was not served for another reason.",
      },
      uses: { held: heldStream },
      judge: ({ held: { stream, strange, blocked } }) => [
        ...strange.slice(0, MOST).map((frame) =>
          finding("An event of the GET stream is no JSON-RPC message", stream.id, {
            expected: "a JSON-RPC message, empty data, or an event type of its own",
            actual: shorten(frame.data ?? ""),
          }),
        ),
        ...(blocked === undefined
          ? []
          : [
              finding("A ping was not answered while the GET stream was open", blocked.id, {
                expected: "a result",
                actual: describe(blocked),
              }),
            ]),
      ],
    }),
  },
};

export default rule;
