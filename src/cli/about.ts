import { REVISIONS } from "../model/mod.ts";
import { TOOL_COMMIT, TOOL_TARGET, TOOL_VERSION } from "../version.ts";
import { COMMAND } from "./defaults.ts";
import type { World } from "./world.ts";

/** What `--version` prints; with `--verbose` all that a report about a bug needs. */
export function versionText(verbose: boolean, world: Pick<World, "name" | "version">): string {
  if (!verbose) return `${TOOL_VERSION}\n`;
  const runtime = `${{ node: "Node", bun: "Bun", deno: "Deno" }[world.name]} ${world.version}`;
  const rows = [
    ["commit", TOOL_COMMIT ?? "not built from a commit"],
    ["runtime", TOOL_TARGET === undefined ? runtime : `${runtime}, in the executable for ${TOOL_TARGET}`],
    ["revisions", REVISIONS.join(", ")],
  ] as const;
  return `${COMMAND} ${TOOL_VERSION}\n${rows.map(([what, text]) => `${what.padEnd(10)} ${text}\n`).join("")}`;
}

/** What `--licenses` prints: whose code is in this very form of the tool, and on what terms. */
export async function licencesText(world: Pick<World, "name" | "version">): Promise<string> {
  const { LICENCES } = await import("../../compiled/licences.js");
  if (TOOL_TARGET === undefined) return LICENCES;
  const runtime =
    world.name === "deno"
      ? `Deno ${world.version} (MIT licence, https://github.com/denoland/deno/blob/main/LICENSE.md)`
      : `Bun ${world.version} (MIT licence; those of its parts: https://bun.com/docs/project/licensing)`;
  return `${LICENCES}\n${"-".repeat(72)}\n\nThis executable also contains ${runtime}\n`;
}
