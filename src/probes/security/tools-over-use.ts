import { TOOLS, toolList } from "../../facts/lists.ts";
import { USE_WALKS } from "../../facts/rug-pull.ts";
import { safestTools } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { walkList } from "../walk.ts";

/** Lists the tools before and after some use of one connection (stdio: one process), and on a new one. */
const probe: Probe = {
  id: USE_WALKS,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "call",
  after: ["tools/list"],
  ready: (recording) => andThen(toolList.entries.of(recording), () => known((kit) => use(kit, recording))),
};

async function use(kit: Kit, recording: Recording): Promise<void> {
  const talk = await kit.fresh();
  await walkList(talk, TOOLS, recording, "first");
  await walkList(talk, TOOLS, recording, "second");
  const choice = safestTools(recording);
  const [safe] = choice.state === "known" ? choice.value.tools : [];
  if (safe !== undefined) {
    const params = { name: safe.tool.name, arguments: safe.args };
    await talk.ask("use", "tools/call", params, { inputSchema: safe.tool.inputSchema });
  }
  await talk.ask("use", "server/discover", {});
  await walkList(talk, TOOLS, recording, "after use");
  await walkList(await kit.fresh(), TOOLS, recording, "anew");
}

export default probe;
