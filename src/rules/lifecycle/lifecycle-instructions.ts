import { shown } from "../../facts/evidence.ts";
import { type Member, offered } from "../../facts/greeting.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

function judge({ value, at }: Member): readonly Finding[] {
  if (typeof value === "string") return [];
  return [
    finding("instructions is no string", at, { expected: "a string, or no member at all", actual: shown(value) }),
  ];
}

const rule: Rule = {
  id: "lifecycle-instructions",
  category: "lifecycle",
  profile: "core",
  title: "instructions, if given, is a string",
  why: "Clients put the text into the model's context as it is; anything but a string is lost, or fails their validation.",
  fix: "Give instructions as one string, or leave the member out: no array of lines, no null.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["schema#initializeresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe: "instructions of the answer to initialize; nothing is sent.",
        pass: "A string, of any length.",
        fail: "Anything else, null included.",
        skip: "Skipped when the server gives none. Not evaluable when initialize was not served.",
      },
      uses: { instructions: offered("instructions") },
      judge: ({ instructions }) => judge(instructions),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/discover#discoverresult", "schema#discoverresult"],
      transports: ["http", "stdio"],
      method: {
        probe: "instructions of the answer to server/discover; nothing is sent.",
        pass: "A string, of any length.",
        fail: "Anything else, null included.",
        skip: "Skipped when the server gives none. Not evaluable when server/discover was not served.",
      },
      uses: { instructions: offered("instructions") },
      judge: ({ instructions }) => judge(instructions),
    }),
  },
};

export default rule;
