import { httpText, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    {
      name: "the endpoint routes GET only",
      revisions: ["2025-11-25", "2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["lifecycle-init"],
    },
    wrapHttp((request, next) => (request.method === "POST" ? httpText(405, "", [["Allow", "GET"]]) : next(request))),
  ),
  mutant(
    {
      name: "there is only a web page here",
      revisions: ["2025-11-25", "2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["lifecycle-init"],
    },
    wrapHttp(() => httpText(404, "<!doctype html><h1>Not found</h1>", [["Content-Type", "text/html"]])),
  ),
];
