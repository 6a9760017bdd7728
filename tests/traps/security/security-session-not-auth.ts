import { isAnonymous } from "../../support/auth.ts";
import {
  headerOf,
  httpText,
  methodOf,
  TOKEN,
  trap,
  WITH_TOKEN,
  withAuth,
  withHeaders,
  wrapHttp,
} from "../../support/mutate.ts";

const about = { revisions: ["2025-11-25"], transports: ["http"], user: WITH_TOKEN } as const;

function inSession(status: number) {
  return wrapHttp((request, next) =>
    isAnonymous(request) && headerOf(request, "mcp-session-id") !== undefined ? httpText(status, "") : next(request),
  );
}

export default [
  trap({ name: "401", ...about }, withAuth()),
  trap({ name: "403", ...about }, withAuth(), inSession(403)),
  trap({ name: "404, the session is dropped", ...about }, withAuth(), inSession(404)),
  trap({ name: "an open server", ...about }),
  trap(
    { name: "initialize is open, the session does not help", ...about },
    withAuth(),
    wrapHttp((request, next) =>
      next(
        isAnonymous(request) && ["initialize", "notifications/initialized"].includes(methodOf(request))
          ? withHeaders(request, { Authorization: `Bearer ${TOKEN}` })
          : request,
      ),
    ),
  ),
];
