import { judgedEach } from "../../facts/cases.ts";
import { describe, shown } from "../../facts/evidence.ts";
import { type IdAnswer, stringIds } from "../../facts/ids.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";

function judge(answer: IdAnswer): readonly Finding[] {
  const { id, exchange } = answer;
  const expected = `a result with the id ${shown(id)}`;
  const refused = (): readonly Finding[] => {
    const actual = describe(exchange);
    const what = `A request with the id ${shown(id)} was refused twice, while one with an integer id was served: ${actual}`;
    return [finding(what, exchange.id, { expected, actual })];
  };
  if (answer.kind === "no-response") return refused();
  const back = answer.message["id"];
  if (back !== id) {
    const at = { exchange: exchange.id, pointer: `${answer.pointer}/id` };
    return [finding(`The id ${shown(id)} came back as ${shown(back)}`, at, { expected, actual: shown(back) })];
  }
  return answer.refused ? refused() : [];
}

const METHOD = {
  pass: "Each is served, with the same string as the id of the answer.",
  fail: "The id comes back changed, as a number, or not at all; or the request is refused, twice, while an integer id is served.",
  skip: "Not evaluable when the request with an integer id is not served, nothing answers, or somebody else does.",
};

const rule: Rule = {
  id: "lifecycle-string-id",
  category: "lifecycle",
  profile: "core",
  title: "String ids come back unchanged",
  why: "Many clients use random strings as ids, and a digit string is no number to them: changed, the answer is lost.",
  fix: "Keep the id as the JSON value that it was: no Number(), no trimming, no integer column. In typed languages the id is a string or an integer.",
  revisions: {
    "2025-11-25": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#requests", "basic/index#result-responses"],
      transports: ["http"],
      since: "2024-11-05",
      method: { probe: 'Pings with a random digit string such as "48213377" and "probe-<random>" as ids.', ...METHOD },
      cases: stringIds,
      judge,
    }),
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#requests", "basic/index#result-responses"],
      transports: ["http", "stdio"],
      method: {
        probe: 'server/discover with "probe-<random>", "007" and a string of 64 characters as ids.',
        ...METHOD,
      },
      cases: stringIds,
      judge,
    }),
  },
};

export default rule;
