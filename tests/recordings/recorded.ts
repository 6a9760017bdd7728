import { fileURLToPath } from "node:url";
import type { Revision } from "../../src/model/revision.ts";

/** The servers that are recorded: one of each make and era that behaves in its own way. */
export const RECORDED: readonly { readonly name: string; readonly pin: Revision }[] = [
  { name: "everything http", pin: "2025-11-25" },
  { name: "everything stdio", pin: "2025-11-25" },
  { name: "sdk2 http", pin: "2026-07-28" },
  { name: "sdk2 stdio", pin: "2026-07-28" },
  { name: "sdk1 2025-03-26 http", pin: "2025-11-25" },
  { name: "mcp-lite stateful http", pin: "2025-11-25" },
  { name: "hono-mcp http", pin: "2025-11-25" },
  { name: "mcp-proxy http", pin: "2026-07-28" },
  { name: "vulnerable http", pin: "2026-07-28" },
  { name: "vulnerable http", pin: "2025-11-25" },
];

/** What was said, gzipped. */
export function recordingFile(name: string, pin: Revision): string {
  return file(name, pin, "json.gz");
}

/** The verdicts that it must give, by id. */
export function verdictFile(name: string, pin: Revision): string {
  return file(name, pin, "verdicts.json");
}

function file(name: string, pin: Revision, ending: string): string {
  return fileURLToPath(new URL(`./${name.replaceAll(" ", "-")}@${pin}.${ending}`, import.meta.url));
}
