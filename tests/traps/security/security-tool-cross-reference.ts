import { said, tool, trap, withTools } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "another tool is named in plain sight", revisions: both },
    withTools([
      tool("list_files", {}, () => said("ok")),
      tool("read_file", {}, () => said("ok"), {
        description: "Call list_files first.\n\n| tool | for |\n|---|---|\n| list_files | names |",
      }),
    ]),
  ),
  trap(
    { name: "a tool called get, and names that differ by case", revisions: both },
    withTools([
      tool("get", {}, () => said("ok")),
      tool("getUser", {}, () => said("ok"), { description: "Get a user. To get several, call it again." }),
      tool("getuser", {}, () => said("ok")),
    ]),
  ),
];
