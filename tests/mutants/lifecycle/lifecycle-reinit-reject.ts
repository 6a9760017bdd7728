import { headerOf, methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

function secondInitialize() {
  let over = false;
  return wrapHttp((request, next) => {
    over = over || (methodOf(request) === "initialize" && headerOf(request, "mcp-session-id") !== undefined);
    return over ? { kind: "die" as const } : next(request);
  });
}

export default [
  mutant(
    { name: "the process ends on a second initialize", revisions: ["2025-11-25"], transports: ["http"] },
    secondInitialize,
  ),
];
