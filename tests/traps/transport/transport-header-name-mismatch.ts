import { handling, invalidParams, mutant, said, tool, trap, withPrompts, withTools } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a name that goes Base64 into the header is decoded", revisions: ["2026-07-28"], transports: ["http"] },
    withTools([tool("größe", {}, () => said("42"))], "only"),
  ),
  mutant(
    {
      name: "a listed resource refuses to be read",
      revisions: ["2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["resources-read", "resources-read-caching"],
    },
    handling("resources/read", () => invalidParams("Resource not found")),
  ),
  trap(
    { name: "no prompt can be asked for without arguments", revisions: ["2026-07-28"], transports: ["http"] },
    withPrompts([], "only"),
  ),
];
