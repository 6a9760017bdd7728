import { headerOf, httpText, jsonOf, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a gateway that routes by Mcp-Method answers a bare 400", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const json = jsonOf(request);
      const isRequest = typeof json === "object" && json !== null && "id" in json && methodOf(request) !== "initialize";
      return isRequest && headerOf(request, "mcp-method") === undefined ? httpText(400, "no route") : next(request);
    }),
  ),
  trap({ name: "notifications need no Mcp-Method", revisions: ["2026-07-28"], transports: ["http"] }),
];
