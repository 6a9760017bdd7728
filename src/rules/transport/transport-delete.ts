import { describe, isServed } from "../../facts/evidence.ts";
import { deletedSession } from "../../facts/transport.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "transport-delete",
  category: "transport",
  profile: "core",
  title: "DELETE ends the session or answers 405",
  why: "A client that ends its session relies on it: a session that lives on keeps its resources, and whoever has the id can go on in it.",
  fix: "On DELETE forget the session before you answer 2xx, or answer 405 if clients may not end sessions.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#session-management"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe:
          "DELETE in a session of its own, then a ping with the old id; where that is served, again after one and after two seconds.",
        pass: "405; or 2xx, and the old id is not served any more. Another status is remarked.",
        fail: "DELETE is answered with 2xx, yet the old id is served still.",
        skip: "When initialize gave no session id. Not evaluable when the ping before DELETE was not served, or somebody else answered.",
      },
      uses: { seen: deletedSession },
      judge: ({ seen: { deletion, later } }) => {
        const status = statusOf(deletion) ?? 0;
        if (status === 405) return [];
        if (status < 200 || status > 299)
          return [note(`DELETE was answered with HTTP ${status}; the specification names 405 only`, deletion.id)];
        const last = later.at(-1);
        if (last === undefined || !isServed(last)) return [];
        return [
          finding("A session that DELETE ended is served still", last.id, {
            expected: "HTTP 404",
            actual: `${describe(last)}, ${later.length} times`,
          }),
        ];
      },
    }),
  },
};

export default rule;
