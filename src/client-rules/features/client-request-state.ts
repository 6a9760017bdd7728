import { type Paused, pausesOf, type Retry, retries } from "../../client-facts/facts.ts";
import { type Asked, at, conversationsOf } from "../../client-facts/heard.ts";
import { absent, fact, type Known, known, unknown } from "../../model/fact.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heardInParts, shown } from "../rule.ts";

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

interface Carried {
  readonly retry: Retry;
  /** The request that waits for its state, where this one is the same with another state. */
  readonly waiting: Paused | undefined;
}

function isSame(one: Asked, other: Asked): boolean {
  return (
    one.method === other.method && JSON.stringify(sorted(own(one.params))) === JSON.stringify(sorted(own(other.params)))
  );
}

/** Each requestState that came. One that nobody waits for may have been given before this server was started. */
const carried = fact<readonly Known<Carried>[]>("states that came back", [retries], (recording) => {
  const all = retries.of(recording);
  if (all.state !== "known") return all;
  const pauses = conversationsOf(recording).flatMap(pausesOf);
  const list = all.value.flatMap((retry): readonly Known<Carried>[] => {
    if (retry.params["requestState"] === undefined) return [];
    const waiting = pauses.find((each) => each.asked.at < retry.asked.at && isSame(each.asked, retry.asked));
    return [
      retry.paused !== undefined || waiting !== undefined
        ? known({ retry, waiting })
        : unknown("where a requestState came from was not seen"),
    ];
  });
  return list.length === 0 ? absent("The client was given no requestState, or did not go on") : known(list);
});

function judge({ retry: { asked, params, paused }, waiting }: Carried): readonly Finding[] {
  if (paused === undefined) {
    const expected =
      waiting?.state === undefined
        ? "none: the input_required result had none"
        : "that of the input_required result, unchanged";
    return [
      finding(
        `${asked.method} goes on with a requestState that the server never gave`,
        at(asked, "/params/requestState"),
        {
          expected,
          actual: shown(params["requestState"], 40),
        },
      ),
    ];
  }
  return isSame(asked, paused.asked)
    ? []
    : [
        finding(`The requestState of ${paused.asked.method} is used for another request`, at(asked, "/params"), {
          expected: shown({ method: paused.asked.method, params: own(paused.asked.params) }),
          actual: shown({ method: asked.method, params: own(params) }),
        }),
      ];
}

const rule: Rule = {
  id: "client-request-state",
  category: "lifecycle",
  profile: "core",
  title: "requestState goes back unchanged, with the request that it belongs to",
  why: "It is the server's memory: changed, made up or put to another request it is refused, or does harm.",
  fix: "Repeat method and params of the request as they were, and add requestState exactly as the input_required result gave it; where it gave none, send none.",
  revisions: {
    "2026-07-28": heardInParts({
      level: "MUST",
      clauses: ["basic/patterns/mrtr#client-requirements-basic-workflow", "basic/patterns/mrtr#inputrequiredresult"],
      fail: "A request that was answered input_required comes again with another requestState than it was given; or the state comes with another method or other params.",
      skip: "The client was given no requestState, or did not go on. Not evaluable where a state comes that was given before the server was started, or never.",
      parts: carried,
      judge,
    }),
  },
};

export default rule;
