import { describe } from "../../facts/evidence.ts";
import { afterStrayProgress } from "../../facts/survival.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "lifecycle-progress",
  category: "lifecycle",
  profile: "core",
  title: "A stray progress notification does no harm",
  why: "Progress for a request that is over arrives late in ordinary use; a server that looks its token up and finds nothing must not end of it.",
  fix: "Ignore notifications/progress whose token you do not know, and do not throw outside a handler.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/utilities/progress#behavior-requirements"],
      transports: ["http"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe: "In a session of its own: notifications/progress for a token that was never given, then a ping.",
        pass: "The ping is served, whatever the notification got (noted).",
        fail: "Neither the session nor a new one is served, twice, a second apart.",
        skip: "Skipped when the session was not served before, or somebody else answers.",
      },
      uses: { survival: afterStrayProgress },
      judge: ({ survival: { deed, silence } }) => {
        if (silence === undefined) {
          // On stdio a notification has no answer to tell of.
          return statusOf(deed) === undefined
            ? []
            : [note(`notifications/progress was answered with ${describe(deed)}`, deed.id)];
        }
        const actual = describe(silence);
        return [
          finding(`After notifications/progress the server serves nobody: ${actual}`, silence.id, {
            expected: "a ping is served",
            actual,
          }),
        ];
      },
    }),
  },
};

export default rule;
