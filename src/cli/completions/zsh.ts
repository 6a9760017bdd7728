import type { CommandRow, OptionRow, Table, Values } from "./table.ts";

export function zshScript(table: Table): string {
  return `#compdef mcp-compliance
# Completion of mcp-compliance for zsh. Made by: mcp-compliance completions zsh
_mcp_compliance_checks() {
  local -a checks=(${[...table.categories, ...table.ids].join(" ")})
  compset -P '*,'
  compadd -S ',' -q -a checks
}
_mcp_compliance_ids() {
  local -a ids=(${table.ids.join(" ")})
  compadd -a ids
}
_mcp_compliance_report() {
  if compset -P '*='; then _files; else compadd -S '=' -- "$@"; fi
}
_mcp_compliance() {
  local context state line curcontext="$curcontext"
  local -a commands=(
${table.commands.map((one) => `    ${quote(`${one.name}:${one.summary}`)}`).join("\n")}
  )
  _arguments -C \\
    '(- *)'{-h,--help}'[How it is used]' \\
    '(- *)'{-v,--version}'[The version]' \\
    '1:command:->command' \\
    '*::argument:->argument' && return
  case $state in
    command) _describe -t commands 'command' commands ;;
    argument)
      case $words[1] in
${table.commands.map(branch).join("\n")}
      esac ;;
  esac
}
if [ "$funcstack[1]" = "_mcp_compliance" ]; then
  _mcp_compliance "$@"
else
  compdef _mcp_compliance mcp-compliance
fi
`;
}

function branch(command: CommandRow): string {
  const words =
    command.words === "target"
      ? [quote("*::target:_normal")]
      : command.words.map((one, at) => quote(`${at + 1}:word:${action(one)}`));
  const specs = [...command.options.map(spec), ...words];
  const lines = specs.map((one) => `          ${one}`).join(" \\\n");
  return `        ${command.name})\n          _arguments -S \\\n${lines} ;;`;
}

function spec(option: OptionRow): string {
  const { long, short, description, many, values } = option;
  const about = `[${escapeText(description)}]${values === undefined ? "" : `:value:${action(values)}`}`;
  const equals = values === undefined ? "" : "=";
  if (short === undefined) return quote(`${many ? "*" : ""}--${long}${equals}${about}`);
  const first = many ? "'*'" : quote(`(-${short} --${long})`);
  const attached = values === undefined ? "" : "+";
  return `${first}{-${short}${attached},--${long}${equals}}${quote(about)}`;
}

function action(values: Values): string {
  switch (values.kind) {
    case "one":
      return `(${values.of.join(" ")})`;
    case "checks":
      return "_mcp_compliance_checks";
    case "id":
      return "_mcp_compliance_ids";
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "variable":
      return '_parameters -g "*export*"';
    case "report":
      return `_mcp_compliance_report ${values.formats.join(" ")}`;
    case "free":
      return " ";
  }
}

function escapeText(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
