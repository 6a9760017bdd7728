import type { Frame } from "../model/exchange.ts";
import type { ProbeRun } from "../model/recording.ts";
import type { Revision } from "../model/revision.ts";
import { replyOf } from "../protocol/answer.ts";

/** What the greeting probe asks. */
const GREETINGS: { readonly [R in Revision]: string } = { "2025-11-25": "initialize", "2026-07-28": "server/discover" };

/**
 * True when the server answered anything at all: over HTTP any answer, on stdio a line that may be a message or a part of
 * a badly framed one. Plain words on stdout are no answer.
 */
export function reachedBy(runs: readonly ProbeRun[]): boolean {
  return runs.some((run) => run.exchanges.some((one) => one.frames.some(isSign)));
}

function isSign(frame: Frame): boolean {
  return frame.kind !== "line" || frame.text.trim() === "" || /["{}[\]]|^Content-Length:/i.test(frame.text);
}

/** The same words as of a fact that needed the greeting: one cause, whoever misses it. */
export function noAnswerReason(run: ProbeRun | undefined, revision: Revision): string {
  const method = GREETINGS[revision];
  const last = run?.exchanges.at(-1);
  if (last === undefined) return "the server was not asked";
  const reply = replyOf(last);
  return `${method} was not served: ${reply.kind === "none" ? reply.why : reply.kind}`;
}
