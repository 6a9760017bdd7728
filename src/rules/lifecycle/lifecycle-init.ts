import { describe } from "../../facts/evidence.ts";
import { opening } from "../../facts/lifecycle.ts";
import { isObject } from "../../model/json.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const EXPECTED = "a result with protocolVersion, capabilities and serverInfo";

const rule: Rule = {
  id: "lifecycle-init",
  category: "lifecycle",
  profile: "core",
  title: "initialize opens a session",
  why: "Nothing else can be asked of a server whose handshake fails: no client gets past it.",
  fix: "Answer initialize with protocolVersion, capabilities and serverInfo, whatever version was asked for. With an SDK, connect the server to its transport before the first request comes, and look for an exception while it starts.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/lifecycle#initialization", "basic/lifecycle#error-handling"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "initialize for 2025-11-25 with no client capabilities. Where an error names versions (data.supported), once more with one of them.",
        pass: "A result that is an object with protocolVersion. A second try that was needed is noted.",
        fail: "A JSON-RPC error, an HTTP error, another result, or no answer within the start-up time.",
        skip: "Not evaluable when authorization, a gateway, a redirect or a broken connection stands in between.",
      },
      uses: { opening },
      judge: ({ opening: { exchange, refused } }) => {
        const reply = replyOf(exchange);
        const ok = reply.kind === "result" && (reply.status === undefined || reply.status < 300);
        if (!ok) {
          const actual = describe(exchange);
          return [finding(`initialize was not served: ${actual}`, exchange.id, { expected: EXPECTED, actual })];
        }
        if (!isObject(reply.result) || !("protocolVersion" in reply.result)) {
          const at = { exchange: exchange.id, pointer: `${reply.pointer}/result` };
          return [finding("The answer to initialize has no protocolVersion", at, { expected: EXPECTED })];
        }
        return refused === undefined
          ? []
          : [
              note(
                "The server refused 2025-11-25 with an error and was opened with a version that it named",
                refused.id,
              ),
            ];
      },
    }),
  },
};

export default rule;
