import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { ProbeId } from "../model/probe.ts";
import { type Attempts, attemptsOf, byTool, type Called, countText, reached } from "./injection.ts";

/** A payload that ran: the calls of both rounds that printed their product. */
export interface Execution {
  readonly attempts: Attempts;
  readonly executed: readonly {
    readonly tool: string;
    readonly parameter: string;
    readonly first: Called;
    readonly second: Called;
  }[];
}

/**
 * Whether payloads ran. Proof is a product that stands in no payload, came back in two rounds with new numbers, and not
 * for plain text: a tool that multiplies by design proves nothing, an echo even less.
 */
export function executionOf(probe: ProbeId): Fact<Execution> {
  const attempts = attemptsOf(probe);
  return fact(`execution in ${probe}`, [attempts], (recording) =>
    andThen(attempts.of(recording), (all) =>
      andThen(reached(all), (): Known<Execution> => {
        const groups = byTool(all.calls);
        const judged = groups.filter((calls) => !evaluates(calls));
        if (judged.length === 0) return unknown("every tool that was tried evaluates its argument by design");
        return known({ attempts: all, executed: judged.flatMap(executedBy) });
      }),
    ),
  );
}

/** The product came back for the plain text, or for a word that has nothing to do with it. */
function evaluates(calls: readonly Called[]): boolean {
  return calls.some((one) => (one.role === "baseline" || one.role === "plain") && printed(one));
}

function printed(call: Called): boolean {
  const product = call.tags["product"];
  return typeof product === "string" && call.output.includes(product);
}

function executedBy(calls: readonly Called[]): Execution["executed"] {
  const hit = (round: number): Called | undefined =>
    calls.find((one) => one.role === "payload" && one.round === round && printed(one));
  const [first, second] = [hit(1), hit(2)];
  return first === undefined || second === undefined
    ? []
    : [{ tool: first.tool, parameter: first.parameter, first, second }];
}

/** What was tried, for the note under a pass. */
export function triedText(attempts: Attempts): string {
  return `${attempts.used}: ${countText(attempts.calls)}`;
}
