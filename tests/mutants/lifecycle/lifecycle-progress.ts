import { methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "progress for an unknown token ends the process", revisions: ["2025-11-25"], transports: ["http"] },
    () => {
      let over = false;
      return wrapHttp((request, next) => {
        over = over || methodOf(request) === "notifications/progress";
        return over ? { kind: "die" as const } : next(request);
      });
    },
  ),
];
