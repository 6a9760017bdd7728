import { type Given, given } from "../../client-facts/facts.ts";
import { absent, fact, known } from "../../model/fact.ts";
import type { Revision } from "../../model/revision.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { validate } from "../../protocol/schemas/validators.ts";
import { heard } from "../rule.ts";

const sampled = fact<readonly Given[]>("answers to sampling", [given], (recording) => {
  const all = given.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => one.method === "sampling/createMessage");
  return list.length === 0 ? absent("The client answered no sampling request") : known(list);
});

function judgeFor(revision: Revision) {
  return ({ all }: { readonly all: readonly Given[] }): readonly Finding[] =>
    all.flatMap(({ result, at }) =>
      validate(revision, "CreateMessageResult", result).map((fault) =>
        finding(fault.message, { ...at, pointer: at.pointer + fault.pointer }, fault),
      ),
    );
}

const fail = "The answer does not fit CreateMessageResult of the schema.";
const skip = "The client answered no sampling request.";

const rule: Rule = {
  id: "client-sampling-result",
  category: "schema",
  profile: "core",
  title: "Answers to sampling have role, content and model",
  why: "The server reads the model's words from them.",
  fix: "Answer {role: assistant, content, model, stopReason} with content blocks of the schema.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/index#messages"],
      fail,
      skip,
      uses: { all: sampled },
      judge: judgeFor("2025-11-25"),
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["client/sampling#messages"],
      fail,
      skip,
      uses: { all: sampled },
      judge: judgeFor("2026-07-28"),
    }),
  },
};

export default rule;
