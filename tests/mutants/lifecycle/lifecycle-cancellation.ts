import { headerOf, httpText, jsonOf, methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "a cancellation of what does not run gets 400", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => (methodOf(request) === "notifications/cancelled" ? httpText(400, "") : next(request))),
  ),
  mutant({ name: "a cancellation ends the session", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    const ended = new Set<string>();
    return wrapHttp((request, next) => {
      const session = headerOf(request, "mcp-session-id") ?? "";
      const message = jsonOf(request);
      if (methodOf(request) === "notifications/cancelled") ended.add(session);
      return ended.has(session) && message !== undefined && methodOf(request) === "ping"
        ? httpText(404, "")
        : next(request);
    });
  }),
];
