import { httpText, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "DELETE closes a session", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => (request.method === "DELETE" ? httpText(200, "session closed") : next(request))),
  ),
  ...[204, 404].map((status) =>
    mutant(
      { name: `DELETE answers ${status}`, revisions: ["2026-07-28"], transports: ["http"] },
      wrapHttp((request, next) => (request.method === "DELETE" ? httpText(status, "") : next(request))),
    ),
  ),
];
