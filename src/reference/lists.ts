import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { type Answer, type Context, type Handler, invalidParams, result } from "./answer.ts";
import { misfit } from "./fits.ts";
import { type Offer, offeredIn, type Prompt, type Resource, type Template, type Tool } from "./offer.ts";

/** What is wrong with a request for a resource that is not there differs by era. */
export type NotFound = (uri: string) => Answer;

type Listed = "tools" | "resources" | "resourceTemplates" | "prompts";

function itemsOf(list: Listed, offer: Offer): readonly (Tool | Resource | Template | Prompt)[] {
  return list === "resourceTemplates" ? offer.templates : offer[list];
}

/** One page of a list. The cursor names the list and where the page starts, for any connection and process. */
export function lister(list: Listed): Handler {
  return (params, context) => {
    const all = offeredIn(itemsOf(list, context.offer), context.era).map((one) => one.definition);
    return paged(list, all, params, context);
  };
}

export function paged(list: string, all: readonly JsonObject[], params: JsonObject, context: Context): Answer {
  const start = startOf(list, params["cursor"], all.length);
  if (start === undefined) return invalidParams("Invalid cursor");
  const end = start + context.pageSize;
  const page = { [list]: all.slice(start, end) };
  return result(end < all.length ? { ...page, nextCursor: btoa(`${list} ${end}`) } : page);
}

function startOf(list: string, cursor: Json | undefined, length: number): number | undefined {
  if (cursor === undefined) return 0;
  if (typeof cursor !== "string") return undefined;
  try {
    const [name, start, ...rest] = atob(cursor).split(" ");
    if (name !== list || start === undefined || rest.length > 0 || !/^[1-9]\d{0,5}$/.test(start)) return undefined;
    return btoa(`${name} ${start}`) === cursor && Number(start) < length ? Number(start) : undefined;
  } catch {
    return undefined;
  }
}

/** Calls the tool, at once or as a task. */
export type Caller = (tool: Tool, params: JsonObject, context: Context, call: () => Answer) => Answer;

/** tools/call. `unfit` says what becomes of arguments that do not fit the inputSchema. */
export function toolCaller(unfit: (why: string, context: Context) => Answer, caller: Caller): Handler {
  return (params, context) => {
    const { name, arguments: args = {} } = params;
    if (typeof name !== "string") return invalidParams("params.name must be a string");
    const tool = offeredIn(context.offer.tools, context.era).find((one) => one.definition["name"] === name);
    if (tool === undefined) return invalidParams(`Unknown tool: ${name}`);
    if (!isObject(args)) return invalidParams("params.arguments must be an object");
    const wrong = tool.unchecked === true ? undefined : misfit(tool.definition["inputSchema"], args);
    return caller(tool, params, context, () =>
      wrong === undefined ? tool.call(args, context) : unfit(`Invalid arguments: ${wrong}`, context),
    );
  };
}

export function resourceReader(notFound: NotFound): Handler {
  return (params, context) => {
    const { uri } = params;
    if (typeof uri !== "string") return invalidParams("params.uri must be a string");
    if (!/^[A-Za-z][A-Za-z0-9+.-]*:[^\s]*$/.test(uri)) return invalidParams("params.uri must be an absolute URI");
    const resource = offeredIn(context.offer.resources, context.era).find((one) => one.definition["uri"] === uri);
    if (resource !== undefined) return resource.read(context, params);
    for (const template of offeredIn(context.offer.templates, context.era)) {
      const values = matchTemplate(template.definition["uriTemplate"], uri);
      const answer = values === undefined ? undefined : template.read(values, uri, context);
      if (answer !== undefined) return answer;
    }
    return notFound(uri);
  };
}

/** The values of the simple expressions of a template ({name}, RFC 6570 level 1), or undefined where it does not fit. */
function matchTemplate(uriTemplate: Json | undefined, uri: string): Readonly<Record<string, string>> | undefined {
  if (typeof uriTemplate !== "string") return undefined;
  const names: string[] = [];
  const pattern = uriTemplate.replace(/\{(\w+)\}|[\\^$.*+?()[\]|{}]/g, (char, name: string | undefined) => {
    if (name === undefined) return `\\${char}`;
    names.push(name);
    return "([^/?#]+)";
  });
  const match = new RegExp(`^${pattern}$`).exec(uri);
  if (match === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? "")]));
  } catch {
    return undefined;
  }
}

export const promptGetter: Handler = (params, context) => {
  const { name, arguments: args = {} } = params;
  if (typeof name !== "string") return invalidParams("params.name must be a string");
  const prompt = offeredIn(context.offer.prompts, context.era).find((one) => one.definition["name"] === name);
  if (prompt === undefined) return invalidParams(`Unknown prompt: ${name}`);
  if (!isObject(args)) return invalidParams("params.arguments must be an object");
  if (Object.values(args).some((one) => typeof one !== "string"))
    return invalidParams("Prompt arguments must be strings");
  const missing = argumentsOf(prompt).find(
    (one) => one["required"] === true && args[String(one["name"])] === undefined,
  );
  if (missing !== undefined) return invalidParams(`Missing required argument: ${String(missing["name"])}`);
  return prompt.get(args as Readonly<Record<string, string>>, context, params);
};

function argumentsOf(prompt: Prompt): readonly JsonObject[] {
  const list = prompt.definition["arguments"];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** As many as an answer may hold. */
const MOST_VALUES = 100;

export const completer: Handler = (params, context) => {
  const { ref, argument } = params;
  if (!isObject(argument) || typeof argument["name"] !== "string" || typeof argument["value"] !== "string") {
    return invalidParams("params.argument must have the strings name and value");
  }
  if (!isObject(ref)) return invalidParams("params.ref must be an object");
  const choices = choicesOf(ref, argument["name"], context);
  if (choices === undefined)
    return invalidParams("params.ref and params.argument.name name nothing that can be completed");
  const start = argument["value"].toLowerCase();
  const fitting = choices.filter((one) => one.toLowerCase().startsWith(start));
  const values = fitting.slice(0, MOST_VALUES);
  return result({ completion: { values, total: fitting.length, hasMore: fitting.length > values.length } });
};

/** The choices for an argument, none where there are no suggestions, undefined where there is no such argument. */
function choicesOf(ref: JsonObject, argument: string, context: Context): readonly string[] | undefined {
  if (ref["type"] === "ref/prompt") {
    const prompt = offeredIn(context.offer.prompts, context.era).find((one) => one.definition["name"] === ref["name"]);
    if (prompt === undefined || !argumentsOf(prompt).some((one) => one["name"] === argument)) return undefined;
    return prompt.complete?.[argument] ?? [];
  }
  if (ref["type"] !== "ref/resource") return undefined;
  const template = offeredIn(context.offer.templates, context.era).find(
    (one) => one.definition["uriTemplate"] === ref["uri"],
  );
  if (template === undefined || !String(template.definition["uriTemplate"]).includes(`{${argument}}`)) return undefined;
  return template.complete?.[argument] ?? [];
}
