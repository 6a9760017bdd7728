import { httpText, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "the notification gets 400", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      methodOf(request) === "notifications/roots/list_changed" ? httpText(400, "") : next(request),
    ),
  ),
  trap({ name: "no reaction", revisions: ["2025-11-25"] }),
];
