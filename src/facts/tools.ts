import { absent, andThen, fact, type Known, known } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { annotationFaults } from "../protocol/param-headers.ts";
import { placeholders } from "./arguments.ts";
import { toolList } from "./lists.ts";
import { flatten } from "./schema-merge.ts";
import { negotiated } from "./session.ts";

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

function tierOf(tool: JsonObject, recording: Recording): Tier {
  const name = tool["name"];
  if (typeof name === "string" && recording.consent.tools.includes(name)) return "named by the user";
  const hints = isObject(tool["annotations"]) ? tool["annotations"] : {};
  if (hints["readOnlyHint"] === true) return "readOnlyHint true";
  if (hints["destructiveHint"] === false) return "destructiveHint false";
  return hints["destructiveHint"] === true ? "destructiveHint true" : "no annotation";
}

/**
 * Every listed tool with a name and an inputSchema that a client like this may call, in list order. Left out are tools
 * that want to be run as a task (2025-11-25), and over HTTP those whose x-mcp-header no client can follow (2026-07-28:
 * a client has to drop them).
 */
export const callableTools = fact<readonly CallableTool[]>(
  "callable tools",
  [toolList.entries, negotiated],
  (recording) =>
    andThen(toolList.entries.of(recording), (entries) =>
      known(
        callableOf(
          entries.map((one) => one.item),
          recording,
        ),
      ),
    ),
);

/** Those of listed tools, in list order: for lists of another session than the run's. */
export function callableOf(items: readonly Json[], recording: Recording): readonly CallableTool[] {
  return items.flatMap((item) => {
    if (!isObject(item) || typeof item["name"] !== "string" || !isObject(item["inputSchema"])) return [];
    const { name, inputSchema } = item;
    if (onlyAsTask(item, recording) || unusableHeaders(inputSchema, recording)) return [];
    return [{ name, inputSchema, tier: tierOf(item, recording), tool: item }];
  });
}

function onlyAsTask(tool: JsonObject, recording: Recording): boolean {
  const version = negotiated.of(recording);
  const execution = tool["execution"];
  return (
    version.state === "known" &&
    version.value === "2025-11-25" &&
    isObject(execution) &&
    execution["taskSupport"] === "required"
  );
}

function unusableHeaders(inputSchema: Json, recording: Recording): boolean {
  const mirrored = recording.revision === "2026-07-28" && recording.target.transport === "http";
  return mirrored && annotationFaults(inputSchema).length > 0;
}

/** A safe tool with arguments that fit, and what was passed over because it is less safe. */
export interface SafeChoice {
  readonly tier: Tier;
  readonly tools: readonly { readonly tool: CallableTool; readonly args: JsonObject }[];
  /** Names of the fitting tools of later tiers, and of those that are never called. */
  readonly passedOver: readonly string[];
}

/**
 * The tools of the safest tier that holds one for which `argumentsFor` gives some; closed-world tools first, those that seem
 * to take their time last. Tools with destructiveHint true are called only when the user named them.
 */
export function safestTools(
  recording: Recording,
  argumentsFor: (tool: CallableTool) => JsonObject | undefined = (tool) => placeholders(tool.inputSchema),
): Known<SafeChoice> {
  return andThen(callableTools.of(recording), (all) => safestOf(all, argumentsFor));
}

/** As `safestTools`, of tools that another list than the run's brought. */
export function safestOf(
  all: readonly CallableTool[],
  argumentsFor: (tool: CallableTool) => JsonObject | undefined,
): Known<SafeChoice> {
  const fitting = all.flatMap((tool) => {
    const args = argumentsFor(tool);
    return args === undefined ? [] : [{ tool, args }];
  });
  for (const tier of TIERS) {
    const own = fitting.filter((one) => one.tool.tier === tier);
    if (own.length === 0) continue;
    const inOrder = [...own].sort((a, b) => rankOf(a.tool) - rankOf(b.tool));
    const passedOver = fitting.filter((one) => one.tool.tier !== tier).map((one) => one.tool.name);
    return known({ tier, tools: inOrder, passedOver });
  }
  return absent(
    fitting.length === 0
      ? "No listed tool fits the check"
      : "The only tools that fit have destructiveHint true; they are called only when named by the user",
  );
}

/** The choice for a plain call, without any wish about the arguments. */
export const safeChoice = fact<SafeChoice>("safe tools", [callableTools], (recording) => safestTools(recording));

function rankOf(tool: CallableTool): number {
  const hints = tool.tool["annotations"];
  const open = !isObject(hints) || hints["openWorldHint"] !== false;
  return (open ? 1 : 0) + (isSlow(tool) ? 2 : 0);
}

const SLOW = /\b(?:sleeps?|waits?|delay(?:s|ed)?|long[ -]?running|countdown)\b/i;
const SLOW_ARGUMENT = /^(?:duration|delay|sleep|wait|timeout|seconds|milliseconds|interval)/i;

/** By its words alone: such tools are called last, so that a run does not wait for them without need. */
function isSlow(tool: CallableTool): boolean {
  const about = tool.tool["description"];
  const words = `${tool.name.replace(/[_.-]+|(?<=[a-z])(?=[A-Z])/g, " ")} ${typeof about === "string" ? about.slice(0, 400) : ""}`;
  const properties = tool.inputSchema["properties"];
  return SLOW.test(words) || (isObject(properties) && Object.keys(properties).some((key) => SLOW_ARGUMENT.test(key)));
}

/** String properties of a tool's arguments that take any text, the required ones first. */
export function stringParameters(tool: CallableTool): readonly string[] {
  const properties = isObject(tool.inputSchema["properties"]) ? tool.inputSchema["properties"] : {};
  const required: readonly Json[] = Array.isArray(tool.inputSchema["required"]) ? tool.inputSchema["required"] : [];
  const names = Object.entries(properties).flatMap(([name, schema]) =>
    takesText(schema, tool.inputSchema) ? [name] : [],
  );
  return [...names.filter((name) => required.includes(name)), ...names.filter((name) => !required.includes(name))];
}

/** True where the type is string, alone or among others, and neither enum nor const narrows it. */
function takesText(schema: Json, root: JsonObject, depth = 0): boolean {
  const flat = depth > 4 ? undefined : flatten(schema, root, 0);
  if (flat === undefined || flat["enum"] !== undefined || flat["const"] !== undefined) return false;
  const { type } = flat;
  if (type === "string" || (Array.isArray(type) && type.includes("string"))) return true;
  return ["anyOf", "oneOf"].some((keyword) => {
    const branches = flat[keyword];
    return Array.isArray(branches) && (branches as readonly Json[]).some((one) => takesText(one, root, depth + 1));
  });
}
