import { headerOf, httpText, methodOf, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a gateway that routes by the header answers a bare 404", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const header = headerOf(request, "mcp-method");
      return header !== undefined && header !== methodOf(request) ? httpText(404, "no route") : next(request);
    }),
  ),
  trap(
    { name: "blanks around the value are trimmed", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const header = headerOf(request, "mcp-method");
      return next(header === undefined ? request : withHeaders(request, { "Mcp-Method": ` ${header} ` }));
    }),
  ),
];
