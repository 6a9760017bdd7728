import { UNKNOWN_VERSION_PROBE } from "../../facts/lifecycle.ts";
import { DISCOVER, declares, HANDSHAKE } from "../../facts/session.ts";
import { CANCELLATION, FRAMING } from "../../facts/stdio.ts";
import type { Frame, RpcId, StdioSent } from "../../model/exchange.ts";
import { known } from "../../model/fact.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { Kit, Probe, RawHow, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";
import { lineReader } from "../../protocol/framing.ts";
import { isResponse, sameIdText } from "../../protocol/jsonrpc.ts";
import { control } from "../control.ts";

/** Between the halves of a request that is written in two pieces. */
const HALVES_APART_MS = 50;
/** How many requests go out in one write. */
const TOGETHER = 5;

/**
 * What a child of the probe's own writes, to its end: five requests in one write, and (2026-07-28) one in
 * two writes. Answers are read whatever their framing, so that a wrong one is not waited out.
 */
const probe: Probe = {
  id: FRAMING,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["stdio"],
  children: 1,
  watches: true,
  follows: [`${CANCELLATION}/1`, `${UNKNOWN_VERSION_PROBE}/1`],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  // Even where nothing could be read in the shared child: broken framing is a reason for that.
  ready: (recording) =>
    known(async (kit) => {
      const child = await kit.fresh({ greet: false });
      const open = kit.revision === "2025-11-25" ? await greeted(kit, child) : true;
      if (open) await ask(kit, child, listsOf(recording));
      // An unfinished last line comes out when the child is gone.
      await child.close();
    }),
};

async function greeted(kit: Kit, child: Talk): Promise<boolean> {
  if (child.session !== undefined) {
    await child.notify("initialized", "notifications/initialized");
    return true;
  }
  const sent = child.compose("initialize", initializeParams(kit.clientInfo, {})) as StdioSent;
  const heard = answersTo(sent.ids);
  await child.raw("initialize", sent, heard);
  if (heard.open.size > 0) return false;
  await child.notify("initialized", "notifications/initialized");
  return true;
}

async function ask(kit: Kit, child: Talk, lists: readonly string[]): Promise<void> {
  const modern = kit.revision === "2026-07-28";
  const methods = modern ? [] : [...lists, `conformance/none-${kit.word()}`];
  const plain = modern ? "server/discover" : "ping";
  while (methods.length < TOGETHER) methods.unshift(plain);
  const several = methods.map((method) => child.compose(method, modern ? {} : undefined) as StdioSent);
  const ids = several.flatMap((one) => one.ids);
  const text = several.flatMap((one) => one.writes).join("");
  await child.raw("five in one write", { kind: "stdio", writes: [text], ids }, answersTo(ids));
  if (!modern) return;
  const halved = child.compose(plain, {}) as StdioSent;
  const line = halved.writes.join("");
  const middle = Math.floor(line.length / 2);
  const writes = [line.slice(0, middle), { waitMs: HALVES_APART_MS }, line.slice(middle)];
  await child.raw("one in two writes", { ...halved, writes }, answersTo(halved.ids));
  await control(child, "control after");
}

/** Enough is heard when all of these are answered, however the lines are broken. */
function answersTo(ids: readonly RpcId[]): Required<Pick<RawHow, "enough">> & { readonly open: ReadonlySet<RpcId> } {
  const open = new Set(ids);
  const reader = lineReader();
  const take = (message: JsonObject): void => {
    if (!isResponse(message)) return;
    for (const id of ids) if (sameIdText(message["id"], id)) open.delete(id);
  };
  return {
    open,
    enough(frame: Frame) {
      if (frame.kind !== "line") return false;
      const values = reader.push(frame.text).flatMap((piece) => piece.values);
      for (const value of values.flat()) if (isObject(value)) take(value);
      return open.size === 0;
    },
  };
}

function listsOf(recording: Recording): readonly string[] {
  const kinds = ["tools", "resources", "prompts"];
  return kinds.flatMap((kind) => (declares(kind).of(recording).state === "known" ? [`${kind}/list`] : []));
}

export default probe;
