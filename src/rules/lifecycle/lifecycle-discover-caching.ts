import { shown } from "../../facts/evidence.ts";
import { greeted } from "../../facts/greeting.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-discover-caching",
  category: "lifecycle",
  profile: "core",
  title: "Discovery says how long it may be cached",
  why: "Without ttlMs clients ask again before every request; without cacheScope one user's view may be shown to another.",
  fix: 'Put ttlMs, a whole number of milliseconds (0: do not cache), and cacheScope, "public" or "private", into the result of server/discover.',
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/caching#cacheable-results",
        "server/utilities/caching#time-to-live-ttl-field",
        "server/utilities/caching#cache-scope-field",
      ],
      transports: ["http", "stdio"],
      method: {
        probe: "ttlMs and cacheScope of the answer to server/discover; nothing is sent.",
        pass: 'ttlMs is an integer of at least 0, cacheScope "public" or "private".',
        fail: "Either is missing or something else: negative, fractional, another type, another word.",
        skip: "Not evaluable when server/discover was not served.",
      },
      uses: { ttl: greeted("ttlMs"), scope: greeted("cacheScope") },
      judge: ({ ttl, scope }) => {
        const findings: Finding[] = [];
        if (!(typeof ttl.value === "number" && Number.isInteger(ttl.value) && ttl.value >= 0)) {
          const actual = shown(ttl.value);
          findings.push(
            finding(`ttlMs of server/discover is ${actual}`, ttl.at, { expected: "an integer of at least 0", actual }),
          );
        }
        if (scope.value !== "public" && scope.value !== "private") {
          const actual = shown(scope.value);
          findings.push(
            finding(`cacheScope of server/discover is ${actual}`, scope.at, {
              expected: '"public" or "private"',
              actual,
            }),
          );
        }
        return findings;
      },
    }),
  },
};

export default rule;
