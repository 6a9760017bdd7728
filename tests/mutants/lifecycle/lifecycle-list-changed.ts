import { exitsOn, methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant({ name: "roots/list_changed ends the process", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    let over = false;
    return wrapHttp((request, next) => {
      over = over || methodOf(request) === "notifications/roots/list_changed";
      return over ? { kind: "die" as const } : next(request);
    });
  }),
  mutant(
    { name: "roots/list_changed ends the process", revisions: ["2025-11-25"], transports: ["stdio"] },
    exitsOn("notifications/roots/list_changed"),
  ),
];
