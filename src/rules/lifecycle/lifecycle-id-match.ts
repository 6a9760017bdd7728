import { judgedEach } from "../../facts/cases.ts";
import { describe, shown } from "../../facts/evidence.ts";
import { type IdAnswer, integerIds } from "../../facts/ids.ts";
import { type Finding, finding, type Note, note, type Rule } from "../../model/rule.ts";

/** `strict`: an id that is refused is a fault, not only a remark. */
function judge(answer: IdAnswer, strict: boolean): readonly (Finding | Note)[] {
  const { id, exchange } = answer;
  const expected = `id ${JSON.stringify(id)}`;
  if (answer.kind === "no-response") {
    const actual = describe(exchange);
    const what = `A request with the id ${shown(id)} got no response twice, while one with another id was served: ${actual}`;
    return [strict ? finding(what, exchange.id, { expected, actual }) : note(what, exchange.id)];
  }
  const back = answer.message["id"];
  if (back !== id) {
    const at = { exchange: exchange.id, pointer: `${answer.pointer}/id` };
    return [finding(`The id ${shown(id)} came back as ${shown(back)}`, at, { expected, actual: shown(back) })];
  }
  if (!answer.refused) return [];
  const what = `A request with the id ${shown(id)} was refused twice, while one with another id was served`;
  return [
    strict ? finding(what, exchange.id, { expected: "a result", actual: describe(exchange) }) : note(what, exchange.id),
  ];
}

const rule: Rule = {
  id: "lifecycle-id-match",
  category: "lifecycle",
  profile: "core",
  title: "Integer ids come back unchanged",
  why: "The id is the only way to find the request that an answer belongs to; a client that counts from 0 hangs when 0 is taken for nothing.",
  fix: "Send the request's id back as it came, the same JSON number: do not turn it into text, and do not test it for truth, because 0 is an id.",
  revisions: {
    "2025-11-25": judgedEach({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#result-responses"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "Pings with an ordinary integer id, 0 and 9007199254740991; what is not served is asked once more.",
        pass: "Each answer has the numerically equal number as its id.",
        fail: "An id of another value or type, or none; 0 or the large one refused or left without an answer, twice, while the ordinary one is served.",
        skip: "Not evaluable when the ordinary ping is not answered, or somebody else answers.",
      },
      cases: integerIds,
      judge: (answer) => judge(answer, true),
    }),
    "2026-07-28": judgedEach({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#result-responses"],
      transports: ["http", "stdio"],
      method: {
        probe: "server/discover with an ordinary integer id, 0, -5 and 9007199254740991.",
        pass: "Each answer has the same number as its id. An id that is refused is noted.",
        fail: "An answer, error or result, whose id has another value or type, is null or missing.",
        skip: "Not evaluable when the ordinary request is not answered, or somebody else answers.",
      },
      cases: integerIds,
      judge: (answer) => judge(answer, false),
    }),
  },
};

export default rule;
