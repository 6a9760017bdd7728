import { httpText, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a cancellation without requestId gets 400", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      methodOf(request) === "notifications/cancelled" && !request.body.includes("requestId")
        ? httpText(400, "")
        : next(request),
    ),
  ),
];
