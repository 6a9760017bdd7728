import type { JsonObject } from "../model/json.ts";
import { invalidParams, result } from "./answer.ts";
import { PIXEL } from "./content.ts";
import { withInput } from "./input.ts";
import type { Resource, Template } from "./offer.ts";
import { NAME_FORM } from "./tools-asking.ts";

function note(name: string, title: string, text: string): Resource {
  const uri = `memo://notes/${encodeURIComponent(name)}`;
  const size = new TextEncoder().encode(text).length;
  return {
    definition: {
      uri,
      name,
      title,
      description: `A note: ${title}.`,
      mimeType: "text/plain",
      size,
      annotations: { audience: ["user"], priority: 0.5, lastModified: "2026-07-28T00:00:00Z" },
    },
    read: () => result({ contents: [{ uri, mimeType: "text/plain", text }] }),
  };
}

const pixel: Resource = {
  definition: {
    uri: "memo://images/pixel.png",
    name: "pixel.png",
    title: "Pixel",
    description: "An image of one pixel.",
    mimeType: "image/png",
    size: atob(PIXEL).length,
  },
  read: () => result({ contents: [{ uri: "memo://images/pixel.png", mimeType: "image/png", blob: PIXEL }] }),
};

/** Is read only after the user was asked: shows input_required on resources/read. */
const diary: Resource = {
  eras: ["modern"],
  definition: {
    uri: "memo://private/diary",
    name: "diary",
    title: "Diary",
    description: "Asks for a name before it opens.",
    mimeType: "text/plain",
  },
  read: (context) =>
    withInput(
      context,
      [NAME_FORM],
      (given) => {
        const open = given["who"]?.["action"] === "accept";
        const text = open ? "Dear diary." : "The diary stays closed.";
        return result({ contents: [{ uri: "memo://private/diary", mimeType: "text/plain", text }] });
      },
      invalidParams,
    ),
};

export const RESOURCES: readonly Resource[] = [
  note("welcome", "Welcome", "Welcome."),
  pixel,
  note("café", "Café", "Un café, s'il vous plaît. ☕"),
  note("empty", "Empty", ""),
  diary,
];

const YEARS: readonly string[] = Array.from({ length: 150 }, (_, index) => String(1900 + index));
const MONTHS: readonly string[] = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];

function template(uriTemplate: string, name: string, title: string, rest: Omit<Template, "definition">): Template {
  const definition: JsonObject = {
    uriTemplate,
    name,
    title,
    description: `${title}, by its name.`,
    mimeType: "text/plain",
  };
  return { definition, ...rest };
}

function textAt(uri: string, text: string) {
  return result({ contents: [{ uri, mimeType: "text/plain", text }] });
}

export const TEMPLATES: readonly Template[] = [
  template("memo://years/{year}", "year", "A year", {
    complete: { year: YEARS },
    read: ({ year = "" }, uri) => (YEARS.includes(year) ? textAt(uri, `The year ${year}.`) : undefined),
  }),
  template("memo://years/{year}/{month}", "month", "A month", {
    complete: { year: YEARS, month: MONTHS },
    read: ({ year = "", month = "" }, uri) =>
      YEARS.includes(year) && MONTHS.includes(month) ? textAt(uri, `Month ${month} of ${year}.`) : undefined,
  }),
  template("memo://squares/{number}", "square", "A square", {
    read: ({ number = "" }, uri) => (/^\d{1,6}$/.test(number) ? textAt(uri, String(Number(number) ** 2)) : undefined),
  }),
  template("memo://letters/{letter}", "letter", "A letter", {
    complete: { letter: ["a", "b", "c"] },
    read: ({ letter = "" }, uri) => (/^[a-z]$/.test(letter) ? textAt(uri, letter.toUpperCase()) : undefined),
  }),
];
