import { describe } from "../../facts/evidence.ts";
import { cancellations } from "../../facts/lifecycle.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf, statusOf } from "../../protocol/answer.ts";

const EXPECTED = "HTTP 202, as for any notification";

/** Turned down: by an HTTP error status, or by a JSON-RPC error. */
function isRefused(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 200) >= 400 || replyOf(exchange).kind === "error";
}

function judgeOne(exchange: Exchange, of: string): readonly Finding[] {
  if (!isRefused(exchange)) return [];
  const actual = describe(exchange);
  return [finding(`The cancellation of ${of} was refused with ${actual}`, exchange.id, { expected: EXPECTED, actual })];
}

const rule: Rule = {
  id: "lifecycle-cancellation",
  category: "lifecycle",
  profile: "core",
  title: "Cancellations that come too late are ignored",
  why: "A cancellation and the answer pass each other on the network all the time; an error for it breaks clients that did nothing wrong.",
  fix: "Accept notifications/cancelled for any id with 202 and do nothing where no such request is running.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["basic/utilities/cancellation#error-handling", "basic/utilities/cancellation#timing-considerations"],
      transports: ["http"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "In a session of its own: notifications/cancelled for a request that was answered, for an id that was never used, and with params {}; then a ping.",
        pass: "The first two are accepted and the ping is served. A refusal of the third is noted.",
        fail: "An error status or JSON-RPC error for the first two; or the ping is not served, twice.",
        skip: "Not evaluable when notifications/initialized or a ping before was not accepted, or somebody else answers.",
      },
      uses: { cancellations },
      judge: ({ cancellations: { finished, unknown, empty, silenced } }): readonly (Finding | Note)[] => {
        const gone = silenced === undefined ? [] : [silenced];
        return [
          ...judgeOne(finished, "a request that was answered before"),
          ...judgeOne(unknown, "a request that was never made"),
          ...(isRefused(empty)
            ? [note(`A cancellation without requestId was refused with ${describe(empty)}`, empty.id)]
            : []),
          ...gone.map((one) => {
            const actual = describe(one);
            return finding(`After the cancellations a ping is not served: ${actual}`, one.id, {
              expected: "a result",
              actual,
            });
          }),
        ];
      },
    }),
  },
};

export default rule;
