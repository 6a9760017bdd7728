import { failure, handling, httpText, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "an unknown version is refused with the supported ones", revisions: ["2025-11-25"] },
    handling(
      "initialize",
      (params, context, before) =>
        params["protocolVersion"] === "2099-01-01"
          ? failure(-32602, "Unsupported protocol version", { supported: ["2025-11-25"], requested: "2099-01-01" })
          : before(params, context),
      ["legacy"],
    ),
  ),
  trap(
    { name: "an unknown version gets HTTP 400", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => (request.body.includes("2099-01-01") ? httpText(400, "Bad Request") : next(request))),
  ),
  trap(
    { name: "an unknown version gets an older one than the newest", revisions: ["2025-11-25"] },
    handling(
      "initialize",
      (params, context, before) =>
        before(
          params["protocolVersion"] === "2099-01-01" ? { ...params, protocolVersion: "2024-11-05" } : params,
          context,
        ),
      ["legacy"],
    ),
  ),
];
