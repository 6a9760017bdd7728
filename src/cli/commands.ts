import type { Command } from "./command.ts";

/** One line of the table of commands. Its file is loaded when it is called or asked for help. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** Every command, in the order of the help text. A new command is a file and a line here. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "test",
    summary: "Test a server, a URL or a command, and print its report and grade",
    load: async () => (await import("./test.ts")).testCommand,
  },
  {
    name: "audit",
    summary: "Audit a URL by eleven rules, reading only: defects apart from version gaps",
    load: async () => (await import("./audit.ts")).auditCommand,
  },
  {
    name: "judge",
    summary: "Judge a recording again, offline",
    load: async () => (await import("./judge.ts")).judgeCommand,
  },
  {
    name: "diff",
    summary: "Compare two JSON reports: what got worse, what was repaired",
    load: async () => (await import("./diff.ts")).diffCommand,
  },
  {
    name: "serve",
    summary: "Run the strictly conformant server, and judge the clients that talk to it",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "rules",
    summary: "List every rule with the clauses that it cites",
    load: async () => (await import("./rules.ts")).rulesCommand,
  },
  {
    name: "explain",
    summary: "Explain one check: what it asks, how it judges, how to mend it",
    load: async () => (await import("./explain.ts")).explainCommand,
  },
  {
    name: "load",
    summary: "Load a server in steps or at a rate: what it bore, and who was the limit",
    load: async () => (await import("./load.ts")).loadCommand,
  },
  {
    name: "benchmark",
    summary: "Measure a server's latency, a URL's or a command's",
    load: async () => (await import("./benchmark.ts")).benchmarkCommand,
  },
  {
    name: "init",
    summary: "Write a config file, so that test needs no arguments",
    load: async () => (await import("./init.ts")).initCommand,
  },
  {
    name: "mcp",
    summary: "Serve this tool to assistants: an MCP server on stdio",
    load: async () => (await import("./mcp.ts")).mcpCommand,
  },
  {
    name: "completions",
    summary: "Print a script that lets your shell complete commands and options",
    load: async () => (await import("./completions.ts")).completionsCommand,
  },
];
