import { discovery } from "../../facts/discover.ts";
import { describe, typeName } from "../../facts/evidence.ts";
import { isObject } from "../../model/json.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const EXPECTED = "a DiscoverResult";

const rule: Rule = {
  id: "lifecycle-discover",
  category: "lifecycle",
  profile: "core",
  title: "server/discover is answered with a result",
  why: "Clients learn from it which versions and features a server has, and on stdio whether it speaks this revision at all.",
  fix: "Implement server/discover: supportedVersions, capabilities, ttlMs and cacheScope. SDKs of this revision do so by themselves.",
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/versioning#protocol-version-negotiation", "server/discover#response"],
      transports: ["http", "stdio"],
      method: {
        probe: "server/discover as the first request of the run.",
        pass: "A result that is an object; its members are judged by other checks.",
        fail: "A JSON-RPC error; a result that is no object; a response with another id; on stdio no answer while a later request is answered.",
        skip: "Not evaluable when somebody else answers, nothing does, an HTTP status comes without a JSON-RPC response, or -32022 names other versions only.",
      },
      uses: { exchange: discovery },
      judge: ({ exchange }) => {
        const reply = replyOf(exchange);
        const actual = describe(exchange);
        if (reply.kind !== "result") {
          return [finding(`server/discover was not served: ${actual}`, exchange.id, { expected: EXPECTED, actual })];
        }
        if (isObject(reply.result)) return [];
        const at = { exchange: exchange.id, pointer: `${reply.pointer}/result` };
        return [
          finding("The result of server/discover is no object", at, {
            expected: EXPECTED,
            actual: typeName(reply.result),
          }),
        ];
      },
    }),
  },
};

export default rule;
