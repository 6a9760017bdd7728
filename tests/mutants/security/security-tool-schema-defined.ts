import { isObject } from "../../../src/model/json.ts";
import { mutant, resultOf, setting } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  mutant(
    {
      name: "one tool is listed without inputSchema",
      revisions: both,
      alsoBreaks: ["tools-schema", "schema-wire-valid"],
    },
    resultOf("tools/list", (result) => {
      const tools = Array.isArray(result["tools"]) ? result["tools"] : [];
      return {
        ...result,
        tools: tools.map((tool) => {
          if (!isObject(tool) || tool["name"] !== "now") return tool;
          const { inputSchema: _none, ...rest } = tool;
          return rest;
        }),
      };
    }),
  ),
  mutant(
    {
      name: "inputSchema is null everywhere",
      revisions: both,
      alsoBreaks: ["tools-schema", "schema-wire-valid"],
    },
    setting("tools/list", "/result/tools/-/inputSchema", null),
  ),
];
