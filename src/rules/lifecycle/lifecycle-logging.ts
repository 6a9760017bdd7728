import { judgedEach } from "../../facts/cases.ts";
import { describe, typeName } from "../../facts/evidence.ts";
import { logLevels } from "../../facts/lifecycle.ts";
import { isObject } from "../../model/json.ts";
import { finding, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-logging",
  category: "lifecycle",
  profile: "core",
  title: "logging/setLevel takes all eight levels",
  why: "Clients offer their users the eight syslog levels; one that is refused leaves them with an error or with noise.",
  fix: "Accept debug, info, notice, warning, error, critical, alert and emergency, and answer with {}. Where your logger has fewer levels, map them.",
  revisions: {
    "2025-11-25": judgedEach({
      required: "logging",
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/logging#capabilities",
        "server/utilities/logging#setting-log-level",
        "server/utilities/logging#log-levels",
      ],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe: "logging/setLevel with each of the eight levels, info last.",
        pass: "An object as the result of each.",
        fail: "A JSON-RPC error other than -32603 for a level, or a result that is no object.",
        skip: "Skipped when logging is not declared. Not evaluable on -32603 (a configuration error is allowed), without an answer, or when a ping before is not served.",
      },
      cases: logLevels,
      judge: ({ level, exchange, reply }) => {
        if (reply.kind === "error") {
          const actual = describe(exchange);
          return [
            finding(`The log level ${level} is refused: ${actual}`, exchange.id, {
              expected: "an empty result",
              actual,
            }),
          ];
        }
        if (isObject(reply.result)) return [];
        const at = { exchange: exchange.id, pointer: `${reply.pointer}/result` };
        return [
          finding("The result of logging/setLevel is no object", at, {
            expected: "{}",
            actual: typeName(reply.result),
          }),
        ];
      },
    }),
  },
};

export default rule;
