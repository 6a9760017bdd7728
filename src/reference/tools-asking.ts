import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { objectSchema, said, toolError } from "./content.ts";
import { type Need, withInput } from "./input.ts";
import type { Tool } from "./offer.ts";

/** The form that asks for a name. */
export const NAME_FORM: Need = {
  key: "who",
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Whom shall I greet?",
    requestedSchema: {
      type: "object",
      properties: {
        firstName: { type: "string", title: "First name", minLength: 1, maxLength: 100 },
        loud: { type: "boolean", title: "Loud", default: false },
      },
      required: ["firstName"],
    },
  },
};

const COMPLETION: Need = {
  key: "line",
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "Write one line about the sea." } }],
    maxTokens: 100,
  },
};

const FOLDERS: Need = { key: "folders", method: "roots/list", params: {} };

/** The text of a sampling result: its content is one block, or an array of them. */
function textOf(content: Json | undefined): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : "")).join("");
}

/** Tools that need something of the client: a form, a line by its model, its roots. */
export function askingTools(annotations: JsonObject): readonly Tool[] {
  const greet: Tool = {
    definition: {
      name: "greet",
      title: "Greet",
      description: "Asks the user for a name and greets.",
      inputSchema: objectSchema({
        greeting: { type: "string", default: "Hello", maxLength: 100, description: "The word to greet with." },
      }),
      annotations: { title: "Greet", ...annotations },
    },
    call: (args, context) =>
      withInput(
        context,
        [NAME_FORM],
        (given) => {
          const { action, content } = given["who"] ?? {};
          if (action !== "accept" || !isObject(content)) return said(`No name was given (${String(action)}).`);
          return said(`${String(args["greeting"] ?? "Hello")}, ${String(content["firstName"])}!`);
        },
        toolError,
      ),
  };
  const compose: Tool = {
    definition: {
      name: "compose",
      title: "Compose",
      description: "Has the client's model write one line.",
      inputSchema: { type: "object", additionalProperties: false },
      annotations: { title: "Compose", ...annotations, idempotentHint: false },
    },
    call: (_args, context) =>
      withInput(context, [COMPLETION], (given) => said(textOf(given["line"]?.["content"])), toolError),
  };
  const folders: Tool = {
    definition: {
      name: "folders",
      title: "Folders",
      description: "Counts the roots of the client.",
      inputSchema: { type: "object", additionalProperties: false },
      annotations: { title: "Folders", ...annotations },
    },
    call: (_args, context) =>
      withInput(
        context,
        [FOLDERS],
        (given) => {
          const roots = given["folders"]?.["roots"];
          return said(`${Array.isArray(roots) ? roots.length : 0} roots`);
        },
        toolError,
      ),
  };
  return [greet, compose, folders];
}
