import { isInputRequired } from "../../facts/calls.ts";
import { otherResults } from "../../facts/mrtr.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "schema-no-input-required-on-lists",
  category: "schema",
  profile: "core",
  title: "Input is asked for only where a client expects it",
  why: "A client has a way to answer input_required on tools/call, prompts/get and resources/read alone: on a list or on discovery it takes it for an empty or broken result.",
  fix: "Answer lists, server/discover, completion/complete and subscriptions/listen at once, whatever capabilities the client declares. What depends on the user belongs into a tool, a prompt or the reading of a resource.",
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["basic/patterns/mrtr#supported-requests"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "Every result of the run is read, by the method of its request; discovery and the lists are also asked with all capabilities of a client declared.",
        pass: "input_required comes only on tools/call, prompts/get and resources/read, or not at all.",
        fail: "It comes on any other method.",
        skip: "Not evaluable when no result of another method came.",
      },
      uses: { results: otherResults },
      judge: ({ results }) =>
        results.flatMap(({ message, at, answers }) => {
          if (!isInputRequired(message["result"] ?? null)) return [];
          const place = { exchange: at.exchange, pointer: `${at.pointer}/result/resultType` };
          const more = { expected: "a complete result", actual: '"input_required"' };
          return [finding(`${answers} is answered with input_required`, place, more)];
        }),
    }),
  },
};

export default rule;
