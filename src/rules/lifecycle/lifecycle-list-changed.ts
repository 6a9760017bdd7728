import { describe } from "../../facts/evidence.ts";
import { afterRootsChanged } from "../../facts/survival.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "lifecycle-list-changed",
  category: "lifecycle",
  profile: "core",
  title: "roots/list_changed from the client does no harm",
  why: "Clients with roots send this whenever a folder is opened; a server without a handler for it must not end of it.",
  fix: "Ignore notifications that you have no handler for. SDK servers do so by themselves.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["client/roots#root-list-changes", "client/roots#implementation-guidelines"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "In a session whose client declares roots: notifications/roots/list_changed; a roots/list that follows is answered with no roots; then a ping.",
        pass: "The ping is served, whatever the notification got (noted).",
        fail: "Over HTTP neither the session nor a new one is served, twice, a second apart; on stdio the ping is not, in two processes.",
        skip: "Skipped when the session was not served before, or somebody else answers.",
      },
      uses: { survival: afterRootsChanged },
      judge: ({ survival: { deed, silence } }) => {
        if (silence === undefined) {
          // On stdio a notification has no answer to tell of.
          return statusOf(deed) === undefined
            ? []
            : [note(`notifications/roots/list_changed was answered with ${describe(deed)}`, deed.id)];
        }
        const actual = describe(silence);
        return [
          finding(`After notifications/roots/list_changed the server serves nobody: ${actual}`, silence.id, {
            expected: "a ping is served",
            actual,
          }),
        ];
      },
    }),
  },
};

export default rule;
