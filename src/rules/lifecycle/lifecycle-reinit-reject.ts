import { describe } from "../../facts/evidence.ts";
import { afterSecondInitialize } from "../../facts/survival.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-reinit-reject",
  category: "lifecycle",
  profile: "core",
  title: "A second initialize does not take the server down",
  why: "A client that reconnects, or one with a bug, sends initialize twice; nobody else's session may end of it.",
  fix: "Answer a second initialize in an open session with an error, or open a new session; never let it reach an assertion that ends the process.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/lifecycle#initialization"],
      transports: ["http"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "In a session of its own: a second initialize with the session's headers, then a ping with the first session's id and, where that is not served, one in a new session.",
        pass: "Anything after which the server serves; what it answered is noted.",
        fail: "Neither the old session nor a new one is served, twice, a second apart.",
        skip: "Skipped when the session was not served before, or somebody else answers.",
      },
      uses: { survival: afterSecondInitialize },
      judge: ({ survival: { deed, life, silence } }) => {
        if (silence !== undefined) {
          const actual = describe(silence);
          return [
            finding(`After a second initialize the server serves nobody: ${actual}`, silence.id, {
              expected: "a ping is served",
              actual,
            }),
          ];
        }
        const where = life?.label.startsWith("anew") === true ? "a new session" : "the old session";
        return [
          note(`A second initialize was answered with ${describe(deed)}; ${where} was served afterwards`, deed.id),
        ];
      },
    }),
  },
};

export default rule;
