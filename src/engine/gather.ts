import type { Frame } from "../model/exchange.ts";
import type { Kit, Probe, ProbeId } from "../model/probe.ts";
import type { ProbeRun, Recording, RunOutcome } from "../model/recording.ts";
import type { Revision } from "../model/revision.ts";
import { exitText } from "../protocol/answer.ts";
import { childrenOf, createHeirs } from "./heirs.ts";
import { createKit, type Opened } from "./kit.ts";
import { createLimiter } from "./limiter.ts";
import { createMains, type Lease } from "./mains.ts";
import { inOrder, urgencyIn } from "./order.ts";
import { noAnswerReason, reachedBy } from "./reached.ts";
import { createRecorder } from "./recorder.ts";
import { createSpares } from "./spares.ts";
import type { Channel, Numbers } from "./talk.ts";
import { createTurns, type GiveBack } from "./turns.ts";
import type { World } from "./world.ts";

/** How many requests a probe has under way at once where it does not say. */
const MOST_AT_ONCE = 8;

/** How many probes with children of their own run beside the others, at least. */
const LEAST_APART = 2;

export interface Gathered {
  readonly runs: readonly ProbeRun[];
  readonly warnings: readonly string[];
}

export interface GatherOptions {
  readonly revision: Revision;
  /** In registry order. */
  readonly probes: readonly Probe[];
  readonly greeting: ProbeId;
  /** Runs next, alone: without it nearly nothing can be evaluated. `lost` says so of what came, and the rest is not asked. */
  readonly vital?: ProbeId | undefined;
  readonly lost?: (recording: Recording) => string | undefined;
  /** Runs that were made while the revision was chosen. */
  readonly seeds: readonly ProbeRun[];
  /** A conversation that is open already. */
  readonly main: Channel | undefined;
  readonly numbers: Numbers;
  /** Everything but the runs: what `ready` sees beside them. */
  readonly frame: Omit<Recording, "runs">;
  /** How often probes that could not measure are run again, and which those are after a round. */
  readonly retries?: number;
  readonly unmeasured?: (recording: Recording) => ReadonlySet<ProbeId>;
  /** Called as probes end, in the order of ending. */
  readonly onRun?: (runs: readonly ProbeRun[]) => void;
}

