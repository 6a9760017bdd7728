import { placeholders } from "../../facts/arguments.ts";
import { pathParameter, plainParameter } from "../../facts/injection.ts";
import { REMOTE_FILE, traversals } from "../../facts/paths.ts";
import { type CallableTool, safestTools } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe, Talk } from "../../model/probe.ts";
import type { Revision } from "../../model/revision.ts";
import { aims, attempt } from "../attempt.ts";
import { together } from "../together.ts";

/** The later revision's check goes on to any string where no parameter is named a path. */
function parameterOf(revision: Revision): (tool: CallableTool) => string | undefined {
  return (tool) => pathParameter(tool) ?? (revision === "2026-07-28" ? plainParameter(tool) : undefined);
}

const probe: Probe = {
  id: "security/path-traversal",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "call",
  after: ["tools/list"],
  ready: (recording) => {
    const find = parameterOf(recording.revision);
    const choice = safestTools(recording, (tool) => {
      const parameter = find(tool);
      return parameter === undefined ? undefined : placeholders(tool.inputSchema, { [parameter]: "word" });
    });
    return andThen(choice, (tools) =>
      known(async (kit) => {
        const talk: Talk = await kit.main();
        const canary = kit.word(24);
        const planted = await kit.local?.plant(`${canary}\n`);
        const path = planted ?? REMOTE_FILE[kit.revision];
        const more = planted === undefined ? { path } : { path, canary };
        const pathLike = aims(tools, find).toSorted((a, b) => rank(a.tool) - rank(b.tool));
        await together(kit, pathLike.slice(0, 1), async (aim) => {
          const values = [
            ["baseline", kit.word(8)],
            ["absolute", path],
            ...traversals(path, kit.revision).map((value) => ["payload", value] as const),
          ] as const;
          await together(kit, values, ([role, value]) => attempt(talk, aim, role, value, more));
        });
      }),
    );
  },
};

/** Tools with a path parameter first. */
function rank(tool: CallableTool): number {
  return pathParameter(tool) === undefined ? 1 : 0;
}

export default probe;
