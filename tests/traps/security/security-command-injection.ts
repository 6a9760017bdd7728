import { said, tool, trap, withTools } from "../../support/mutate.ts";
import { calculator, echo, missingFile, searchWithSql, shellGrep } from "../../support/vulnerable.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "an echo tool returns the payload", revisions: both }, withTools([echo], "only")),
  trap({ name: "a calculator multiplies by design", revisions: both }, withTools([calculator], "only")),
  trap(
    { name: "a search tool quotes the payload and speaks of SQL", revisions: both },
    withTools([searchWithSql], "only"),
  ),
  trap({ name: "a file tool answers not found with the path", revisions: both }, withTools([missingFile], "only")),
  trap(
    { name: "an error text that speaks of a shell", revisions: both },
    withTools([tool("say", { text: { type: "string" } }, () => said("sh: permission denied"))], "only"),
  ),
  trap(
    { name: "a tool that runs commands by design says so in its name", revisions: both },
    withTools([{ ...shellGrep, definition: { ...shellGrep.definition, name: "run_command" } }], "only"),
  ),
];
