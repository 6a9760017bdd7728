import { UNSUPPORTED_VERSION } from "../../facts/discover.ts";
import {
  CONTROL,
  EMPTY_PARAMS,
  labelled,
  META_INCOMPLETE,
  NO_CAPABILITIES,
  NO_PARAMS,
  NO_VERSION,
} from "../../facts/meta.ts";
import { conversation, DISCOVER, declaredLists, discoverExchange } from "../../facts/session.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { How, Kit, Probe } from "../../model/probe.ts";
import { META_CAPABILITIES, META_VERSION } from "../../protocol/dialects/2026-07-28.ts";
import { patience } from "../patience.ts";
import { together } from "../together.ts";

/**
 * From the mildest to the barest: a server of both eras may take a request without a version for a legacy one, and stay
 * legacy for the rest of the process.
 */
const KINDS: readonly { readonly kind: string; readonly how: How }[] = [
  { kind: NO_CAPABILITIES, how: { meta: { [META_CAPABILITIES]: null } } },
  { kind: NO_VERSION, how: { meta: { [META_VERSION]: null } } },
  { kind: EMPTY_PARAMS, how: { bare: true } },
  { kind: NO_PARAMS, how: { noParams: true } },
];

/** server/discover and one declared list, first complete, then without parts of their `_meta`. stdio: in a child of its own. */
const probe: Probe = {
  id: META_INCOMPLETE,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  children: 1,
  follows: [`${UNSUPPORTED_VERSION}/1`],
  impact: "read",
  rounds: 2,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(discoverExchange.of(recording), (greeting) =>
        known((kit) => run(kit, declaredLists(recording).slice(0, 1), Math.min(kit.timeoutMs, patience(greeting)))),
      ),
    ),
};

interface Request {
  readonly kind: string;
  readonly method: string;
  readonly how: How;
}

async function run(kit: Kit, lists: readonly string[], timeoutMs: number): Promise<void> {
  const talk = kit.transport === "http" ? await kit.main() : await kit.fresh();
  const methods = ["server/discover", ...lists];
  // What is complete goes first, and more than a discovery: a server that was asked so knows which era is spoken here.
  // Without a declared list an undeclared one does, whatever the answer.
  const opener = kit.transport === "stdio" && lists.length === 0 ? ["tools/list"] : [];
  const requests: readonly Request[] = [
    ...[...methods, ...opener].map((method) => ({ kind: CONTROL, method, how: {} })),
    ...KINDS.flatMap(({ kind, how }) =>
      methods.map((method) => ({ kind, method, how: { ...how, faulty: true, timeoutMs } })),
    ),
  ];
  const ask = ({ kind, method, how }: Request): Promise<Exchange> => talk.ask(labelled(kind, method), method, {}, how);
  let silent = false;
  const rest: Request[] = [];
  await together(kit, requests, async (one) => {
    if (silent) rest.push(one);
    else silent = (await ask(one)).ending.kind === "timeout" || silent;
  });
  // A server that leaves one such request without an answer is not waited for at each of them.
  await Promise.all(rest.map(ask));
}

export default probe;
