import type { CommandRow, Table, Values } from "./table.ts";

/** For bash 3.2 (macOS) and later, with or without the package bash-completion. */
export function bashScript(table: Table): string {
  const names = table.commands.map((one) => one.name);
  return `# Completion of mcp-compliance for bash. Made by: mcp-compliance completions bash
_mcp_compliance_words() {
  local IFS=$' \\n'
  COMPREPLY=( $(compgen -W "$1" -- "$cur") )
}
_mcp_compliance_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=( $(compgen "$1" -- "$cur") )
}
# Several, divided by commas: only the last is completed.
_mcp_compliance_list() {
  local IFS=$' \\n' head= tail=$cur item
  case "$cur" in *,*) head="\${cur%,*},"; tail="\${cur##*,}";; esac
  COMPREPLY=()
  for item in $(compgen -W "$1" -- "$tail"); do COMPREPLY+=( "$head$item" ); done
  compopt -o nospace 2>/dev/null
}
_mcp_compliance() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at=$COMP_CWORD option= command= divided= plain=0 word skip=
  local checks="${[...table.categories, ...table.ids].join(" ")}"
  local ids="${table.ids.join(" ")}"
  COMPREPLY=()
  # The shell takes --option=value for three words.
  if [[ $cur == "=" ]]; then cur=; option="\${COMP_WORDS[at-1]}"
  elif [[ $at -ge 2 && \${COMP_WORDS[at-1]} == "=" ]]; then option="\${COMP_WORDS[at-2]}"
  elif [[ $at -ge 1 ]]; then option="\${COMP_WORDS[at-1]}"
  fi
  # --report format=file
  if [[ $option != -* && $at -ge 3 ]]; then
    case "\${COMP_WORDS[at-3]} \${COMP_WORDS[at-2]}" in
      "--report "*) [[ \${COMP_WORDS[at-1]} == "=" ]] && { _mcp_compliance_files -f; return; };;
    esac
    [[ $cur == "" && \${COMP_WORDS[at]} == "=" && \${COMP_WORDS[at-2]} == "--report" ]] && { _mcp_compliance_files -f; return; }
  fi
  local index
  for ((index = 1; index < at; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ $skip == 1 ]]; then skip=; [[ $word == "=" ]] && skip=1; continue; fi
    if [[ $word == "=" ]]; then skip=1; continue; fi
    if [[ $word == "--" ]]; then divided=1; break; fi
    if [[ $word == -* ]]; then
      case "$command $word" in
${table.commands.flatMap(takers).join("\n")}
      esac
      continue
    fi
    if [[ -z $command ]]; then command=$word; else plain=$((plain + 1)); fi
  done
  if [[ -z $command ]]; then
    _mcp_compliance_words "${[...names, "help", "--help", "--version"].join(" ")}"
    return
  fi
  if [[ $command == help ]]; then _mcp_compliance_words "${names.join(" ")}"; return; fi
  if [[ -n $divided ]]; then _mcp_compliance_files -f; return; fi
  case "$command $option" in
${table.commands.flatMap(values).join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case "$command" in
${table.commands.map(options).join("\n")}
    esac
    return
  fi
  case "$command $plain" in
${table.commands.flatMap(words).join("\n")}
  esac
}
complete -F _mcp_compliance mcp-compliance
`;
}

/** The words before the place are read past the values of options. */
function takers(command: CommandRow): readonly string[] {
  const taking = command.options.filter((one) => one.values !== undefined);
  if (taking.length === 0) return [];
  const spelled = taking.flatMap((one) => [`--${one.long}`, ...(one.short === undefined ? [] : [`-${one.short}`])]);
  return [`        ${spelled.map((word) => `"${command.name} ${word}"`).join("|")}) skip=1;;`];
}

function values(command: CommandRow): readonly string[] {
  return command.options.flatMap((one) => {
    if (one.values === undefined) return [];
    const spelled = [`--${one.long}`, ...(one.short === undefined ? [] : [`-${one.short}`])];
    return [`    ${spelled.map((word) => `"${command.name} ${word}"`).join("|")}) ${offer(one.values)} return;;`];
  });
}

function offer(what: Values): string {
  switch (what.kind) {
    case "one":
      return `_mcp_compliance_words "${what.of.join(" ")}";`;
    case "checks":
      return '_mcp_compliance_list "$checks";';
    case "id":
      return '_mcp_compliance_words "$ids";';
    case "file":
      return "_mcp_compliance_files -f;";
    case "folder":
      return "_mcp_compliance_files -d;";
    case "variable":
      return "_mcp_compliance_files -e;";
    case "report":
      return `_mcp_compliance_words "${what.formats.map((one) => `${one}=`).join(" ")}"; compopt -o nospace 2>/dev/null;`;
    case "free":
      return "";
  }
}

function options(command: CommandRow): string {
  return `      ${command.name}) _mcp_compliance_words "${command.options.map((one) => `--${one.long}`).join(" ")}";;`;
}

function words(command: CommandRow): readonly string[] {
  if (command.words === "target") {
    // A command first; its arguments are mostly files.
    return [
      `    "${command.name} 0") if [[ -n $cur && $cur != */* ]]; then _mcp_compliance_files -c; else _mcp_compliance_files -f; fi;;`,
      `    "${command.name} "*) _mcp_compliance_files -f;;`,
    ];
  }
  return command.words.flatMap((one, at) =>
    one.kind === "free" ? [] : [`    "${command.name} ${at}") ${offer(one).replace(/;$/, "")};;`],
  );
}
