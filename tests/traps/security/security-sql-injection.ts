import { said, tool, trap, withTools } from "../../support/mutate.ts";
import { boundSql, concatenatedSql, echo, searchWithSql } from "../../support/vulnerable.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "the argument is a parameter", revisions: both }, withTools([boundSql], "only")),
  trap({ name: "an error text that names sqlite", revisions: both }, withTools([searchWithSql], "only")),
  trap({ name: "an echo of the payload", revisions: both }, withTools([echo], "only")),
  trap(
    { name: "a tool that takes SQL by design", revisions: both },
    withTools([{ ...concatenatedSql, definition: { ...concatenatedSql.definition, name: "query_sql" } }], "only"),
  ),
  trap(
    { name: "a full-text search that takes OR for an operator", revisions: both },
    withTools(
      [
        tool("search", { words: { type: "string" } }, (args) => {
          const words = String(args["words"]).split(/ OR /);
          const found = words.flatMap((word) => (/^\w+$/.test(word) ? [] : [`page about ${word.length} letters`]));
          return said(found.join("\n"));
        }),
      ],
      "only",
    ),
  ),
];
