import { TOOLS, toolList } from "../../facts/lists.ts";
import { ANEW, USE_WALKS } from "../../facts/rug-pull.ts";
import { safestTools } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { together } from "../together.ts";
import { walkList } from "../walk.ts";

/** Lists the tools before and after some use of one connection (stdio: one process), and over HTTP on a new one. */
const probe: Probe = {
  id: USE_WALKS,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  children: 1,
  impact: "call",
  atOnce: 2,
  rounds: 3,
  after: ["tools/list"],
  ready: (recording) => andThen(toolList.entries.of(recording), () => known((kit) => use(kit, recording))),
};

async function use(kit: Kit, recording: Recording): Promise<void> {
  const talk = await kit.fresh();
  const walk = (on: Talk, label: string): Promise<unknown> => walkList(on, TOOLS, recording, label);
  await together(kit, ["first", "second"], (label) => walk(talk, label));
  const choice = safestTools(recording);
  const [safe] = choice.state === "known" ? choice.value.tools : [];
  const use = { name: safe?.tool.name ?? "", arguments: safe?.args ?? {} };
  await together(kit, [...(safe === undefined ? [] : [safe.tool]), undefined], (tool) =>
    tool === undefined
      ? talk.ask("use", "server/discover", {})
      : talk.ask("use", "tools/call", use, { inputSchema: tool.inputSchema }),
  );
  // Another process takes long to start: a probe of its own asks it, so that nobody waits here.
  await together(kit, ["after use", ...(kit.transport === "http" ? [ANEW] : [])], async (label) =>
    walk(label === ANEW ? await kit.fresh() : talk, label),
  );
}

export default probe;
