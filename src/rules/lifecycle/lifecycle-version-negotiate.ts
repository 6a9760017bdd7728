import { describe, shown } from "../../facts/evidence.ts";
import { UNKNOWN_VERSION, unknownVersion } from "../../facts/lifecycle.ts";
import { isObject } from "../../model/json.ts";
import { PUBLISHED_REVISIONS } from "../../model/revision.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "lifecycle-version-negotiate",
  category: "lifecycle",
  profile: "core",
  title: "An unknown version is not agreed to",
  why: "A client of a future revision believes the version in the answer; a server that echoes it promises what it cannot do.",
  fix: "Compare the version that was asked for with a list of those that you implement, and answer with the newest of yours when it is not among them.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/lifecycle#version-negotiation", "basic/lifecycle#error-handling"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe: `initialize for the version ${UNKNOWN_VERSION} on a connection (stdio: in a process) of its own.`,
        pass: "Another version in the answer, or an error: -32602 that names the supported versions, others with a note.",
        fail: `The answer says ${UNKNOWN_VERSION}.`,
        skip: "Not evaluable when the run's own initialize was not served, nothing answers, or somebody else does.",
      },
      uses: { exchange: unknownVersion },
      judge: ({ exchange }) => {
        const reply = replyOf(exchange);
        if (reply.kind !== "result") {
          const data = reply.kind === "error" && isObject(reply.error) ? reply.error["data"] : undefined;
          const named =
            reply.kind === "error" && reply.code === -32602 && isObject(data) && Array.isArray(data["supported"]);
          const how = named
            ? "one of the two answers that the page shows"
            : "not one of the answers that the page shows";
          return [note(`The unknown version was refused with ${describe(exchange)}, ${how}`, exchange.id)];
        }
        const version = isObject(reply.result) ? reply.result["protocolVersion"] : undefined;
        const at = { exchange: exchange.id, pointer: `${reply.pointer}/result/protocolVersion` };
        if (version === UNKNOWN_VERSION) {
          const what = `The server agreed to ${UNKNOWN_VERSION}, a version that does not exist`;
          return [finding(what, at, { expected: "a version that the server implements", actual: shown(version) })];
        }
        const published = typeof version === "string" && PUBLISHED_REVISIONS.includes(version);
        return published
          ? []
          : [note(`The server offered ${shown(version)} instead, which is no published revision`, at)];
      },
    }),
  },
};

export default rule;
