import { handling, mapLast, result, trap } from "../../support/mutate.ts";

function echoing(method: string) {
  return handling(method, (params, context, before) =>
    mapLast(before(params, context), (last) => {
      const key = Object.keys(context.meta).find((one) => one.startsWith("com.example"));
      if (last.kind !== "result" || key === undefined) return last;
      return result({ ...last.result, _meta: { [key]: context.meta[key] ?? null } });
    }),
  );
}

export default [
  trap(
    { name: "the keys come back in the result", revisions: ["2025-11-25", "2026-07-28"] },
    echoing("ping"),
    echoing("server/discover"),
  ),
];
