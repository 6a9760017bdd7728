import type { Told } from "../../../src/reference/answer.ts";
import { said, tell, telling, tool, trap, withTools } from "../../support/mutate.ts";

export default [
  trap(
    { name: "no progress at all", revisions: ["2025-11-25", "2026-07-28"] },
    telling((message) => (message["method"] === "notifications/progress" ? [] : message)),
  ),
  trap(
    { name: "fractions, and no total", revisions: ["2025-11-25", "2026-07-28"] },
    withTools([
      tool("slow progress", {}, (_args, context) => {
        const progressToken = context.meta["progressToken"];
        const told = [0.1, 0.25, 2.5].map((progress) => ({
          method: "notifications/progress",
          params: { progressToken, progress },
        }));
        return progressToken === undefined ? said("done") : tell(told as readonly Told[], said("done"));
      }),
    ]),
  ),
];
