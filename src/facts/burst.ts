import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { asksOf, controlled, gateOf, isServed, isUnanswered } from "./evidence.ts";
import { callBefore, soundBefore, surrounded } from "./surrounded.ts";
import { type CallableTool, safestTools } from "./tools.ts";

export const BURST = "security/burst";
/** The label of each request of the burst, and of what is around it. */
export const BURST_LABEL = "a burst";
/** A request that everybody serves, and the call alone, where no earlier ones of the run will do (2026-07-28). */
export const CONTROL = "control";
export const ALONE = "one alone";
/** Looks for the server right after the burst. */
export const LOOK = "look";

/** How many requests are sent at once. */
export const BURST_SIZE = 50;

/** What a burst brought. */
export interface Burst {
  readonly requests: readonly Exchange[];
  /** Answered with 429, or with another refusal. */
  readonly limited: number;
  /** 5xx, dropped or unanswered. */
  readonly failed: number;
  /** Set where the server was not served again afterwards. */
  readonly dead: Exchange | undefined;
  /** A tool was called (2026-07-28); else the request that everybody serves. */
  readonly tool: boolean;
}

/** True when more than half of them brought 5xx, or nothing. */
export function isOverrun(requests: readonly Exchange[]): boolean {
  return requests.filter(hasFailed).length > requests.length / 2;
}

function hasFailed(one: Exchange): boolean {
  return isUnanswered(one) || (statusOf(one) ?? 200) >= 500;
}

/** An error is a sign of a limit only where one request alone is served. */
function countOf(requests: readonly Exchange[], alone: Exchange): Pick<Burst, "limited" | "failed"> {
  const failed = requests.filter(hasFailed);
  const limited = requests.filter((one) => {
    const refused = isServed(alone) && replyOf(one).kind === "error";
    return !failed.includes(one) && (statusOf(one) === 429 || refused);
  });
  return { limited: limited.length, failed: failed.length };
}

/** The tool for the burst: read-only or named by the user, and happy without arguments. */
export function burstTool(recording: Recording): CallableTool | undefined {
  const choice = safestTools(recording, (tool) => (needsNothing(tool) ? {} : undefined));
  if (choice.state !== "known") return undefined;
  const { tier, tools } = choice.value;
  return tier === "readOnlyHint true" || tier === "named by the user" ? tools[0]?.tool : undefined;
}

function needsNothing({ inputSchema }: CallableTool): boolean {
  const required = inputSchema["required"];
  const combined = ["allOf", "anyOf", "oneOf", "not", "minProperties"].some((keyword) => keyword in inputSchema);
  return !combined && (!Array.isArray(required) || required.length === 0) && isObject(inputSchema);
}

/** The burst, where the server was served before it and somebody can say whether it is afterwards. */
export const burst: Fact<Burst> = fact("a burst of requests", [BURST], (recording) =>
  recording.revision === "2025-11-25" ? pings(recording) : calls(recording),
);

function requestsOf(recording: Recording): Known<readonly Exchange[]> {
  return andThen(asksOf(recording, BURST), (asks) => known(asks.filter((one) => one.label === BURST_LABEL)));
}

/** 2025-11-25: dead means that two pings a second apart, the second in a new session, find nobody. */
function pings(recording: Recording): Known<Burst> {
  return andThen(surrounded(recording, BURST, BURST_LABEL), ({ before, dead }) =>
    andThen(requestsOf(recording), (requests) => known({ requests, ...countOf(requests, before), dead, tool: false })),
  );
}

/** 2026-07-28: dead means that more than half failed, and ten looks a second apart find nobody. */
function calls(recording: Recording): Known<Burst> {
  return andThen(requestsOf(recording), (requests) =>
    andThen(asksOf(recording, BURST), (asks): Known<Burst> => {
      const labelled = (label: string): Exchange | undefined => asks.find((one) => one.label === label);
      const start = requests[0] ?? { at: Number.POSITIVE_INFINITY };
      const control = labelled(CONTROL) ?? soundBefore(recording, start);
      if (control === undefined) return unknown("the server was not asked before the burst");
      const tool = requests[0]?.tags?.["tool"];
      const same = tool === undefined ? control : callBefore(recording, start, String(tool), {});
      const alone = labelled(ALONE) ?? same;
      return andThen(controlled([control]), (): Known<Burst> => {
        if (alone === undefined || requests.length === 0) return unknown("no burst was sent");
        if (isUnanswered(alone)) return unknown("a single call was not answered");
        const gates = [alone, ...requests].map((one) =>
          statusOf(one) === undefined ? undefined : gateOf(one, recording),
        );
        const [cause] = gates;
        if (cause !== undefined && gates.every((one) => one !== undefined)) return unknown(cause);
        const seen = { requests, ...countOf(requests, alone), tool: tool !== undefined };
        if (!isOverrun(requests)) return known({ ...seen, dead: undefined });
        const looks = asks.filter((one) => one.label === LOOK);
        const last = looks.at(-1);
        if (last === undefined) return unknown("after the burst the server was not asked again");
        const dead = looks.some(isServed) ? undefined : last;
        const elsewhere = dead === undefined || statusOf(dead) === undefined ? undefined : gateOf(dead, recording);
        return elsewhere === undefined ? known({ ...seen, dead }) : unknown(elsewhere);
      });
    }),
  );
}
