import { type Retry, retries } from "../../client-facts/facts.ts";
import { at } from "../../client-facts/heard.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

/** The params that are the request's own: they have to be those of the request that was paused. */
function own(params: Json | undefined): Json {
  if (!isObject(params)) return null;
  const { _meta, inputResponses, requestState, ...rest } = params;
  return rest;
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}

function judge({ all }: { readonly all: readonly Retry[] }): readonly Finding[] {
  return all.flatMap(({ asked, params, paused }) => {
    const state = params["requestState"];
    if (state === undefined) return [];
    if (paused === undefined) {
      return [
        finding(
          `${asked.method} carries a requestState that the server never gave`,
          at(asked, "/params/requestState"),
          {
            expected: "the requestState of the input_required result, unchanged",
            actual: shown(state, 40),
          },
        ),
      ];
    }
    const same =
      asked.method === paused.asked.method &&
      JSON.stringify(sorted(own(params))) === JSON.stringify(sorted(own(paused.asked.params)));
    return same
      ? []
      : [
          finding(`The requestState of ${paused.asked.method} is used for another request`, at(asked, "/params"), {
            expected: shown({ method: paused.asked.method, params: own(paused.asked.params) }),
            actual: shown({ method: asked.method, params: own(params) }),
          }),
        ];
  });
}

const rule: Rule = {
  id: "client-request-state",
  category: "lifecycle",
  profile: "core",
  title: "requestState goes back unchanged, with the request that it belongs to",
  why: "It is the server's memory: changed, made up or put to another request it is refused, or does harm.",
  fix: "Repeat method and params of the request as they were, and add requestState exactly as the input_required result gave it; where it gave none, send none.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/patterns/mrtr#client-requirements-basic-workflow", "basic/patterns/mrtr#inputrequiredresult"],
      fail: "A requestState that stood in no input_required result, or that comes with another method or other params.",
      skip: "The client was asked for no input, or did not go on.",
      uses: { all: retries },
      judge,
    }),
  },
};

export default rule;
