import {
  failure,
  handling,
  httpAnswer,
  methodOf,
  reheaded,
  result,
  trap,
  withCapabilities,
  withoutFeatures,
} from "../../support/mutate.ts";

export default [
  trap(
    { name: "nothing but tools, and nothing else is served", revisions: ["2025-11-25", "2026-07-28"] },
    withoutFeatures("resources", "prompts", "completions", "logging"),
  ),
  trap(
    { name: "an undeclared list is empty", revisions: ["2025-11-25"] },
    withoutFeatures("prompts"),
    handling("prompts/list", () => result({ prompts: [] })),
  ),
  trap(
    { name: "completion without values", revisions: ["2025-11-25", "2026-07-28"] },
    withCapabilities({ completions: undefined }),
    handling("completion/complete", () => result({ completion: { values: [] } })),
  ),
  trap(
    { name: "-32603 in place of -32601", revisions: ["2025-11-25"] },
    withoutFeatures("prompts"),
    handling("prompts/list", () => failure(-32603, "prompts are not enabled")),
  ),
  trap(
    { name: "-32602 in place of -32601", revisions: ["2026-07-28"] },
    withoutFeatures("prompts"),
    handling("prompts/get", () => failure(-32602, "prompts are not enabled")),
  ),
  trap(
    { name: "HTTP 400 with the error", revisions: ["2025-11-25"], transports: ["http"] },
    withoutFeatures("prompts"),
    httpAnswer((answer, request) => (methodOf(request).startsWith("prompts/") ? reheaded(answer, {}, 400) : answer)),
  ),
  trap(
    {
      name: "only the list is served without its capability",
      revisions: ["2026-07-28"],
      alsoBreaks: ["lifecycle-capability-handlers-match"],
    },
    withoutFeatures("prompts"),
    handling("prompts/list", () => result({ prompts: [{ name: "hidden" }], ttlMs: 0, cacheScope: "private" })),
  ),
];
