/** Defaults of a run; `startup` and `preflight` follow from the timeout. Milliseconds. */
export const DEFAULTS = {
  timeoutMs: 15_000,
  startupTimeoutMs: (timeoutMs: number) => Math.max(timeoutMs, 60_000),
  preflightTimeoutMs: (timeoutMs: number) => Math.min(timeoutMs, 10_000),
  retries: 0,
  concurrency: 1,
} as const;

export const GRADES = ["A", "B", "C", "D", "F"] as const;

export const CONFIG_FILES = ["mcp-compliance.config.json", ".mcp-compliancerc.json", ".mcp-compliancerc"] as const;

/** What the user types. */
export const COMMAND = "mcp-compliance";
