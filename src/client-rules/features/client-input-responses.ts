import { type Retry, retries } from "../../client-facts/facts.ts";
import { at } from "../../client-facts/heard.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

function judge({ all }: { readonly all: readonly Retry[] }): readonly Finding[] {
  return all.flatMap(({ asked, params, paused }) => {
    const wanted = Object.keys(paused?.inputRequests ?? {});
    const responses = params["inputResponses"];
    const lacking = wanted.filter((key) => !(isObject(responses) && Object.hasOwn(responses, key)));
    if (lacking.length === 0) return [];
    return [
      finding(`${asked.method} goes on without the input that was asked for`, at(asked, "/params"), {
        expected: `inputResponses with ${wanted.join(", ")}`,
        actual: `without ${lacking.join(", ")}`,
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-input-responses",
  category: "lifecycle",
  profile: "core",
  title: "A retry brings all input that was asked for",
  why: "Without it the server can only ask again: client and server go round in circles.",
  fix: "Answer every key of inputRequests in inputResponses before the retry; a user who will not answer is {action: decline} or {action: cancel}.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/patterns/mrtr#client-requirements-basic-workflow"],
      fail: "The requestState of an input_required result comes back without an answer to one of its inputRequests.",
      skip: "The client was asked for no input, or did not go on.",
      uses: { all: retries },
      judge,
    }),
  },
};

export default rule;
