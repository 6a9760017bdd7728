import type { CommandRow, OptionRow, Table, Values } from "./table.ts";

const COMMAND = "complete -c mcp-compliance";

export function fishScript(table: Table): string {
  const lines = table.commands.flatMap((command) => [
    `${COMMAND} -f -n __mcp_compliance_none -a ${command.name} -d ${quote(command.summary)}`,
    ...command.options.map((option) => optionLine(command, option)),
    ...wordLines(command),
  ]);
  return `# Completion of mcp-compliance for fish. Made by: mcp-compliance completions fish
set -g __mcp_compliance_ids ${table.ids.join(" ")}
set -g __mcp_compliance_checks ${table.categories.join(" ")} $__mcp_compliance_ids
function __mcp_compliance_none
  test (count (commandline -opc)) -eq 1
end
function __mcp_compliance_in
  set -l words (commandline -opc)
  test (count $words) -ge 2; and test $words[2] = $argv[1]; and not contains -- -- $words
end
# Several, divided by commas: only the last is completed.
function __mcp_compliance_list
  set -l head (string replace -r '^--[a-z-]+=' '' -- (commandline -ct) | string replace -r '[^,]*$' '')
  for item in $__mcp_compliance_checks
    echo $head$item
  end
end
${COMMAND} -f -n __mcp_compliance_none
${COMMAND} -n __mcp_compliance_none -l help -d 'How it is used'
${COMMAND} -n __mcp_compliance_none -l version -d 'The version'
${lines.join("\n")}
`;
}

function optionLine(command: CommandRow, option: OptionRow): string {
  const short = option.short === undefined ? "" : ` -s ${option.short}`;
  const values = option.values === undefined ? "" : ` ${offer(option.values)}`;
  const where = `-n '__mcp_compliance_in ${command.name}'`;
  return `${COMMAND} ${where} -l ${option.long}${short}${values} -d ${quote(option.description)}`;
}

/** -x: a value is needed, and it is no file; -r: it may be one. */
function offer(values: Values): string {
  switch (values.kind) {
    case "one":
      return `-x -a ${quote(values.of.join(" "))}`;
    case "checks":
      return "-x -a '(__mcp_compliance_list)'";
    case "id":
      return "-x -a '$__mcp_compliance_ids'";
    case "file":
      return "-r -F";
    case "folder":
      return "-x -a '(__fish_complete_directories)'";
    case "variable":
      return "-x -a '(set -nx)'";
    case "report":
      return `-r -F -a ${quote(values.formats.map((one) => `${one}=`).join(" "))}`;
    case "free":
      return "-x";
  }
}

function wordLines(command: CommandRow): readonly string[] {
  const where = `-n '__mcp_compliance_in ${command.name}'`;
  if (command.words === "target") return [];
  if (command.words.length === 0 || command.words.every((one) => one.kind !== "file")) {
    const offers = command.words.flatMap((one) =>
      one.kind === "one" || one.kind === "id" ? [` ${offer(one).replace("-x ", "")}`] : [""],
    );
    return [`${COMMAND} ${where} -f${offers[0] ?? ""}`];
  }
  return [];
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
