import { legacyReaction } from "../../facts/dual-era.ts";
import { describe, shown } from "../../facts/evidence.ts";
import type { Exchange } from "../../model/exchange.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const MODERN = "2026-07-28";

/**
 * An initialize without _meta is served by a revision that has one, or it is a malformed request and refused; its result
 * names the revision. Another date than ours is not looked at here.
 */
function wrongResult(exchange: Exchange): Finding | undefined {
  const reply = replyOf(exchange);
  if (reply.kind !== "result") return undefined;
  const version = isObject(reply.result) ? reply.result["protocolVersion"] : undefined;
  if (typeof version === "string" && version !== MODERN) return undefined;
  const pointer = `${reply.pointer}/result${version === undefined ? "" : "/protocolVersion"}`;
  const what =
    version === MODERN
      ? `initialize is answered with ${MODERN}, a revision that has no initialize`
      : "initialize is answered with a result that names no protocolVersion: neither served by an earlier revision nor refused";
  const at = { exchange: exchange.id, pointer };
  return finding(what, at, { expected: "an earlier revision, or a JSON-RPC error", actual: shown(version) });
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
      level: "MUST",
      clauses: [
        "basic/versioning#backward-compatibility-with-initialization-based-versions",
        "basic/versioning#compatibility-matrix",
        "basic/index#_meta",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "initialize for 2025-11-25 without _meta on a connection (stdio: in a process) of its own; over HTTP then server/discover, which is also asked before. A process that ends is compared with one that is left idle, and the request is made once more in another.",
        pass: "A result (the server serves both eras) or a refusal; which of them is noted.",
        fail: "Two processes end on the request while an idle one stays up; over HTTP server/discover is no longer served. The result names 2026-07-28, which has no initialize, or no version.",
        skip: "Not evaluable when nothing answers, or somebody else does, or server/discover was not served before either, or one of two processes ends and the other does not.",
      },
      uses: { reaction: legacyReaction },
      judge: ({ reaction }) => {
        if (reaction.kind === "survived") {
          const wrong = wrongResult(reaction.exchange);
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
