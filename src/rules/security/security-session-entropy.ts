import { shorten } from "../../facts/evidence.ts";
import { issuedIds, patternOf } from "../../facts/session-ids.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";

/** Shorter ids leave little to guess, whatever they are made of. */
const SHORT = 16;

const rule: Rule = {
  id: "security-session-entropy",
  category: "security",
  profile: "core",
  title: "Session ids are not guessable",
  why: "Whoever can guess the id of a session can speak in it, and read what belongs to its user.",
  fix: "Make session ids with a cryptographic random source: crypto.randomUUID() or 16 random bytes. No counters, no clocks.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["basic/transports#session-management"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe: "12 sessions are opened, 50 ms apart, their ids compared, and the sessions ended by DELETE.",
        pass: "All differ and no pattern is seen. Fewer than 16 characters are a remark.",
        fail: "An id comes twice; without what all share the ids count up (by a constant step, or by 1 to 64 as others open sessions too); or the one run of digits that varies is the time, in s, ms or us, within 5 s.",
        skip: "Skipped when the server gives no session id. Not evaluable when initialize was not served or fewer than 5 ids were given.",
      },
      uses: { ids: issuedIds },
      judge: ({ ids }) => {
        const pattern = patternOf(ids);
        const shown = `${ids
          .slice(0, 3)
          .map(({ id }) => shorten(id, 60))
          .join(", ")}, ...`;
        const at = ids[pattern?.index ?? 0]?.exchange.id ?? "";
        if (pattern !== undefined) {
          const said = { expected: "ids from a cryptographic random source", actual: shown };
          return [finding(`Session ids can be guessed: ${pattern.what}`, at, said)];
        }
        const short = ids.find(({ id }) => id.length < SHORT);
        return short === undefined
          ? []
          : [note(`Session ids have only ${short.id.length} characters`, short.exchange.id)];
      },
    }),
  },
};

export default rule;
