import { handling, mapLast, mutant, result } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "the asked version is copied into the answer", revisions: ["2025-11-25"] },
    handling(
      "initialize",
      (params, context, before) =>
        mapLast(before(params, context), (last) =>
          last.kind === "result"
            ? result({ ...last.result, protocolVersion: String(params["protocolVersion"]) })
            : last,
        ),
      ["legacy"],
    ),
  ),
];
