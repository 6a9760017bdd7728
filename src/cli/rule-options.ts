import { REVISIONS } from "../model/mod.ts";
import type { Options } from "./argv.ts";
import { COMMON, SELECTION } from "./options.ts";

/** Options of what only tells of rules: `rules` and `explain`. */
const ABOUT_RULES = {
  "spec-version": {
    type: "enum",
    options: [...REVISIONS],
    description: "This revision alone (default: both)",
    group: "Checks",
  },
  json: { type: "boolean", description: "JSON instead of text", group: "Report" },
} as const satisfies Options;

export const RULES_OPTIONS = {
  ...ABOUT_RULES,
  ...SELECTION,
  transport: {
    type: "enum",
    options: ["http", "stdio"],
    description: "Only rules that hold over this transport",
    group: "Checks",
  },
  ...COMMON,
} as const satisfies Options;

export const EXPLAIN_OPTIONS = { ...ABOUT_RULES, ...COMMON } as const satisfies Options;
