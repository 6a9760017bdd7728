import { legacyReaction } from "../../facts/dual-era.ts";
import { describe } from "../../facts/evidence.ts";
import type { Exchange } from "../../model/exchange.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const MODERN = "2026-07-28";

/** A client that opens with initialize has to be served by a revision that has one: it cannot speak the other. */
function modernVersion(exchange: Exchange): Finding | undefined {
  const reply = replyOf(exchange);
  if (reply.kind !== "result" || !isObject(reply.result) || reply.result["protocolVersion"] !== MODERN)
    return undefined;
  const at = { exchange: exchange.id, pointer: `${reply.pointer}/result/protocolVersion` };
  const what = `initialize is answered with ${MODERN}, a revision that has no initialize`;
  return finding(what, at, { expected: "an earlier revision, or a JSON-RPC error", actual: MODERN });
}

const rule: Rule = {
  id: "lifecycle-dual-era",
  category: "lifecycle",
  profile: "core",
  title: "A legacy initialize does not take the server down",
  why: "Older clients open with initialize; a server may serve or refuse them, but who comes after must still be served.",
  fix: "Answer initialize either with a result that names an earlier revision (both eras) or with a JSON-RPC error that names the versions you support; never exit on it.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MAY",
      clauses: [
        "basic/versioning#backward-compatibility-with-initialization-based-versions",
        "basic/versioning#compatibility-matrix",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "initialize for 2025-11-25 without _meta on a connection (stdio: in a process) of its own; over HTTP then server/discover. A process that ends is compared with one that is left idle.",
        pass: "A result (the server serves both eras) or a refusal; which of them is noted.",
        fail: "The process ends on the request while an idle one stays up; over HTTP server/discover is no longer served. The result names 2026-07-28, which has no initialize.",
        skip: "Not evaluable when nothing answers, or somebody else does.",
      },
      uses: { reaction: legacyReaction },
      judge: ({ reaction }) => {
        if (reaction.kind === "survived") {
          const wrong = modernVersion(reaction.exchange);
          if (wrong !== undefined) return [wrong];
          const what =
            reaction.era === "dual" ? "also serves earlier revisions (initialize was served)" : "serves this era only";
          return [note(`The server ${what}`, reaction.exchange.id)];
        }
        const actual = describe(reaction.exchange);
        const what =
          reaction.kind === "ended"
            ? "The server process ends on a legacy initialize"
            : `After a legacy initialize server/discover is no longer served: ${actual}`;
        return [finding(what, reaction.exchange.id, { expected: "a result or a JSON-RPC error", actual })];
      },
    }),
  },
};

export default rule;
