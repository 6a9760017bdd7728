import { handling, resultOf, tell, trap, withCapabilities } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

export default [
  trap(
    { name: "members that nobody knows, everywhere", revisions },
    resultOf("*", (result) => ({ ...result, "x-server": { load: 0.5, region: null } })),
  ),
  trap(
    { name: "experimental holds null and fractions", revisions },
    withCapabilities({
      experimental: { "com.example/a": { ratio: 0.25, none: null } },
      extensions: { "com.example/b": { rate: 1.5 } },
    }),
  ),
  trap(
    { name: "a notification of an extension", revisions },
    handling("tools/call", (params, context, before) =>
      tell([{ method: "notifications/com.example/load", params: { load: 0.5 } }], before(params, context)),
    ),
  ),
];
