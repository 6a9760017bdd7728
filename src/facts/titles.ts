import { absent, andThen, fact, type Known, known } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { type Listed, type ListFacts, promptList, resourceList, templateList, toolList } from "./lists.ts";
import { offeredTemplates } from "./resources.ts";
import { initializeExchange, initializeResult } from "./session.ts";

/** A title wherever one may stand, with what it belongs to. */
export interface Titled {
  /** "tool", "prompt", "argument of a prompt", "resource", "template", "server". */
  readonly of: string;
  readonly owner: JsonObject;
  readonly at: { readonly exchange: string; readonly pointer: string };
}

/** Every object that may have a title and every title among them. */
export interface Titles {
  readonly titled: readonly Titled[];
  /** How many could have one. */
  readonly all: number;
}

/** The titles of tools alone (2026-07-28). */
export const toolTitles = fact<Titles>("tool titles", [toolList.entries], (recording) =>
  andThen(toolList.entries.of(recording), (entries) =>
    titlesOf(
      entries.flatMap((one) => asTitled(one, "tool")),
      [],
    ),
  ),
);

/** The titles of everything that is listed, and of the server (2025-11-25). */
export const allTitles = fact<Titles>(
  "titles",
  [toolList.entries, promptList.entries, resourceList.entries, templateList.entries, initializeResult],
  (recording) => {
    const kinds: readonly (readonly [ListFacts, string])[] = [
      [toolList, "tool"],
      [promptList, "prompt"],
      [resourceList, "resource"],
      [templateList, "template"],
    ];
    const lists = kinds.map(([list, of]) => [list.entries.of(recording), of, list] as const);
    const found = lists.flatMap(([entries, of]) =>
      entries.state === "known" ? entries.value.flatMap((one) => [...asTitled(one, of), ...argumentsOf(one, of)]) : [],
    );
    const missing = lists.flatMap(([entries, , list]) => {
      // A server without templates may not have the method at all.
      const fine = list === templateList && offeredTemplates.of(recording).state !== "unknown";
      return entries.state === "unknown" && !fine ? [entries] : [];
    });
    return titlesOf([...found, ...serverTitle(recording)], missing);
  },
);

/** A title of the wrong type is seen wherever it stands; that all are right only where all were seen. */
function titlesOf(owners: readonly Titled[], missing: readonly Known<never>[]): Known<Titles> {
  const titled = owners.filter((one) => "title" in one.owner);
  const wrong = titled.some((one) => typeof one.owner["title"] !== "string");
  const [first] = missing;
  if (!wrong && first !== undefined) return first;
  return titled.length === 0 ? absent("Nothing has a title") : known({ titled, all: owners.length });
}

function asTitled({ item, at }: Listed, of: string): readonly Titled[] {
  return isObject(item) ? [{ of, owner: item, at }] : [];
}

function argumentsOf({ item, at }: Listed, of: string): readonly Titled[] {
  const list = of === "prompt" && isObject(item) ? item["arguments"] : undefined;
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).flatMap((one, index) =>
    asTitled({ item: one, at: { ...at, pointer: `${at.pointer}/arguments/${index}` } }, "argument"),
  );
}

function serverTitle(recording: Recording): readonly Titled[] {
  const result = initializeResult.of(recording);
  const exchange = initializeExchange.of(recording);
  if (result.state !== "known" || exchange.state !== "known") return [];
  const reply = replyOf(exchange.value);
  const pointer = reply.kind === "result" ? reply.pointer : "";
  const info = result.value["serverInfo"] ?? null;
  return asTitled(
    { item: info, at: { exchange: exchange.value.id, pointer: `${pointer}/result/serverInfo` } },
    "server",
  );
}
