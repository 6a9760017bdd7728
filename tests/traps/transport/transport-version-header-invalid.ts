import { headerOf, httpText, trap, withAuth, wrapHttp } from "../../support/mutate.ts";

const HERE = { revisions: ["2025-11-25"], transports: ["http"] } as const;
const ODD = ["1900-01-01", "garbage"];

/** How a request of an odd version is answered. */
function onOdd(name: string, status: number, text: string) {
  return trap(
    { name, ...HERE },
    wrapHttp((request, next) =>
      ODD.includes(headerOf(request, "mcp-protocol-version") ?? "") ? httpText(status, text) : next(request),
    ),
  );
}

export default [
  onOdd("400 with an empty body", 400, ""),
  onOdd("400 that lists the versions", 400, "Bad Request: Unsupported protocol version (supported: 2025-11-25)"),
  onOdd("another refusal", 422, ""),
  trap(
    { name: "405 to any GET", ...HERE },
    wrapHttp((request, next) => (request.method === "GET" ? httpText(405, "") : next(request))),
  ),
  trap({ name: "nobody is served without a credential", ...HERE }, withAuth()),
];
