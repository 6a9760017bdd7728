import type { Grade, Revision } from "../model/mod.ts";
import type { ConfigTarget } from "./config-types.ts";

/** What a config that `init` writes holds. Values of secrets are no part of it. */
export interface Answers {
  readonly target: ConfigTarget;
  readonly specVersion: "auto" | Revision;
  /** Milliseconds. */
  readonly timeout: number;
  readonly strict: boolean;
  readonly minGrade?: Grade;
}

/** The text of a config with comments. `schema`: where an editor finds the schema; `installed`: it is there. */
export function configText(answers: Answers, schema: string, installed: boolean): string {
  const { target, specVersion, timeout, strict, minGrade } = answers;
  const lines = [
    ...(installed
      ? [member("$schema", schema)]
      : [
          "// With mcp-compliance among the devDependencies, editors complete and check the keys:",
          `// ${member("$schema", schema)}`,
        ]),
    "",
    "// What `mcp-compliance test` tests; a target on the command line stands in its place.",
    '"target": {',
    ...targetLines(target).map((line) => `  ${line}`),
    "},",
    "",
    "// The revision that is graded: auto, 2025-11-25 or 2026-07-28. auto asks the server, so an upgrade of the server",
    "// can change the suite; a pinned revision stays.",
    member("specVersion", specVersion),
    "",
    "// Milliseconds for each request.",
    member("timeout", timeout),
    "",
    "// true: exit code 1 if a required check does not pass.",
    member("strict", strict),
    "",
    ...(minGrade === undefined
      ? ["// Exit code 1 if the grade is below:", `// ${member("minGrade", "B")}`]
      : ["// Exit code 1 if the grade is below.", member("minGrade", minGrade)]),
  ];
  return `{\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n}\n`;
}

function targetLines(target: ConfigTarget): readonly string[] {
  if (target.type === "http") {
    const { url, headers, headerEnv } = target;
    return [
      member("type", "http"),
      member("url", url),
      ...unlessEmpty("headers", headers),
      ...secret(unlessEmpty("headerEnv", headerEnv), "Header: the environment variable that holds its value."),
    ];
  }
  const { command, args, env, envFrom, cwd } = target;
  return [
    member("type", "stdio"),
    member("command", command),
    ...(args.length === 0 ? [] : [member("args", args)]),
    ...unlessEmpty("env", env),
    ...(envFrom.length === 0
      ? []
      : secret([member("envFrom", envFrom)], "Have to be set in the environment; the values do not stand here.")),
    ...(cwd === undefined ? [] : [member("cwd", cwd)]),
  ];
}

function secret(lines: readonly string[], comment: string): readonly string[] {
  return lines.length === 0 ? [] : [`// ${comment}`, ...lines];
}

function unlessEmpty(key: string, value: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(value).length === 0 ? [] : [member(key, value)];
}

/** `"key": value,` on one line; a comma after the last member is no mistake in these files. */
function member(key: string, value: unknown): string {
  const text = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ").replace(/^\[ /, "[").replace(/ \]$/, "]");
  return `${JSON.stringify(key)}: ${text},`;
}
