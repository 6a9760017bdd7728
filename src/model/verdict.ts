import type { Finding, Note } from "./rule.ts";

export type Verdict =
  | { readonly outcome: "pass"; readonly notes: readonly Note[] }
  | { readonly outcome: "fail"; readonly findings: readonly [Finding, ...Finding[]]; readonly notes: readonly Note[] }
  /** It asks nothing of this server, or (advice) could not be measured. */
  | { readonly outcome: "skip"; readonly reason: string }
  /** Not evaluable: we could not see. */
  | { readonly outcome: "unknown"; readonly reason: string };
