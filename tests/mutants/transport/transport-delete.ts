import { httpText, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "DELETE answers 200 and does nothing", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => (request.method === "DELETE" ? httpText(200, "") : next(request))),
  ),
];
