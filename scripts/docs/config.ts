import { CONFIG_SCHEMA } from "../../src/cli/config-table.ts";
import { COMMAND, CONFIG_FILES } from "../../src/cli/defaults.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/mod.ts";
import type { Generated } from "../generate-registry.ts";
import { code, fenced, GENERATED, prose, table } from "./markdown.ts";

/** Where a config is looked for, and what may stand in it: made of the table that the parser reads by. */
export function configPage(): Generated {
  const keys = propertiesOf(CONFIG_SCHEMA).filter(([key]) => key !== "$schema");
  const target = keys.find(([key]) => key === "target")?.[1];
  const kinds = target !== undefined && Array.isArray(target["oneOf"]) ? target["oneOf"].filter(isObject) : [];
  const lines = [
    "# The config file",
    "",
    GENERATED,
    "",
    `What you would type each time may stand in a file. \`${COMMAND} init\` asks for it and writes one; \`${COMMAND} test\``,
    "reads it, and no other command does. Without `--config FILE` the first of these is taken that is in the folder where",
    "the tool is called:",
    "",
    ...CONFIG_FILES.map((file, at) => `${at + 1}. ${code(file)}`),
    `${CONFIG_FILES.length + 1}. \`package.json\`, if it has the key ${code(`"${COMMAND}"`)}`,
    "",
    "Comments and trailing commas are fine in all of them. The command line wins over the file, and the file over the",
    "defaults; a target on the command line replaces the file's whole target, its headers and variables too. A key that is",
    "not known is an error.",
    "",
    ...fenced(
      "jsonc",
      [
        "{",
        '  "target": {',
        '    "type": "http",',
        '    "url": "https://example.com/mcp",',
        '    "headerEnv": { "Authorization": "MY_TOKEN" } // the variable holds "Bearer ..."',
        "  },",
        '  "specVersion": "2026-07-28",',
        '  "skip": ["security-rate-limiting"],',
        '  "strict": true',
        "}",
      ].join("\n"),
    ),
    "",
    ...table(["Key", "Value", "Meaning"], keys.map(row)),
    ...kinds.flatMap((kind) => {
      const members = propertiesOf(kind);
      const type = members.find(([key]) => key === "type")?.[1]["enum"];
      const name = Array.isArray(type) ? String(type[0]) : "";
      const needed = Array.isArray(kind["required"]) ? kind["required"] : [];
      return [
        "",
        `## \`target\` of type \`${name}\``,
        "",
        ...table(
          ["Key", "Value", "Meaning"],
          members.map(([key, schema]) => {
            const [own, value, meaning = ""] = row([key, schema]);
            return [own ?? "", value ?? "", needed.includes(key) ? `${meaning} Needed.`.trim() : meaning];
          }),
        ),
      ];
    }),
    "",
    "Editors check a config by the published schema, `schemas/config.v1.json`, which the npm package has too:",
    '`"$schema": "./node_modules/mcp-compliance/schemas/config.v1.json"`.',
  ];
  return { path: "docs/config.md", text: `${lines.join("\n")}\n` };
}

function propertiesOf(schema: JsonObject): readonly (readonly [string, JsonObject])[] {
  const properties = schema["properties"];
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, own]) => (isObject(own) ? [[key, own] as const] : []));
}

function row([key, schema]: readonly [string, JsonObject]): readonly string[] {
  const meaning = typeof schema["description"] === "string" ? schema["description"] : "";
  return [code(key), kindOf(schema), prose(meaning)];
}

function kindOf(schema: JsonObject): string {
  const choices: Json | undefined = schema["enum"];
  if (Array.isArray(choices)) return choices.map((one) => code(JSON.stringify(one))).join(", ");
  if (Array.isArray(schema["oneOf"])) return "an object, see below";
  switch (schema["type"]) {
    case "string":
      return "a text";
    case "integer":
      return `${String(schema["minimum"])} to ${String(schema["maximum"])}`;
    case "boolean":
      return "`true`, `false`";
    case "array":
      return "an array of texts";
    default:
      return "an object of texts";
  }
}
