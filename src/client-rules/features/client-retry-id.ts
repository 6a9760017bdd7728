import { type Retry, retries } from "../../client-facts/facts.ts";
import { at } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Retry[] }): readonly Finding[] {
  return all.flatMap(({ asked, paused }) =>
    paused !== undefined && asked.id === paused.asked.id
      ? [
          finding(`${asked.method} goes on under the id of the request before`, at(asked, "/id"), {
            expected: "a new id",
            actual: shown(asked.id),
          }),
        ]
      : [],
  );
}

const rule: Rule = {
  id: "client-retry-id",
  category: "lifecycle",
  profile: "core",
  title: "A retry with input has a new id",
  why: "It is a request of its own; under the old id logs and answers of the two get mixed up.",
  fix: "Take the next id for the request that carries inputResponses.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/patterns/mrtr#client-requirements-basic-workflow", "server/tools#input-required-tool-results"],
      fail: "The id of the request whose answer was input_required.",
      skip: "The client was asked for no input, or did not go on.",
      uses: { all: retries },
      judge,
    }),
  },
};

export default rule;
