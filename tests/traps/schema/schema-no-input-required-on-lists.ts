import { said, tool, trap, withTools } from "../../support/mutate.ts";

export default [
  trap({ name: "tools, prompts and resources ask for input", revisions: ["2026-07-28"] }),
  trap(
    { name: "a tool speaks of input_required", revisions: ["2026-07-28"] },
    withTools([tool("manual", {}, () => said('{"resultType":"input_required"}'))], "only"),
  ),
];
