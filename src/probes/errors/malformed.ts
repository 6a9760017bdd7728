import { MALFORMED, NO_JSON, NO_MESSAGE, NO_METHOD } from "../../facts/errors.ts";
import { conversation, DISCOVER, greetingExchange, HANDSHAKE } from "../../facts/session.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { patience } from "../patience.ts";
import { accompanied } from "../surrounded.ts";

/** Bodies that are no JSON-RPC message, in conversations of their own. */
function bodies(kit: Kit): readonly (readonly [label: string, body: string])[] {
  if (kit.revision === "2026-07-28") {
    return [
      [NO_MESSAGE, '{"not":"a message"}'],
      [NO_JSON, "{not json"],
      [NO_METHOD, '{"jsonrpc":"2.0","id":"r1"}'],
    ];
  }
  return [
    [NO_MESSAGE, '{"hello":"world"}'],
    [NO_JSON, '{"jsonrpc":"2.0","id":1,'],
    [NO_METHOD, JSON.stringify({ jsonrpc: "2.0", id: kit.random(1_000_000, 9_999_999), params: {} })],
  ];
}

const probe: Probe = {
  id: MALFORMED,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "may-crash",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(greetingExchange(recording), (greeting) => known((kit) => run(kit, greeting))),
    ),
};

/** One conversation for all; where a body spoiled it, the next goes on in another one. */
async function run(kit: Kit, greeting: Exchange): Promise<void> {
  let talk = await kit.fresh();
  for (const [index, [label, body]] of bodies(kit).entries()) {
    const fate = await send(kit, talk, greeting, label, body);
    if (fate !== "alive") talk = await kit.fresh();
    if (fate === "unserved" && index > 0) await send(kit, talk, greeting, label, body);
  }
}

function send(kit: Kit, talk: Talk, greeting: Exchange, label: string, body: string): ReturnType<typeof accompanied> {
  return accompanied(kit, talk, label, greeting, (sound) =>
    talk.notify(label, "server/discover", undefined, { body, faulty: true, timeoutMs: patience(sound) }),
  );
}

export default probe;
