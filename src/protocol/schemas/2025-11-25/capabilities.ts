import type { Definitions } from "../shape.ts";
import { boolean, map, negotiable, object, plain } from "../shape.ts";

const later = negotiable.later;
const changes = { "listChanged?": boolean };
const taskLists = { "list?": plain, "cancel?": plain };

export const capabilities: Definitions = {
  ServerCapabilities: object({
    "experimental?": map(plain),
    "logging?": plain,
    "completions?": later("2025-03-26", plain),
    "prompts?": object(changes),
    "resources?": object({ ...changes, "subscribe?": boolean }),
    "tools?": object(changes),
    "tasks?": later(
      "2025-11-25",
      object({ ...taskLists, "requests?": object({ "tools?": object({ "call?": plain }) }) }),
    ),
  }),
  ClientCapabilities: object({
    "experimental?": map(plain),
    "roots?": object(changes),
    "sampling?": object({ "context?": later("2025-11-25", plain), "tools?": later("2025-11-25", plain) }),
    "elicitation?": later(
      "2025-06-18",
      object({ "form?": later("2025-11-25", plain), "url?": later("2025-11-25", plain) }),
    ),
    "tasks?": later(
      "2025-11-25",
      object({
        ...taskLists,
        "requests?": object({
          "elicitation?": object({ "create?": plain }),
          "sampling?": object({ "createMessage?": plain }),
        }),
      }),
    ),
  }),
};
