import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf, setting } from "../../support/mutate.ts";

/** Sets the title of every listed entry that has one. */
function titled(method: string, member: string, title: Json) {
  return resultOf(method, (result) => ({
    ...result,
    [member]: (result[member] as readonly JsonObject[]).map((one) => ("title" in one ? { ...one, title } : one)),
  }));
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];
const translated = { en: "Echo", de: "Echo" };

export default [
  mutant(
    { name: "a tool's title is translated", revisions: both, alsoBreaks },
    titled("tools/list", "tools", translated),
  ),
  mutant({ name: "a tool's title is null", revisions: both, alsoBreaks }, titled("tools/list", "tools", null)),
  mutant({ name: "a prompt's title is a number", revisions: ["2025-11-25"] }, titled("prompts/list", "prompts", 7)),
  mutant(
    { name: "a resource's title is null", revisions: ["2025-11-25"] },
    titled("resources/list", "resources", null),
  ),
  mutant(
    { name: "a template's title is an array", revisions: ["2025-11-25"] },
    titled("resources/templates/list", "resourceTemplates", ["a"]),
  ),
  mutant(
    { name: "the title of an argument is an object", revisions: ["2025-11-25"] },
    resultOf("prompts/list", (result) => ({
      ...result,
      prompts: (result["prompts"] as readonly JsonObject[]).map((one) =>
        Array.isArray(one["arguments"])
          ? { ...one, arguments: one["arguments"].map((arg: Json) => (isObject(arg) ? { ...arg, title: {} } : arg)) }
          : one,
      ),
    })),
  ),
  mutant(
    { name: "the server's title is a boolean", revisions: ["2025-11-25"], alsoBreaks: ["lifecycle-server-info"] },
    setting("initialize", "/result/serverInfo/title", true),
  ),
];
