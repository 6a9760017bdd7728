import { completeReads } from "../../facts/resources.ts";
import { isObject } from "../../model/json.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { cachingFindings } from "../caching.ts";

const rule: Rule = {
  id: "resources-read-caching",
  category: "resources",
  profile: "core",
  title: "Every read resource says how long and for whom it may be cached",
  why: "Without ttlMs and cacheScope a client has to read the resource again each time, or guess; a cache that is shared between users must not guess.",
  fix: 'Put ttlMs (a whole number of milliseconds, 0 for "do not cache") and cacheScope ("private" where the contents depend on who asks) into every complete result of resources/read, beside contents. The TypeScript SDK 2.x takes them as cacheHint of a resource. A result that asks for input carries neither.',
  revisions: {
    "2026-07-28": judged({
      required: "resources",
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/caching#cacheable-results",
        "server/utilities/caching#time-to-live-ttl-field",
        "server/utilities/caching#cache-scope-field",
      ],
      transports: ["http", "stdio"],
      method: {
        probe: "The complete results of reading up to three listed resources are read.",
        pass: 'In every one ttlMs is an integer from 0 up and cacheScope is "public" or "private".',
        fail: "Either is missing, of another type, negative, fractional, or another word.",
        skip: "Skipped where resources is not declared, none is listed, or each asks for input first or needs a capability of the client. Not evaluable when no read was served.",
      },
      uses: { reads: completeReads },
      judge: ({ reads }) =>
        reads.flatMap(({ exchange, result, pointer }) =>
          isObject(result)
            ? cachingFindings("The result of resources/read", result, { exchange: exchange.id, pointer })
            : [],
        ),
    }),
  },
};

export default rule;
