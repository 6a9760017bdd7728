import { shorten, shown } from "../../facts/evidence.ts";
import { serverRequests } from "../../facts/streams.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

/** So many findings say enough. */
const MOST = 3;

const rule: Rule = {
  id: "transport-no-server-requests",
  category: "transport",
  profile: "core",
  title: "The server never sends a JSON-RPC request",
  why: "Clients of this revision send no responses: a request of the server is never answered, and whatever waits for it hangs.",
  fix: "Where you need the client's help, answer with resultType input_required and put the request into inputRequests; do not call sampling, elicitation, roots or ping over the wire.",
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST NOT",
      clauses: [
        "basic/transports/index#messages",
        "basic/patterns/index",
        "basic/transports/streamable-http#receiving-messages",
        "basic/transports/stdio#receiving-messages",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "Every message that the server sent in the run, on any stream or stdout. Left out are connections on which the server may speak an older revision.",
        pass: "None of them has both a method and an id.",
        fail: "One or more do: sampling/createMessage, elicitation/create, roots/list, ping.",
        skip: "Not evaluable when the server sent no message.",
      },
      uses: { requests: serverRequests },
      judge: ({ requests }) =>
        requests.slice(0, MOST).map(({ exchange, message, pointer }) =>
          finding(
            `The server sent a request: ${shorten(String(message["method"]), 60)}`,
            { exchange: exchange.id, pointer },
            {
              expected: "responses and notifications only",
              actual: shown(message),
            },
          ),
        ),
    }),
  },
};

export default rule;
