import { answering, exitsOn, mutant } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

function isNobodys(method: unknown): boolean {
  return /^(x-probe\/|conformance\/none-)/.test(String(method));
}

export default [
  mutant(
    { name: "answers and then ends with code 1", revisions: BOTH, transports: ["stdio"] },
    exitsOn((message) => isNobodys(message["method"]), { after: true }),
  ),
  mutant(
    { name: "the dispatcher throws", revisions: BOTH, transports: ["stdio"], alsoBreaks: ["error-unknown-method"] },
    exitsOn((message) => isNobodys(message["method"])),
  ),
  mutant(
    {
      name: "an unknown method is passed over",
      revisions: ["2026-07-28"],
      transports: ["stdio"],
      alsoBreaks: ["error-unknown-method"],
    },
    answering(
      ({ request }) => isNobodys(request?.method),
      () => [],
    ),
  ),
  mutant(
    {
      name: "an unknown method gets a result",
      revisions: ["2026-07-28"],
      transports: ["stdio"],
      alsoBreaks: ["error-unknown-method"],
    },
    answering(
      ({ request }) => isNobodys(request?.method),
      ({ error: _error, ...rest }) => ({
        ...rest,
        result: { resultType: "complete" },
      }),
    ),
  ),
];
