import { resultOf, trap, withResources } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "there are templates only", revisions: both }, withResources([], "only")),
  trap({ name: "the list has pages", revisions: both, options: { pageSize: 1 } }),
  trap(
    { name: "resources have no mimeType", revisions: both },
    resultOf("resources/list", (result) => ({
      ...result,
      resources: (result["resources"] as readonly { mimeType?: string }[]).map(
        ({ mimeType: _, ...rest }) => rest,
      ) as never,
    })),
  ),
];
