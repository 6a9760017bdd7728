import { isObject, type JsonObject } from "../../../src/model/json.ts";
import { resultOf, said, tool, trap, withOptions, withTools } from "../../support/mutate.ts";

export default [
  trap(
    { name: "every list has a tool that the others do not have", revisions: ["2026-07-28"], options: { pageSize: 50 } },
    () => {
      let times = 0;
      return resultOf("tools/list", (result) => {
        times += 1;
        const more = { name: `job_${times}`, inputSchema: { type: "object" }, annotations: { destructiveHint: true } };
        return { ...result, tools: [more, ...(result["tools"] as readonly JsonObject[])] };
      });
    },
  ),
  trap(
    { name: "the order is not that of the alphabet", revisions: ["2026-07-28"] },
    withTools([tool("zebra", {}, () => said("z")), tool("ant", {}, () => said("a"))], "only"),
  ),
  trap({ name: "the borders of the pages move", revisions: ["2026-07-28"] }, () => {
    let times = 0;
    return withOptions((options) => ({
      ...options,
      table: {
        ...options.table,
        modern: {
          ...options.table.modern,
          "tools/list": (params, context) => {
            times += 1;
            const paged = options.table.modern["tools/list"];
            const pageSize = isObject(params) && "cursor" in params ? 20 : 1 + (times % 4);
            return paged?.(params, { ...context, pageSize }) ?? { kind: "error", code: -32601, message: "" };
          },
        },
      },
    }));
  }),
];
