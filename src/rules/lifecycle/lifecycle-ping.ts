import { describe, shown, typeName } from "../../facts/evidence.ts";
import { pingAnswer } from "../../facts/lifecycle.ts";
import { isObject } from "../../model/json.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

/** "Promptly" has no number; this is long for anybody (milliseconds). */
const LATE_MS = 5000;
const EXPECTED = "an empty result: {}";

const rule: Rule = {
  id: "lifecycle-ping",
  category: "lifecycle",
  profile: "core",
  title: "ping gets an empty result",
  why: "Clients and gateways ping to learn whether a connection is alive, and close one whose pings fail.",
  fix: "Answer ping with the result {}. SDK servers do so by themselves: look for a middleware or a catch-all that answers first.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/utilities/ping#behavior-requirements"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "A ping without params in the open session; where it gets no response, a request with an unknown method.",
        pass: "A result that is an object with no member but _meta. More than 5 s are noted.",
        fail: "A JSON-RPC error; a result that is no object or has other members; no response while the other request gets one.",
        skip: "Not evaluable when nothing in the session is answered, or somebody else answers.",
      },
      uses: { ping: pingAnswer },
      judge: ({ ping }) => {
        const reply = replyOf(ping);
        const said = describe(ping);
        if (reply.kind === "none" || reply.kind === "status") {
          return [
            finding(`ping gets no response while other requests do: ${said}`, ping.id, {
              expected: EXPECTED,
              actual: said,
            }),
          ];
        }
        if (reply.kind === "error")
          return [finding(`ping is answered with ${said}`, ping.id, { expected: EXPECTED, actual: said })];
        const result = reply.message["result"];
        const at = { exchange: ping.id, pointer: `${reply.pointer}/result` };
        if (!isObject(result)) {
          return [finding("The result of ping is no object", at, { expected: EXPECTED, actual: typeName(result) })];
        }
        if (Object.keys(result).some((key) => key !== "_meta")) {
          return [finding("The result of ping is not empty", at, { expected: EXPECTED, actual: shown(result) })];
        }
        return ping.ms > LATE_MS ? [note(`ping was answered after ${Math.round(ping.ms / 100) / 10} s`, ping.id)] : [];
      },
    }),
  },
};

export default rule;