/** Runs the probes: the greeting alone, then those that only read or call, last and singly what may crash or stress. */
export async function gather(world: World, options: GatherOptions): Promise<Gathered> {
  const { probes, revision } = options;
  const { concurrency } = world.limits;
  const done = new Map<ProbeId, ProbeRun>(options.seeds.map((run) => [run.probe, run]));
  const killers = new Map<ProbeId, string>();
  const strayRecorder = createRecorder("strays", world);
  const onStray = (channel: Channel, frame: Frame): void => {
    const answer = { at: frame.at, ms: 0, frames: [frame], ending: { kind: "enough" } as const };
    const about = { label: "stray", part: "stray" as const, connection: channel.name, revision: channel.revision };
    strayRecorder.begin(undefined)(answer, about);
  };
  // Over HTTP a place is for so many requests; probes with fewer of them share one. A run with one place has no order but one.
  const shares = world.target.kind === "http" && concurrency > 1 ? MOST_AT_ONCE : 1;
  const limit = createLimiter(concurrency * shares);
  const limitApart = createLimiter(Math.max(concurrency, LEAST_APART));
  const mains = createMains(
    world,
    revision,
    options.greeting,
    options.numbers,
    world.limits.concurrency,
    (probe, reason) => killers.set(probe, reason),
    onStray,
  );
  if (options.main !== undefined) mains.adopt(options.main);

  const stdio = world.target.kind === "stdio";
  const heirs = createHeirs(stdio ? probes : [], mains.version);
  const children = probes.reduce((sum, probe) => sum + (done.has(probe.id) ? 0 : childrenOf(probe, heirs)), 0);
  const spares = createSpares(world.wire, stdio ? children : 0);
  // A child that is open already was spoken to.
  if (options.main !== undefined) spares.begin();

  const turns = createTurns();
  /** While probes are run beside each other. */
  let crowded = false;
  /** The shared child is needed no more. */
  let ending = false;
  /** How often a probe has spoken. */
  const times = new Map<ProbeId, number>();

  const finished = new Map<ProbeId, PromiseWithResolvers>();
  for (const probe of probes) finished.set(probe.id, withResolvers());
  const snapshot = (): Recording => {
    const runs = probes.flatMap((probe) => done.get(probe.id) ?? []);
    return { ...options.frame, reached: reachedBy(runs), runs };
  };

  async function runOne(probe: Probe, others: Promise<void>): Promise<void> {
    await Promise.all([...probe.after, ...heirs.before(probe)].map((id) => finished.get(id)?.promise));
    const run = done.get(probe.id) ?? (stdio ? await amongOthers(probe, others) : await attempt(probe, others));
    done.set(probe.id, run);
    finished.get(probe.id)?.resolve();
    options.onRun?.(snapshot().runs);
  }

  /**
   * stdio: of some servers only one process may live at a time: the next one ends at once, or the one before does. So
   * where a process ended while there were others, the probe is run again with none beside it, and that counts.
   */
  async function amongOthers(probe: Probe, others: Promise<void>): Promise<ProbeRun> {
    const turn: Turn = { giveBack: await turns.shared() };
    const first = await attempt(probe, others, turn);
    turn.giveBack();
    const ended = first.exchanges.some((one) => one.ending.kind === "exited");
    // Nobody is beside the greeting, and what comes last is alone.
    if (!ended || !crowded || world.signal.aborted) return first;
    await others;
    const giveBack = await turns.alone();
    spares.close();
    const wasThere = await mains.close();
    killers.delete(probe.id);
    const again = await attempt(probe, others);
    // The shared child is back before a watcher starts one: where there may be only one, it has to be that one.
    if (wasThere && !ending && !world.signal.aborted) await mains.restore(strayRecorder);
    giveBack();
    return again;
  }

  async function attempt(probe: Probe, others: Promise<void>, turn?: Turn): Promise<ProbeRun> {
    if (world.signal.aborted) return { probe: probe.id, exchanges: [], outcome: { kind: "cancelled" } };
    const ready = readied(probe);
    if (ready.state === "broken") {
      return { probe: probe.id, exchanges: [], outcome: { kind: "broken", reason: ready.reason } };
    }
    if (ready.state !== "known") {
      return { probe: probe.id, exchanges: [], outcome: { kind: "not-run", state: ready.state, reason: ready.reason } };
    }
    const first = await speak(probe, ready.value, others, turn);
    if (first.suspect === undefined) return convict(probe.id, first);
    // The child died at the very first words of this probe: who killed it, this probe or the one before it? A second
    // try on a fresh child tells.
    const second = await speak(probe, ready.value, others, turn);
    if (second.killed === undefined) killers.set(first.suspect, first.killed ?? "the server process ended");
    return convict(probe.id, second);
  }

  /** A probe that breaks over what was recorded is a defect of ours, and ends no run. */
  function readied(probe: Probe): ReturnType<Probe["ready"]> | { readonly state: "broken"; readonly reason: string } {
    try {
      return probe.ready(snapshot());
    } catch (error) {
      return { state: "broken", reason: textOfError(error) };
    }
  }

  function convict(probe: ProbeId, spoken: { readonly run: ProbeRun; readonly killed?: string }): ProbeRun {
    if (spoken.killed !== undefined) killers.set(probe, spoken.killed);
    return spoken.run;
  }

  async function speak(
    probe: Probe,
    run: (kit: Kit) => Promise<void>,
    others: Promise<void>,
    turn: Turn | undefined,
  ): Promise<{ readonly run: ProbeRun; readonly killed?: string; readonly suspect?: ProbeId }> {
    const recorder = createRecorder(probe.id, world);
    const opened: Opened[] = [];
    let lease: Promise<Lease> | undefined;
    const talks = (times.get(probe.id) ?? 0) + 1;
    times.set(probe.id, talks);
    // A process that is started in a second try has a name of its own, and is left to nobody.
    const nameOf = (fresh: number): string => `${probe.id}/${talks > 1 ? `${talks}.` : ""}${fresh}`;
    const kit = createKit(world, {
      revision,
      recorder,
      numbers: options.numbers,
      opened,
      nameOf,
      inherit: () => heirs.take(probe),
      spare: probe.startsNow === true ? undefined : spares.take,
      onStray,
      others: turned(others, turn),
      async main() {
        lease ??= mains.take(probe.id, recorder);
        return (await lease).talk;
      },
    });
    const broken = await run(kit).then(() => undefined, textOfError);
    const closed = opened.filter((one) => !heirs.keep(one.name, one.channel, recorder)).map((one) => one.talk.close());
    // Nobody waits for a child to end, but who may only be one: the wire does, when the run is over.
    if (talks > 1) await Promise.all(closed);
    const taken = await lease;
    const gone = taken?.channel.connection.gone();
    taken?.give();
    const exchanges = recorder.exchanges();
    const outcome: RunOutcome = world.signal.aborted
      ? { kind: "cancelled" }
      : broken !== undefined
        ? { kind: "broken", reason: broken }
        : { kind: "done" };
    const record = { probe: probe.id, exchanges, outcome };
    if (gone === undefined || taken?.sound !== true || world.signal.aborted) return { run: record };
    const killed = `the server process ended (${exitText(gone)})`;
    const ownAsks = exchanges.filter((one) => one.connection === taken.channel.name && one.part === "ask");
    const silent = ownAsks[0]?.ending.kind === "exited" && ownAsks[0].frames.length === 0;
    if (silent && taken.before !== undefined && taken.before !== probe.id) {
      return { run: record, killed, suspect: taken.before };
    }
    return { run: record, killed };
  }

  /** Who waits for the others gives back its turn meanwhile. */
  function turned(others: Promise<void>, turn: Turn | undefined): () => Promise<void> {
    if (turn === undefined) return () => others;
    return async () => {
      turn.giveBack();
      await others;
      turn.giveBack = await turns.shared();
    };
  }

  const greeting = probes.find((probe) => probe.id === options.greeting);
  const nobody = Promise.resolve();
  if (greeting !== undefined) await runOne(greeting, nobody);
  const reached = reachedBy(snapshot().runs);
  const vital = probes.find((probe) => probe.id === options.vital);
  if (reached) spares.begin();
  if (vital !== undefined && reached) await runOne(vital, nobody);
  const rest = probes.filter((probe) => probe !== greeting && probe !== vital);
  const lost = reached ? options.lost?.(snapshot()) : noAnswerReason(done.get(options.greeting), revision);
  if (lost !== undefined && !world.signal.aborted) {
    const reason = lost;
    for (const probe of probes) {
      if (done.has(probe.id)) continue;
      done.set(probe.id, { probe: probe.id, exchanges: [], outcome: { kind: "not-run", state: "unknown", reason } });
    }
  } else {
    const urgency = urgencyIn(rest, shares > 1, (probe) => [...probe.after, ...heirs.before(probe)]);
    const watches = (probe: Probe): boolean => probe.watches === true || probe.watches === world.target.kind;
    // What has a child of its own can harm no other probe.
    const apart = (probe: Probe): boolean => stdio && (probe.children ?? 0) > 0;
    const isApart = (id: ProbeId): boolean => rest.some((probe) => probe.id === id && apart(probe));
    const gentle = rest.filter((one) => one.impact === "read" || one.impact === "call" || watches(one) || apart(one));
    // They begin together, those first on whom others wait.
    const beginners = gentle.filter(
      (one) => apart(one) && !watches(one) && heirs.before(one).length === 0 && !one.after.some((id) => isApart(id)),
    );
    const begin = Promise.all(beginners.flatMap((one) => one.after).map((id) => finished.get(id)?.promise));
    const stopped = withResolvers();
    crowded = true;
    const watching = gentle.filter(watches).map((probe) => runOne(probe, stopped.promise));
    await Promise.all(
      gentle.map(async (probe) => {
        if (watches(probe)) return;
        // Waiting for what it stands on takes no place in the queue.
        await Promise.all([...probe.after, ...heirs.before(probe)].map((id) => finished.get(id)?.promise));
        if (beginners.includes(probe)) await begin;
        const own = apart(probe);
        const size = own ? 1 : Math.min(probe.atOnce ?? shares, shares);
        await (own ? limitApart : limit)(() => runOne(probe, nobody), urgency(probe), size);
      }),
    );
    // Over HTTP who watches is spared what comes last; on stdio that is done to another process.
    if (!stdio) {
      stopped.resolve();
      await Promise.all(watching);
    }
    mains.settle();
    crowded = false;
    for (const impact of ["may-crash", "stress"] as const) {
      for (const probe of rest.filter((one) => one.impact === impact && !gentle.includes(one))) {
        await runOne(probe, nobody);
      }
    }
    crowded = true;
    ending = true;
    stopped.resolve();
    await Promise.all(watching);
  }
  for (let round = 0; round < (options.retries ?? 0) && !world.signal.aborted; round += 1) {
    const wanted = options.unmeasured?.(snapshot()) ?? new Set();
    // What may crash or stress a server is not done twice.
    const again = probes.filter((one) => wanted.has(one.id) && (one.impact === "read" || one.impact === "call"));
    if (again.length === 0) break;
    for (const probe of inOrder(again)) done.set(probe.id, await attempt(probe, nobody));
  }
  mains.settle();
  spares.close();
  heirs.close();
  const runs = probes.flatMap((probe) => {
    const run = done.get(probe.id);
    if (run === undefined) return [];
    const killed = killers.get(probe.id);
    return [killed === undefined ? run : { ...run, outcome: { kind: "killed-child" as const, reason: killed } }];
  });
  const outside = options.seeds.filter((run) => !probes.some((probe) => probe.id === run.probe));
  const strays = strayRecorder.exchanges();
  const stray: readonly ProbeRun[] =
    strays.length === 0 ? [] : [{ probe: "strays", exchanges: strays, outcome: { kind: "done" } }];
  return {
    runs: [...outside, ...runs, ...stray],
    warnings: [...killers].map(
      ([probe, reason]) =>
        `During or right after the probe ${probe}, ${reason}; a fresh one was started for the checks after it`,
    ),
  };
}

function textOfError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A turn that may be given back and taken again on the way. */
interface Turn {
  giveBack: GiveBack;
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
