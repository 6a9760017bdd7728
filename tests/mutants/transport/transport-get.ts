import { httpText, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "GET is a health check", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "GET" && request.path === "/mcp"
        ? httpText(200, '{"status":"ok"}', [["Content-Type", "application/json"]])
        : next(request),
    ),
  ),
  mutant(
    { name: "GET answers 404", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "GET" && request.path === "/mcp" ? httpText(404, "") : next(request),
    ),
  ),
  mutant(
    { name: "GET redirects to the documentation", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => {
      if (request.method !== "GET") return next(request);
      if (request.path === "/mcp") return httpText(302, "", [["Location", "/docs"]]);
      return request.path === "/docs" ? httpText(200, "<h1>Docs</h1>", [["Content-Type", "text/html"]]) : next(request);
    }),
  ),
];
