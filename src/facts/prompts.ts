import { andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { type Answers, answersTo, causeOf, codeOf } from "./calls.ts";
import { promptList } from "./lists.ts";

/** Gets listed prompts. Labels: "get 1" and so on, "complete 1 <argument>" before it. */
export const GET = "prompts/get";

/** What a required argument is filled with where nothing better is known. */
export const FILLER = "test";

/** A listed prompt and the names of its required arguments. */
export interface Gettable {
  readonly name: string;
  readonly required: readonly string[];
}

/** Listed prompts with a name, those that need fewer arguments first. */
export function gettable(recording: Recording, most: number): Known<readonly Gettable[]> {
  return andThen(promptList.entries.of(recording), (entries) => {
    const found = entries.flatMap(({ item }) =>
      isObject(item) && typeof item["name"] === "string" ? [{ name: item["name"], required: requiredOf(item) }] : [],
    );
    if (found.length === 0) return unknown("no listed prompt has a name");
    return known([...found].sort((a, b) => a.required.length - b.required.length).slice(0, most));
  });
}

function requiredOf(prompt: JsonObject): readonly string[] {
  const list = prompt["arguments"];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) =>
    isObject(one) && one["required"] === true && typeof one["name"] === "string" ? [one["name"]] : [],
  );
}

/** Codes that tell something about prompts/get itself, whatever the arguments were worth. */
const TELLING = [-32601, -32602, -32021];

/**
 * What prompts/get was answered with; unknown where nothing tells how a result looks. On 2026-07-28 the errors that
 * its rule has a word for count too.
 */
export const promptGets = fact<Answers>("prompt gets", [GET, promptList.entries], (recording) =>
  andThen(promptList.entries.of(recording), () =>
    andThen(answersTo(recording, GET, "get "), (answers) => {
      const modern = recording.revision === "2026-07-28";
      const telling = modern && answers.errors.some((one) => TELLING.includes(Number(codeOf(one))));
      return answers.results.length > 0 || telling ? known(answers) : unknown(causeOf(answers, "prompts/get"));
    }),
  ),
);
