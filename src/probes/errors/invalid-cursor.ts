import { again, CURSOR, cursorLists, cursorParams, madeUpCursor } from "../../facts/cursors.ts";
import type { ListKind } from "../../facts/lists.ts";
import { DISCOVER, greetingExchange, HANDSHAKE } from "../../facts/session.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { patience } from "../patience.ts";
import { accompanied, surrounded } from "../surrounded.ts";
import { together } from "../together.ts";

/** Declared lists with a cursor that nobody issued, each beside a first page or between two. */
const probe: Probe = {
  id: CURSOR,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(cursorLists(recording), (lists) =>
      andThen(greetingExchange(recording), (greeting) => known((kit) => run(kit, lists, greeting))),
    ),
};

async function run(kit: Kit, lists: readonly ListKind[], greeting: Exchange): Promise<void> {
  const talk = await kit.main();
  let lost = false;
  await together(kit, lists, async ({ method }) => {
    if (lost) return;
    const label = madeUpCursor(method);
    const send = ask(kit, talk, method, label);
    const check = listing(method);
    if ((await accompanied(kit, talk, label, greeting, send, check, isRefused)) !== "lost") return;
    lost = true;
    // Whether the process ended by this or by chance, a second one shows. Nothing more can be asked of the first.
    if (kit.transport !== "stdio") return;
    const second = await kit.fresh();
    await surrounded(kit, second, again(label), ask(kit, second, method, again(label)), check);
  });
}

function ask(kit: Kit, talk: Talk, method: string, label: string): (before: Exchange) => Promise<Exchange> {
  return (before) => talk.ask(label, method, cursorParams(kit.revision, kit.word()), { timeoutMs: patience(before) });
}

/** A page for a made-up cursor is compared with the first one, before and after. */
function isRefused(exchange: Exchange): boolean {
  return replyOf(exchange).kind === "error";
}

function listing(method: string): (talk: Talk, label: string) => Promise<Exchange> {
  return (talk, label) => talk.ask(label, method);
}

export default probe;
