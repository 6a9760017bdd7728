import { ALL_CAPABILITIES, askingIn, responsesTo, retryOf } from "../facts/mrtr.ts";
import type { Exchange } from "../model/exchange.ts";
import { andThen, type Known, known } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import type { How, Impact, Kit, Probe, ProbeId, Talk } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { together } from "./together.ts";

/** One request that may be answered by `input_required`. */
export interface Candidate {
  readonly params: JsonObject;
  readonly how?: How;
}

/** How often the server may ask again before we let it be. */
const MOST_ROUNDS = 3;

/**
 * Asks with every capability of a client declared (2026-07-28). Where input is asked for, it is given: a new id, the same
 * params, the state byte for byte. The first that asks is opened three times more, for responses that are missing, that
 * nobody asked for, and that are none at all: each on a state of its own, which may be good for one use only.
 *
 * Labels: "open 1", "open 1 answered", "open 1 answered 2"; "missing: open", "missing: retry" and so on.
 */
export function askingProbe(about: {
  readonly id: ProbeId;
  readonly method: string;
  readonly impact: Impact;
  readonly after: readonly ProbeId[];
  readonly candidates: (recording: Recording) => Known<readonly Candidate[]>;
}): Probe {
  return {
    id: about.id,
    revisions: ["2026-07-28"],
    transports: ["http", "stdio"],
    impact: about.impact,
    rounds: 3,
    after: about.after,
    ready: (recording) =>
      andThen(about.candidates(recording), (candidates) =>
        known(async (kit) => {
          const talk = await kit.main();
          const opened = new Map<number, Exchange>();
          await together(kit, candidates, async (one, index) => {
            opened.set(index, await ask(talk, `open ${index + 1}`, about.method, one, one.params));
          });
          const asking = candidates.flatMap((one, index) => {
            const exchange = opened.get(index);
            return exchange !== undefined && askingIn(exchange) !== undefined ? [{ one, index, exchange }] : [];
          });
          const first = asking[0]?.one;
          const odd =
            first === undefined ? [] : VARIANTS.map((variant) => () => tryVariant(talk, about.method, first, variant));
          const sound = asking.map(
            ({ one, index, exchange }) =>
              () =>
                goOn(talk, `open ${index + 1} answered`, about.method, one, exchange),
          );
          await inTurn(kit, [...sound, ...odd]);
        }),
      ),
  };
}

function ask(
  talk: Talk,
  label: string,
  method: string,
  one: Candidate,
  params: JsonObject,
  how: How = {},
): Promise<Exchange> {
  return talk.ask(label, method, params, { capabilities: ALL_CAPABILITIES, ...one.how, ...how });
}

function inTurn(kit: Kit, runs: readonly (() => Promise<void>)[]): Promise<void> {
  return together(kit, runs, (run) => run());
}

/** Answers what is asked until the result is complete. */
async function goOn(talk: Talk, label: string, method: string, one: Candidate, opening: Exchange): Promise<void> {
  let last = opening;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const asking = askingIn(last);
    if (asking === undefined) return;
    const params = retryOf(one.params, asking, responsesTo(asking));
    last = await ask(talk, round === 1 ? label : `${label} ${round}`, method, one, params);
  }
}

interface Variant {
  readonly name: string;
  /** The responses to send, from the sound ones. */
  readonly change: (sound: JsonObject) => JsonObject;
  /** They break the schema of a request. */
  readonly faulty?: boolean;
}

const VARIANTS: readonly Variant[] = [
  { name: "missing", change: () => ({}) },
  { name: "extra", change: (sound) => ({ ...sound, "x-probe-unasked": { action: "decline" } }) },
  {
    name: "wrong",
    change: (sound) => Object.fromEntries(Object.keys(sound).map((key) => [key, 42])),
    faulty: true,
  },
];

async function tryVariant(talk: Talk, method: string, one: Candidate, variant: Variant): Promise<void> {
  const opening = await ask(talk, `${variant.name}: open`, method, one, one.params);
  const asking = askingIn(opening);
  if (asking === undefined) return;
  const params = retryOf(one.params, asking, variant.change(responsesTo(asking)));
  await ask(talk, `${variant.name}: retry`, method, one, params, variant.faulty === true ? { faulty: true } : {});
}
