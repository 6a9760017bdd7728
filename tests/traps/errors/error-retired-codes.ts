import { errorOf, trap } from "../../support/mutate.ts";

const modern = { revisions: ["2026-07-28"] } as const;

export default [
  trap({ name: "-32002 for the older revision of a dual-era server", ...modern, options: { eras: "dual" } }),
  trap(
    { name: "-32001 for a tool that is not there", ...modern },
    errorOf("tools/call", (error) => (error["code"] === -32602 ? { ...error, code: -32001 } : error)),
  ),
];
