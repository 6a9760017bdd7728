import { TOOLS } from "../../facts/lists.ts";
import { isRefusal, PROGRESS_TOKENS, type TokenTarget, tokenTargets } from "../../facts/progress-tokens.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import type { Exchange, Frame } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Json } from "../../model/json.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { isResponse, messagesOf } from "../../protocol/jsonrpc.ts";
import { together } from "../together.ts";

/** Progress notifications that are enough to judge by: nobody waits for the end of a long job. */
const ENOUGH = 5;

type Kind = "string" | "integer" | "none";

/** Some requests with a progress token, a string and an integer. What is refused is asked without one, and again with it. */
const probe: Probe = {
  id: PROGRESS_TOKENS,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "call",
  rounds: 2,
  after: [HANDSHAKE, DISCOVER, TOOLS.probe],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(tokenTargets(recording), (targets) => known((kit) => run(kit, targets))),
    ),
};

async function run(kit: Kit, targets: readonly TokenTarget[]): Promise<void> {
  let talk = await kit.main();
  let gone = false;
  const wanted = targets.flatMap((target) => (["string", "integer"] as const).map((kind) => ({ target, kind })));
  const refused: (typeof wanted)[number][] = [];
  const silent = new Set<TokenTarget>();
  await together(kit, wanted, async (one) => {
    // Whoever did not answer once is not waited for again.
    if (gone || silent.has(one.target)) return;
    const exchange = await ask(kit, talk, one.target, one.kind, 1);
    gone = exchange.ending.kind === "exited";
    if (exchange.ending.kind === "timeout") silent.add(one.target);
    if (isRefusal(exchange)) refused.push(one);
  });
  const second = [
    ...targets
      .filter((one) => refused.some(({ target }) => target === one))
      .map((target) => ({ target, kind: "none" as const })),
    ...wanted.filter((one) => refused.includes(one)),
  ];
  await together(kit, second, async ({ target, kind }) => {
    // A child that ended is replaced, so that the others are asked at all.
    if (gone) talk = await kit.fresh();
    gone = (await ask(kit, talk, target, kind, 2)).ending.kind === "exited";
  });
}

async function ask(kit: Kit, talk: Talk, target: TokenTarget, kind: Kind, time: 1 | 2): Promise<Exchange> {
  const token: Json = kind === "integer" ? kit.random(1_000_000, 999_999_999) : `tok-${kit.word()}`;
  const exchange = await talk.ask(`${target.name} ${kind}`, target.method, target.params, {
    ...(kind === "none" ? {} : { meta: { progressToken: token } }),
    ...(target.inputSchema === undefined ? {} : { inputSchema: target.inputSchema }),
    tags: { target: target.name, token: kind, try: kind === "none" ? 0 : time },
    enough: (frame, before) => frameHas(frame, isResponse) || [...before, frame].filter(isProgress).length >= ENOUGH,
  });
  const id = exchange.sent?.ids[0];
  const unfinished = exchange.ending.kind === "enough" && replyOf(exchange).kind === "none";
  // Where closing the stream says it already (HTTP, 2026-07-28), nothing more is to be said.
  if (unfinished && id !== undefined && (kit.transport === "stdio" || kit.revision === "2025-11-25")) {
    await talk.notify("cancel", "notifications/cancelled", { requestId: id, reason: "seen enough" }, { part: "setup" });
  }
  return exchange;
}

function frameHas(frame: Frame, test: (json: Json) => boolean): boolean {
  return messagesOf(frame).some((one) => test(one.json));
}

function isProgress(frame: Frame): boolean {
  return messagesOf(frame).some((one) => one.json["method"] === "notifications/progress");
}

export default probe;
