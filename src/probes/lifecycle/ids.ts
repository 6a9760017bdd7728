import { isServed } from "../../facts/evidence.ts";
import { again, ORDINARY } from "../../facts/ids.ts";
import { conversation, DISCOVER, greetingExchange, HANDSHAKE } from "../../facts/session.ts";
import type { Exchange, RpcId } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { control } from "../control.ts";
import { patience } from "../patience.ts";
import { together } from "../together.ts";

interface OddId {
  readonly label: string;
  /** Undefined: the next number of the run, an ordinary id. */
  readonly id: RpcId | undefined;
}

/** The ids to ask with. Those that look like another request's are random: somebody may be waiting under that number. */
function oddIds(kit: Kit): readonly OddId[] {
  const integers: readonly OddId[] = [
    { label: ORDINARY, id: undefined },
    { label: "integer zero", id: 0 },
    { label: "integer largest", id: Number.MAX_SAFE_INTEGER },
  ];
  if (kit.revision === "2025-11-25") {
    const strings = [
      { label: "string of digits", id: String(kit.random(10_000_000, 99_999_999)) },
      { label: "string", id: `probe-${kit.word()}` },
    ];
    return kit.transport === "http" ? [...integers, ...strings] : integers;
  }
  return [
    ...integers,
    { label: "integer negative", id: -5 },
    { label: "string", id: `probe-${kit.word()}` },
    { label: "string of digits", id: "007" },
    { label: "string of 64 characters", id: kit.word(64) },
  ];
}

/** One request with each id; what was not served is asked once more, beside an ordinary id again, in a new session. */
const probe: Probe = {
  id: "lifecycle/ids",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(greetingExchange(recording), (greeting) =>
        known(async (kit) => {
          const talk = await kit.main();
          const how = { timeoutMs: patience(greeting) };
          const ask = (on: Talk, label: string, { id }: OddId): Promise<Exchange> =>
            control(on, label, id === undefined ? {} : { id, ...how });
          const ids = oddIds(kit);
          const refused: OddId[] = [];
          await together(kit, ids, async (one) => {
            if (!isServed(await ask(talk, one.label, one))) refused.push(one);
          });
          if (refused.length === 0) return;
          const once = ids.filter((one) => one.label === ORDINARY || refused.includes(one));
          // Within a session an id may be used once only.
          const second = kit.revision === "2025-11-25" ? await kit.fresh() : talk;
          await together(kit, once, (one) => ask(second, again(one.label), one));
        }),
      ),
    ),
};

export default probe;
