import type { Json } from "../../../src/model/json.ts";
import { mutant, resultOf } from "../../support/mutate.ts";

export default [
  mutant({ name: "every answer turns the list by one", revisions: ["2026-07-28"], options: { pageSize: 50 } }, () => {
    let turn = 0;
    return resultOf("tools/list", (result) => {
      const tools = result["tools"] as readonly Json[];
      turn += 1;
      const by = turn % tools.length;
      return { ...result, tools: [...tools.slice(by), ...tools.slice(0, by)] };
    });
  }),
  mutant(
    {
      name: "two tools change places now and then",
      revisions: ["2026-07-28"],
      options: { pageSize: 50 },
      transports: ["http"],
    },
    () => {
      let times = 0;
      return resultOf("tools/list", (result) => {
        const [first = null, second = null, ...rest] = result["tools"] as readonly Json[];
        times += 1;
        return { ...result, tools: times % 2 === 0 ? [second, first, ...rest] : [first, second, ...rest] };
      });
    },
  ),
];
