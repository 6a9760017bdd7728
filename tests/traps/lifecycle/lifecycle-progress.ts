import { httpText, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "the notification gets 400", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => (methodOf(request) === "notifications/progress" ? httpText(400, "") : next(request))),
  ),
  trap({ name: "the notification gets 202 and silence", revisions: ["2025-11-25"], transports: ["http"] }),
];
