import { BURST_SIZE, type Burst, burst } from "../../facts/burst.ts";
import { describe } from "../../facts/evidence.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

function remarks({ limited, failed, tool }: Burst, modern: boolean): readonly Note[] {
  const made = `Of ${BURST_SIZE} requests at once`;
  const calls =
    modern && !tool ? [note("No read-only tool without arguments is listed: server/discover was asked instead")] : [];
  const broken = failed > 0 ? [note(`${made}, ${failed} failed or got no answer`)] : [];
  const limit =
    limited > 0
      ? [note(`${made}, ${limited} were turned down`)]
      : [note(`${made}, none was turned down: tool calls have to be limited, but no number is named`)];
  return [...calls, ...broken, ...limit];
}

function down(dead: NonNullable<Burst["dead"]>): Finding {
  return finding(`${BURST_SIZE} requests at once brought the server down`, dead.id, {
    expected: "the next request served",
    actual: describe(dead),
  });
}

const rule: Rule = {
  id: "security-rate-limiting",
  category: "security",
  profile: "core",
  title: "A burst of requests does not bring the server down",
  why: "One client in a loop is enough to send such a burst; a server that does not come back from it is gone for everybody.",
  fix: "Limit the number of calls per client, answer more with 429 and Retry-After, and bound what runs at once. An unhandled rejection must not end the process.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["server/tools#security-considerations"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe:
          "50 pings at once in a session of its own, and a ping: right after, and after 2 s where that one is not served. Last of all.",
        pass: "A ping is served. How many were turned down, or failed, is a remark.",
        fail: "Neither the ping after 2 s nor one in a new session a second later is answered, or both with 5xx of the server.",
        skip: "Skipped when the ping before was not served, or somebody before the server answered the ones after.",
      },
      uses: { burst },
      judge: (facts) => (facts.burst.dead === undefined ? remarks(facts.burst, false) : [down(facts.burst.dead)]),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["server/tools#security-considerations"],
      transports: ["http"],
      method: {
        probe:
          "50 calls at once of a read-only tool without required arguments (where there is none, of server/discover), then server/discover up to ten times, a second apart. Last of all.",
        pass: "server/discover is served again, or no more than half of the calls failed. How many were turned down is a remark.",
        fail: "More than half were answered with 5xx, dropped or left unanswered, and server/discover is not served again.",
        skip: "Skipped when server/discover was not served before, a single call was not answered, or a gateway answered all of them.",
      },
      uses: { burst },
      judge: (facts) => {
        const { dead, failed } = facts.burst;
        return dead !== undefined && failed > BURST_SIZE / 2 ? [down(dead)] : remarks(facts.burst, true);
      },
    }),
  },
};

export default rule;
