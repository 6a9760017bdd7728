import { MALFORMED, NO_JSON, NO_MESSAGE, NO_METHOD } from "../../facts/errors.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import { patience } from "../patience.ts";
import { surrounded } from "../surrounded.ts";

/** Bodies that are no JSON-RPC message, each in a conversation of its own, so that one cannot spoil the next. */
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
      known(async (kit) => {
        for (const [label, body] of bodies(kit)) {
          const talk = await kit.fresh();
          await surrounded(kit, talk, label, (before) =>
            talk.notify(label, "server/discover", undefined, { body, faulty: true, timeoutMs: patience(before) }),
          );
        }
      }),
    ),
};

export default probe;
