import { ALONE, BURST, BURST_LABEL, BURST_SIZE, burstTool, CONTROL, isOverrun, LOOK } from "../../facts/burst.ts";
import { isServed, isUnanswered } from "../../facts/evidence.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { callBefore, END, soundBefore } from "../../facts/surrounded.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { How, Kit, Probe, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { control } from "../control.ts";
import { surrounded } from "../surrounded.ts";

/** What the entry of 2025-11-25 gives a server to recover (milliseconds). */
const REST_MS = 2000;
/** And that of 2026-07-28: ten looks, a second apart. */
const LOOKS = 10;
const BETWEEN_MS = 1000;

/** Many requests at once, and whether the server still serves afterwards. Runs last. */
const probe: Probe = {
  id: BURST,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "stress",
  after: [HANDSHAKE, DISCOVER, "tools/list"],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known((kit) => (kit.revision === "2025-11-25" ? pings(kit) : calls(kit, recording))),
    ),
};

const ONCE: How = { once: true };

async function pings(kit: Kit): Promise<void> {
  const talk = await kit.fresh();
  await surrounded(kit, talk, BURST_LABEL, async () => {
    await atOnce(() => control(talk, BURST_LABEL, ONCE));
    // A server that serves already needs no rest.
    if (!isServed(await control(talk, LOOK, ONCE))) await kit.pause(REST_MS);
  });
}

async function calls(kit: Kit, recording: Recording): Promise<void> {
  const talk = await kit.fresh();
  const tool = burstTool(recording);
  const call = (on: Talk, label: string, how: How): Promise<Exchange> =>
    tool === undefined
      ? control(on, label, how)
      : on.ask(
          label,
          "tools/call",
          { name: tool.name, arguments: {} },
          { ...how, inputSchema: tool.inputSchema, tags: { tool: tool.name } },
        );
  // What was asked before will do, where it was served: nothing that could spoil it has been sent since.
  const earlier = soundBefore(recording, END);
  if (earlier === undefined || !isServed(earlier)) {
    if (!isServed(await control(talk, CONTROL))) return;
  }
  const alone = tool === undefined ? earlier : callBefore(recording, END, tool.name, {});
  if (alone === undefined || isUnanswered(alone)) await call(talk, ALONE, {});
  // A server that answers at least half of them is there.
  if (!isOverrun(await atOnce(() => call(talk, BURST_LABEL, ONCE)))) return;
  for (let look = 1; look <= LOOKS; look += 1) {
    if (look > 1) await kit.pause(BETWEEN_MS);
    if (isServed(await control(talk, LOOK, { ...ONCE, freshConnection: true }))) return;
  }
}

function atOnce(send: () => Promise<Exchange>): Promise<readonly Exchange[]> {
  return Promise.all(Array.from({ length: BURST_SIZE }, send));
}

export default probe;
