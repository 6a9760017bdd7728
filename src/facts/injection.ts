import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { asksOf, describe, gateOf } from "./evidence.ts";
import { type CallableTool, stringParameters } from "./tools.ts";

/** The tags of every call of these probes. `role` tells what the call is for. */
export interface Called {
  readonly exchange: Exchange;
  readonly tool: string;
  readonly parameter: string;
  readonly role: string;
  readonly round: number;
  readonly tags: { readonly [name: string]: Json };
  /** The text that came back: the result as JSON, "" where the call was refused or not answered. */
  readonly output: string;
  readonly outcome: "answered" | "rejected" | "unanswered";
}

/** What was tried on the tools that a check chose. */
export interface Attempts {
  readonly calls: readonly Called[];
  /** The tools that were called and those that were passed over because they are less safe, for the notes. */
  readonly used: string;
}

/** The calls of an injection probe; unknown where no call was answered by a tool at all. */
export function attemptsOf(probe: ProbeId): Fact<Attempts> {
  return fact(`attempts of ${probe}`, [probe], (recording) =>
    andThen(asksOf(recording, probe), (asks): Known<Attempts> => {
      const calls = asks.flatMap((exchange) => called(exchange, recording));
      const baseline = calls.filter((one) => one.role === "baseline");
      if (baseline.length === 0) return unknown("no tool was called");
      if (!baseline.some((one) => one.outcome === "answered")) {
        return unknown(`a plain call was not answered: ${describe((baseline[0] as Called).exchange)}`);
      }
      return known({ calls, used: usedText(calls) });
    }),
  );
}

function called(exchange: Exchange, recording: Recording): readonly Called[] {
  const tags = exchange.tags ?? {};
  const { tool, parameter, role, round } = tags;
  if (typeof tool !== "string" || typeof parameter !== "string" || typeof role !== "string") return [];
  const reply = replyOf(exchange);
  const gated = gateOf(exchange, recording) !== undefined;
  const outcome = gated || reply.kind === "none" ? "unanswered" : reply.kind === "result" ? "answered" : "rejected";
  const output = reply.kind === "result" ? textOf(reply.result) : "";
  return [{ exchange, tool, parameter, role, round: Number(round ?? 1), tags, output, outcome }];
}

/** All strings of a result joined by line breaks, as a reader would see them: escapes of JSON are undone. */
export function textOf(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(textOf).join("\n");
  return isObject(value) ? Object.values(value).map(textOf).join("\n") : "";
}

function usedText(calls: readonly Called[]): string {
  const tools = [...new Set(calls.map((one) => `${one.tool} (${one.parameter})`))];
  const tier = calls.find((one) => typeof one.tags["tier"] === "string")?.tags["tier"];
  const passed = calls.flatMap((one) =>
    typeof one.tags["passedOver"] === "string" ? [one.tags["passedOver"]] : [],
  )[0];
  return `tried on ${tools.join(", ")}${tier === undefined ? "" : `, ${String(tier)}`}${passed === undefined || passed === "" ? "" : `; passed over: ${passed}`}`;
}

/** How many payloads were answered by the tool, refused by the protocol, or came to nothing. */
export function countText(calls: readonly Called[]): string {
  const payloads = calls.filter((one) => one.role === "payload");
  const count = (outcome: Called["outcome"]): number => payloads.filter((one) => one.outcome === outcome).length;
  return `${payloads.length} payloads: ${count("answered")} answered by a tool, ${count("rejected")} rejected, ${count("unanswered")} not answered`;
}

/** Known when at least one payload was answered by a tool. */
export function reached(attempts: Attempts): Known<Attempts> {
  return attempts.calls.some((one) => one.role === "payload" && one.outcome === "answered")
    ? known(attempts)
    : unknown(`no payload reached a tool (${countText(attempts.calls)})`);
}

/** Calls grouped by the tool. */
export function byTool(calls: readonly Called[]): readonly (readonly Called[])[] {
  const groups = new Map<string, Called[]>();
  for (const one of calls) groups.set(one.tool, [...(groups.get(one.tool) ?? []), one]);
  return [...groups.values()];
}

/** Words in a tool's name that say that it runs what it is given. */
const EVALUATORS = /command|shell|exec|code|script|eval|calc|expression|sql|query_?sql|statement/i;

/** A string parameter of a tool that does not say that it runs or evaluates what it is given. */
export function plainParameter(tool: CallableTool): string | undefined {
  if (EVALUATORS.test(tool.name)) return undefined;
  return stringParameters(tool).find((name) => !EVALUATORS.test(name));
}

/** The name or description of a parameter says that it is a path. */
export function pathParameter(tool: CallableTool): string | undefined {
  return namedParameter(
    tool,
    /(^|[_\-\s]|[a-z](?=[A-Z]))(path|file|filename|filepath|dir|directory|folder)([_\-\s.,]|[A-Z]|$)/i,
  );
}

/** The name or description of a parameter says that it is an address. */
export function urlParameter(tool: CallableTool): string | undefined {
  return namedParameter(tool, /(^|[_\-\s]|[a-z](?=[A-Z]))(url|uri|link|href|endpoint)s?([_\-\s.,]|[A-Z]|$)/i);
}

function namedParameter(tool: CallableTool, words: RegExp): string | undefined {
  const properties = isObject(tool.inputSchema["properties"]) ? tool.inputSchema["properties"] : {};
  const names = stringParameters(tool);
  const described = (name: string): boolean => {
    const schema = properties[name];
    const description = isObject(schema) ? schema["description"] : undefined;
    return typeof description === "string" && words.test(description);
  };
  return names.find((name) => words.test(name)) ?? names.find(described);
}
