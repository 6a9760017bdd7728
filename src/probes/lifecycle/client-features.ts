import { CLIENT_FEATURES, FEATURES, REQUEST, STREAM, toolsToCall } from "../../facts/client-features.ts";
import { isServed } from "../../facts/evidence.ts";
import { conversation, declaredLists, HANDSHAKE } from "../../facts/session.ts";
import type { Exchange, Frame } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { replyOf } from "../../protocol/answer.ts";
import { messagesOf } from "../../protocol/jsonrpc.ts";
import { control } from "../control.ts";

/** How long a tool may take that asks nothing of the client: it is not what is looked for (milliseconds). */
const FIRST_MS = 3000;
/** How long one may take that asked, and was answered, the second time. */
const SECOND_MS = 10_000;
const BETWEEN_PINGS_MS = 1000;
/** The standing stream lasts as long as the calls; this is only its bound. */
const STREAM_MS = 120_000;

/** A session whose client offers sampling, roots and elicitation: its lists and some safe tools, one at a time. */
const probe: Probe = {
  id: FEATURES,
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  children: 1,
  impact: "call",
  atOnce: 2,
  after: [HANDSHAKE],
  ready: (recording) => andThen(conversation.of(recording), () => known((kit) => run(kit, recording))),
};

async function run(kit: Kit, recording: Recording): Promise<void> {
  const talk = await kit.fresh(CLIENT_FEATURES);
  if (talk.session === undefined || !isServed(await control(talk, "control"))) return;
  /** How many requests of the server came on the standing stream. */
  let heard = 0;
  const over = new AbortController();
  const stream =
    kit.transport === "http"
      ? talk.http(STREAM, "GET", {
          headers: { Accept: "text/event-stream" },
          until: over.signal,
          timeoutMs: STREAM_MS,
          enough: (frame) => {
            if (asksClient(frame)) heard += 1;
            return false;
          },
        })
      : undefined;

  /** One request; a second time, with more patience, where the server asked something and then gave no answer. */
  async function ask(what: string, method: string, params?: JsonObject): Promise<Exchange> {
    const label = `${REQUEST} ${what}`;
    const before = heard;
    const first = await once(talk, label, method, params, Math.min(FIRST_MS, kit.timeoutMs));
    const asked = heard > before || first.frames.some(asksClient);
    if (replyOf(first).kind !== "none" || !asked) return first;
    return once(talk, `${label} again`, method, params, Math.min(SECOND_MS, kit.timeoutMs));
  }

  let tools: readonly Json[] = [];
  for (const method of declaredLists(recording)) {
    const reply = replyOf(await ask(method, method));
    const listed = reply.kind === "result" && isObject(reply.result) ? reply.result["tools"] : undefined;
    if (Array.isArray(listed)) tools = listed;
  }
  for (const { tool, args } of toolsToCall(tools, recording)) {
    await ask(tool.name, "tools/call", { name: tool.name, arguments: args });
  }
  if (!isServed(await talk.ask("ping after", "ping"))) {
    await kit.pause(BETWEEN_PINGS_MS);
    await talk.ask("ping after again", "ping");
  }
  over.abort();
  await stream;
}

function asksClient(frame: Frame): boolean {
  return messagesOf(frame).some((one) => one.kind === "request");
}

async function once(talk: Talk, label: string, method: string, params: JsonObject | undefined, timeoutMs: number) {
  const exchange = await talk.ask(label, method, params, { timeoutMs });
  const id = exchange.sent?.ids[0];
  if (exchange.ending.kind === "timeout" && id !== undefined) {
    await talk.notify("cancel", "notifications/cancelled", { requestId: id, reason: "timeout" }, { part: "setup" });
  }
  return exchange;
}

export default probe;
