import { isObject } from "../../../src/model/json.ts";
import { exitsOn, hearing, mutant, resultOf } from "../../support/mutate.ts";

/** The arguments of a call hold a member that no tool has. */
function hasExtra(message: { readonly [key: string]: unknown }): boolean {
  const params = message["params"];
  const args = isObject(params) ? params["arguments"] : undefined;
  return isObject(args) && Object.keys(args).some((key) => key.startsWith("x_probe_"));
}

export default [
  mutant({ name: "an unknown key ends the process", revisions: ["2025-11-25", "2026-07-28"] }, exitsOn(hasExtra)),
  mutant({ name: "arguments go into defaults that every tool is listed with", revisions: ["2026-07-28"] }, () => {
    let defaults = {};
    const listen = hearing((message) => {
      const params = message["params"];
      if (hasExtra(message) && isObject(params) && isObject(params["arguments"])) defaults = params["arguments"];
      return message;
    });
    const list = resultOf("tools/list", (result) => ({
      ...result,
      tools: (result["tools"] as readonly object[]).map((tool) => ({
        ...tool,
        _meta: { "com.example/defaults": defaults },
      })),
    }));
    return {
      options: (options) => list.options?.(options) ?? options,
      server: (server) => listen.server?.(server) ?? server,
    };
  }),
];
