import { placeholders } from "../facts/arguments.ts";
import type { CallableTool, SafeChoice } from "../facts/tools.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Talk } from "../model/probe.ts";

/** How many tools of the safest kind a check tries. */
export const MOST_TOOLS = 3;

/** A tool and the parameter that carries the payload. */
export interface Aim {
  readonly tool: CallableTool;
  readonly parameter: string;
  readonly tags: JsonObject;
}

/** The first tools of a choice, each with its parameter; the tags of its calls say what was chosen and passed over. */
export function aims(choice: SafeChoice, parameterOf: (tool: CallableTool) => string | undefined): readonly Aim[] {
  return choice.tools.slice(0, MOST_TOOLS).flatMap(({ tool }) => {
    const parameter = parameterOf(tool);
    if (parameter === undefined) return [];
    const tags = { tool: tool.name, parameter, tier: choice.tier, passedOver: choice.passedOver.join(", ") };
    return [{ tool, parameter, tags }];
  });
}

/** One call of the tool with a value in the parameter and fitting fillers in the rest. */
export function attempt(talk: Talk, aim: Aim, role: string, value: string, more: JsonObject = {}): Promise<Exchange> {
  const args = placeholders(aim.tool.inputSchema, { [aim.parameter]: value }) ?? { [aim.parameter]: value };
  const tags: { [name: string]: Json } = { ...aim.tags, role, value, ...more };
  const params = { name: aim.tool.name, arguments: args };
  return talk.ask(`${role}: ${aim.tool.name}`, "tools/call", params, { tags, inputSchema: aim.tool.inputSchema });
}
