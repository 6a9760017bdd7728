import { promptList } from "../../facts/lists.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { cachingFindings } from "../caching.ts";
import { limited } from "../members.ts";

const rule: Rule = {
  id: "prompts-list-caching",
  category: "prompts",
  profile: "core",
  title: "Every page of prompts/list says how long and for whom it may be cached",
  why: "Without ttlMs and cacheScope a client has to fetch the list again each time, or guess; a cache that is shared between users must not guess.",
  fix: 'Put ttlMs (a whole number of milliseconds, 0 for "do not cache") and cacheScope ("public", or "private" where the list depends on who asks) into every result of prompts/list, on every page. The TypeScript SDK 2.x takes them as the server option cacheHints.',
  revisions: {
    "2026-07-28": judged({
      required: "prompts",
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/caching#cacheable-results",
        "server/utilities/caching#time-to-live-ttl-field",
        "server/utilities/caching#cache-scope-field",
      ],
      transports: ["http", "stdio"],
      method: {
        probe: "Every page of prompts/list is read.",
        pass: 'On every page ttlMs is an integer from 0 up and cacheScope is "public" or "private".',
        fail: "Either is missing, of another type, negative, fractional, or another word.",
        skip: "Skipped where prompts is not declared. Not evaluable when prompts/list was not served.",
      },
      uses: { pages: promptList.pages },
      judge: ({ pages }) =>
        limited(
          pages.flatMap(({ exchange, result, pointer }, index) =>
            cachingFindings(`Page ${index + 1} of prompts/list`, result, { exchange: exchange.id, pointer }),
          ),
        ),
    }),
  },
};

export default rule;
