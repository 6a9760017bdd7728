import { failure, handling, mutant, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "knows five levels", revisions: ["2025-11-25"] },
    handling(
      "logging/setLevel",
      (params, context, before) =>
        ["notice", "alert", "emergency"].includes(String(params["level"]))
          ? failure(-32602, "unknown level")
          : before(params, context),
      ["legacy"],
    ),
  ),
  mutant(
    { name: "the result is true", revisions: ["2025-11-25"], alsoBreaks: ["lifecycle-jsonrpc"] },
    setting("logging/setLevel", "/result", true),
  ),
];
