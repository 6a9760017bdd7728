import { TOOLS, toolList } from "../../facts/lists.ts";
import { SESSION_WALKS } from "../../facts/rug-pull.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { headOf } from "../../protocol/answer.ts";
import { walkList } from "../walk.ts";

/** Lists the tools at the start of a session and when the rest of the run is over, and listens for an announcement. */
const probe: Probe = {
  id: SESSION_WALKS,
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  children: 1,
  impact: "read",
  after: ["tools/list"],
  watches: true,
  ready: (recording) => andThen(toolList.entries.of(recording), () => known((kit) => watch(kit, recording))),
};

async function watch(kit: Kit, recording: Recording): Promise<void> {
  const talk = await kit.fresh();
  const over = new AbortController();
  await walkList(talk, TOOLS, recording, "start");
  const stream = kit.transport === "http" ? hold(talk, over.signal) : undefined;
  await kit.others();
  await walkList(talk, TOOLS, recording, "end");
  over.abort();
  await stream;
}

function hold(talk: Talk, until: AbortSignal): Promise<unknown> {
  return talk.http("stream", "GET", {
    headers: { Accept: "text/event-stream" },
    until,
    enough: (_frame, before) => refused(before),
  });
}

function refused(frames: Parameters<typeof headOf>[0]["frames"]): boolean {
  return (headOf({ frames })?.status ?? 200) >= 300;
}

export default probe;
