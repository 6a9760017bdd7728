import type { CommandRow, Table, Values } from "./table.ts";

/** For PowerShell 5.1 and later. */
export function powershellScript(table: Table): string {
  return `# Completion of mcp-compliance for PowerShell. Made by: mcp-compliance completions powershell
Register-ArgumentCompleter -Native -CommandName mcp-compliance -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $ids = @(${list(table.ids)})
  $checks = @(${list(table.categories)}) + $ids
  $commands = [ordered]@{
${table.commands.map((one) => `    ${quote(one.name)} = ${quote(one.summary)}`).join("\n")}
  }
  $options = @{
${table.commands.map(optionsOf).join("\n")}
  }
  $values = @{
${table.commands.flatMap(valuesOf).join("\n")}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $result = { param($text, $about) [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $about) }
  if ($words.Count -lt 2) {
    $commands.Keys | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { & $result $_ $commands[$_] }
    return
  }
  $command = $words[1]
  if ($words -contains '--') { return }
  $known = $values["$command $($words[-1])"]
  if ($null -ne $known) {
    $head = ''
    $tail = $wordToComplete
    if ($known -eq 'checks') {
      $known = $checks
      if ($tail -match '^(.*,)([^,]*)$') { $head = $Matches[1]; $tail = $Matches[2] }
    }
    $known | Where-Object { $_ -like "$tail*" } | ForEach-Object { & $result "$head$_" "$_" }
    return
  }
  if ($wordToComplete -like '-*') {
    $options[$command].Keys | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { & $result $_ $options[$command][$_] }
    return
  }
  if ($words.Count -eq 2) {
${table.commands.flatMap(firstWord).join("\n")}
  }
}
`;
}

function optionsOf(command: CommandRow): string {
  const rows = command.options.map((one) => `${quote(`--${one.long}`)} = ${quote(one.description)}`);
  return `    ${quote(command.name)} = [ordered]@{ ${rows.join("; ")} }`;
}

function valuesOf(command: CommandRow): readonly string[] {
  return command.options.flatMap((one) => {
    const values = one.values === undefined ? undefined : offered(one.values);
    return values === undefined ? [] : [`    ${quote(`${command.name} --${one.long}`)} = ${values}`];
  });
}

function offered(values: Values): string | undefined {
  if (values.kind === "one") return `@(${list(values.of)})`;
  if (values.kind === "checks") return "'checks'";
  return values.kind === "report" ? `@(${list(values.formats.map((one) => `${one}=`))})` : undefined;
}

function firstWord(command: CommandRow): readonly string[] {
  const [first] = command.words === "target" ? [] : command.words;
  if (first === undefined || (first.kind !== "id" && first.kind !== "one")) return [];
  const all = first.kind === "id" ? "$ids" : `@(${list(first.of)})`;
  return [
    `    if ($command -eq ${quote(command.name)}) { ${all} | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { & $result $_ $_ } }`,
  ];
}

function list(words: readonly string[]): string {
  return words.map(quote).join(",");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
