import { UserFault } from "../model/mod.ts";
import { choice } from "./argv.ts";
import type { Command, Context } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { completionTable, SHELLS, type Shell, type Table } from "./completions/table.ts";
import { COMMON } from "./options.ts";

export const completionsCommand: Command = {
  name: "completions",
  usage: "<bash | zsh | fish | powershell>",
  description:
    "Prints a script that lets the shell complete commands, options, their values and the ids of checks. It holds the " +
    "commands of this version: make it anew after an update.",
  words: { kind: "plain", names: ["shell"] },
  options: COMMON,
  more: ["Exit codes: 0 printed; 2 usage; 70 a bug of this tool."],
  examples: [
    ['eval "$(mcp-compliance completions bash)"', "in ~/.bashrc"],
    ['eval "$(mcp-compliance completions zsh)"', "in ~/.zshrc, after compinit"],
    ["mcp-compliance completions fish | source", "in ~/.config/fish/config.fish"],
    ["mcp-compliance completions powershell | Out-String | Invoke-Expression", "in $PROFILE"],
  ],
  run,
};

async function run({ argv, world, suite }: Context): Promise<number> {
  const [word] = argv.words;
  if (word === undefined) throw new UserFault(`Which shell? mcp-compliance completions <${SHELLS.join(" | ")}>`);
  const shell = choice("completions", word, SHELLS) as Shell;
  await world.stdout.write(await scriptFor(shell, await completionTable(COMMANDS, suite)));
  return 0;
}

export async function scriptFor(shell: Shell, table: Table): Promise<string> {
  switch (shell) {
    case "bash":
      return (await import("./completions/bash.ts")).bashScript(table);
    case "zsh":
      return (await import("./completions/zsh.ts")).zshScript(table);
    case "fish":
      return (await import("./completions/fish.ts")).fishScript(table);
    case "powershell":
      return (await import("./completions/powershell.ts")).powershellScript(table);
  }
}
