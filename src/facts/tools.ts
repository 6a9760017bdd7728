import { absent, andThen, fact, type Known, known } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { placeholders } from "./arguments.ts";
import { toolList } from "./lists.ts";

/** How much harm a call may do by the tool's own annotations, safest first. */
export type Tier =
  | "named by the user"
  | "readOnlyHint true"
  | "destructiveHint false"
  | "no annotation"
  | "destructiveHint true";

const TIERS: readonly Tier[] = ["named by the user", "readOnlyHint true", "destructiveHint false", "no annotation"];

/** A listed tool that can be called. */
export interface CallableTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly tier: Tier;
  readonly tool: JsonObject;
}

function tierOf(tool: JsonObject, consent: Recording["consent"]): Tier {
  const name = tool["name"];
  if (typeof name === "string" && consent.tools.includes(name)) return "named by the user";
  const hints = isObject(tool["annotations"]) ? tool["annotations"] : {};
  if (hints["readOnlyHint"] === true) return "readOnlyHint true";
  if (hints["destructiveHint"] === false) return "destructiveHint false";
  return hints["destructiveHint"] === true ? "destructiveHint true" : "no annotation";
}

/** Those of listed tools that have a name and an inputSchema, in list order. */
export function callableOf(items: readonly Json[], consent: Recording["consent"]): readonly CallableTool[] {
  return items.flatMap((item) => {
    if (!isObject(item) || typeof item["name"] !== "string" || !isObject(item["inputSchema"])) return [];
    return [{ name: item["name"], inputSchema: item["inputSchema"], tier: tierOf(item, consent), tool: item }];
  });
}

/** Every listed tool with a name and an inputSchema, in list order. */
export const callableTools = fact<readonly CallableTool[]>("callable tools", [toolList.entries], (recording) =>
  andThen(toolList.entries.of(recording), (entries) =>
    known(
      callableOf(
        entries.map((one) => one.item),
        recording.consent,
      ),
    ),
  ),
);

/** A safe tool with arguments that fit, and what was passed over because it is less safe. */
export interface SafeChoice {
  readonly tier: Tier;
  readonly tools: readonly { readonly tool: CallableTool; readonly args: JsonObject }[];
  /** Names of the fitting tools of later tiers, and of those that are never called. */
  readonly passedOver: readonly string[];
}

/**
 * The tools of the safest tier that holds one for which `argsFor` gives arguments. Tools with destructiveHint true are
 * called only when the user named them.
 */
export function safestTools(recording: Recording, argsFor: ArgumentsFor = placeholderArguments): Known<SafeChoice> {
  return andThen(callableTools.of(recording), (all) => safestOf(all, argsFor));
}

/** Arguments to call a tool with, or undefined where it does not fit the check. */
export type ArgumentsFor = (tool: CallableTool) => JsonObject | undefined;

const placeholderArguments: ArgumentsFor = (tool) => placeholders(tool.inputSchema);

/** As `safestTools`, of tools that another list than the run's brought. */
export function safestOf(all: readonly CallableTool[], argsFor: ArgumentsFor = placeholderArguments): Known<SafeChoice> {
  const fitting = all.flatMap((tool) => {
    const args = argsFor(tool);
    return args === undefined ? [] : [{ tool, args }];
  });
  for (const tier of TIERS) {
    const own = fitting.filter((one) => one.tool.tier === tier);
    if (own.length === 0) continue;
    const closedFirst = [...own].sort((a, b) => Number(isOpenWorld(a.tool)) - Number(isOpenWorld(b.tool)));
    const passedOver = fitting.filter((one) => one.tool.tier !== tier).map((one) => one.tool.name);
    return known({ tier, tools: closedFirst, passedOver });
  }
  return absent(
    fitting.length === 0
      ? "No listed tool fits the check"
      : "The only tools that fit have destructiveHint true; they are called only when named by the user",
  );
}

function isOpenWorld(tool: CallableTool): boolean {
  const hints = tool.tool["annotations"];
  return !isObject(hints) || hints["openWorldHint"] !== false;
}

/** String properties of a tool's arguments, the required ones first. */
export function stringParameters(tool: CallableTool): readonly string[] {
  const properties = isObject(tool.inputSchema["properties"]) ? tool.inputSchema["properties"] : {};
  const required: readonly Json[] = Array.isArray(tool.inputSchema["required"]) ? tool.inputSchema["required"] : [];
  const names = Object.entries(properties).flatMap(([name, schema]) =>
    isObject(schema) && schema["type"] === "string" && schema["enum"] === undefined && schema["const"] === undefined
      ? [name]
      : [],
  );
  return [...names.filter((name) => required.includes(name)), ...names.filter((name) => !required.includes(name))];
}
