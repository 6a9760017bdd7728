import { said, tool, trap, withTools } from "../../support/mutate.ts";
import { missingFile, openReader } from "../../support/vulnerable.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "an error that quotes the path", revisions: both }, withTools([missingFile], "only")),
  trap({ name: "a tool that may read the whole disk", revisions: both }, withTools([openReader], "only")),
  trap(
    { name: "a line of a password file as part of a help text", revisions: both },
    withTools(
      [tool("explain_path", { path: { type: "string" } }, () => said("root:x:0:0:root:/root:/bin/sh is a line of it"))],
      "only",
    ),
  ),
];
