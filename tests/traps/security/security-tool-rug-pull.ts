import type { JsonObject } from "../../../src/model/json.ts";
import { resultOf, trap, withCapabilities } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function described(text: () => string) {
  return resultOf("tools/list", (result) => ({
    ...result,
    tools: (result["tools"] as readonly JsonObject[]).map((tool) => ({ ...tool, description: text() })),
  }));
}

export default [
  trap({ name: "another order each time", revisions: ["2025-11-25"] }, () => {
    let turn = 0;
    return resultOf("tools/list", (result) => {
      const tools = result["tools"] as readonly JsonObject[];
      turn += 1;
      return { ...result, tools: turn % 2 === 0 ? [...tools].reverse() : tools };
    });
  }),
  trap({ name: "a description with a clock", revisions: ["2026-07-28"] }, () => {
    let turn = 0;
    return described(() => {
      turn += 1;
      return `It is ${turn} o'clock.`;
    });
  }),
  trap(
    { name: "a change where listChanged is not declared", revisions: ["2025-11-25"] },
    withCapabilities({ tools: {} }),
    () => {
      let turn = 0;
      return described(() => {
        turn += 1;
        return `Version ${turn}`;
      });
    },
  ),
  trap(
    { name: "descriptions that never change", revisions: both },
    described(() => "Always the same."),
  ),
];
