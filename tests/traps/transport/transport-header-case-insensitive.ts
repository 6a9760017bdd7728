import { trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "an HTTP/2 front end writes all names in lower case", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      next({ ...request, headers: request.headers.map(([name, value]) => [name.toLowerCase(), value] as const) }),
    ),
  ),
];
