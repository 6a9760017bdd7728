import { isObject, type JsonObject } from "../model/json.ts";
import { type Answer, invalidParams, result } from "./answer.ts";
import { PIXEL, text } from "./content.ts";
import { withInput } from "./input.ts";
import type { Prompt } from "./offer.ts";
import { NAME_FORM } from "./tools-asking.ts";

const LANGUAGES: readonly string[] = ["Danish", "Dutch", "English", "French", "German", "Japanese", "Spanish"];

function user(content: JsonObject): JsonObject {
  return { role: "user", content };
}

function messages(description: string, ...all: readonly JsonObject[]): Answer {
  return result({ description, messages: all });
}

const standup: Prompt = {
  definition: { name: "standup", title: "Stand-up", description: "Asks for a short report of the day." },
  get: () => messages("A short report of the day", user(text("What did you do today? Three lines at most."))),
};

const translate: Prompt = {
  definition: {
    name: "translate",
    title: "Translate",
    description: "Asks for a translation.",
    arguments: [
      { name: "text", title: "Text", description: "What to translate.", required: true },
      { name: "language", title: "Language", description: "Into which language; English by default.", required: false },
    ],
  },
  complete: { language: LANGUAGES },
  get: (args) =>
    messages(
      "A translation",
      user(text(`Translate into ${args["language"] ?? "English"}:`)),
      user(text(args["text"] ?? "")),
      { role: "assistant", content: text("Here is the translation:") },
    ),
};

const menu: Prompt = {
  definition: { name: "café menu", title: "Café menu", description: "Asks for a menu. Its name is no plain ASCII." },
  get: () => messages("A menu", user(text("Écris le menu d'un petit café."))),
};

const illustrated: Prompt = {
  definition: { name: "illustrated", title: "Illustrated", description: "An image and a note to talk about." },
  get: () =>
    messages(
      "An image and a note",
      user({ type: "image", data: PIXEL, mimeType: "image/png" }),
      user({ type: "resource", resource: { uri: "memo://notes/welcome", mimeType: "text/plain", text: "Welcome." } }),
    ),
};

/** Needs the user's name: shows input_required on prompts/get. */
const introduce: Prompt = {
  eras: ["modern"],
  definition: { name: "introduce", title: "Introduce", description: "Asks for a name, then for an introduction." },
  get: (_args, context) =>
    withInput(
      context,
      [NAME_FORM],
      (given) => {
        const { action, content } = given["who"] ?? {};
        const name = action === "accept" && isObject(content) ? String(content["firstName"]) : "somebody";
        return messages("An introduction", user(text(`Introduce ${name} in one line.`)));
      },
      invalidParams,
    ),
};

export const PROMPTS: readonly Prompt[] = [standup, translate, menu, illustrated, introduce];
