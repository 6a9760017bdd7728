import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { type Reply, replyOf } from "../protocol/answer.ts";
import { asksOf, describe, gateOf, methodOf } from "./evidence.ts";
import { toolList } from "./lists.ts";
import { everyMessage, type Seen } from "./scan.ts";
import { safeChoice } from "./tools.ts";

/** The probe that calls safe tools without any capability of the client. Labels: "call 1" and so on. */
export const CALL = "tools/call";

/** A request with the server's own answer to it. */
export interface Answered {
  readonly exchange: Exchange;
  readonly reply: Extract<Reply, { kind: "result" | "error" }>;
}

/** A result with its place. */
export interface Resulted extends Answered {
  readonly result: Json;
  readonly pointer: string;
}

/** The own answers to those requests of a probe whose labels begin so, and why others have none. */
export interface Answers {
  readonly all: readonly Answered[];
  readonly results: readonly Resulted[];
  readonly errors: readonly Answered[];
  /** Of requests without an own answer, in order: "tools/call was not served: HTTP 500". */
  readonly causes: readonly string[];
}

export function answersTo(recording: Recording, probe: ProbeId, label: string): Known<Answers> {
  return andThen(asksOf(recording, probe), (asks) => {
    const all: Answered[] = [];
    const causes: string[] = [];
    for (const exchange of asks.filter((one) => one.label.startsWith(label))) {
      const reply = replyOf(exchange);
      const gate = gateOf(exchange, recording);
      const barred =
        reply.kind === "result" && reply.status !== undefined && (reply.status < 200 || reply.status > 299);
      if (gate !== undefined) causes.push(gate);
      else if ((reply.kind === "result" && !barred) || reply.kind === "error") all.push({ exchange, reply });
      else causes.push(`${methodOf(exchange)} was not served: ${describe(exchange)}`);
    }
    const results = all.flatMap(({ exchange, reply }) =>
      reply.kind === "result" ? [{ exchange, reply, result: reply.result, pointer: `${reply.pointer}/result` }] : [],
    );
    return known({ all, results, errors: all.filter((one) => one.reply.kind === "error"), causes });
  });
}

/** The code of an answer that is an error. */
export function codeOf({ reply }: Answered): Json | undefined {
  return reply.kind === "error" ? reply.code : undefined;
}

/** True for a result that asks for input before it can be complete (2026-07-28). */
export function isInputRequired(result: Json): boolean {
  return isObject(result) && result["resultType"] === "input_required";
}

/** The first cause of a list of answers that say nothing: an error, or none at all. */
export function causeOf(answers: Answers, method: string): string {
  const [first] = answers.errors;
  if (first !== undefined) return `${method} was not served: ${describe(first.exchange)}`;
  return answers.causes[0] ?? `${method} was not asked`;
}

/** Codes with which a server of 2026-07-28 turns a sound call down: arguments, and a capability that it needs. */
const FAIR_REFUSALS: readonly Json[] = [-32602, -32021];

/** What the calls of safe tools were answered with; unknown where nothing says how a result looks. */
export const toolCalls = fact<Answers>("tool calls", [CALL, toolList.entries, safeChoice], (recording) => {
  const modern = recording.revision === "2026-07-28";
  // That we call none of its tools is our caution, no lack of the server: it is not held against it.
  return andThen(safeChoice.of(recording), () =>
    andThen(answersTo(recording, CALL, "call "), (answers) => {
      const fair = modern && answers.errors.some((one) => FAIR_REFUSALS.includes(codeOf(one) ?? null));
      return answers.results.length > 0 || fair ? known(answers) : unknown(causeOf(answers, "tools/call"));
    }),
  );
});

/** One content block of a tool's result, anywhere in the run. */
export interface Block {
  readonly block: Json;
  readonly at: { readonly exchange: string; readonly pointer: string };
}

/** Every content block of the complete tools/call results of the run. */
export const toolBlocks = fact<readonly Block[]>("tool content", [everyMessage, toolList.first], (recording) =>
  andThen(toolList.first.of(recording), () =>
    andThen(everyMessage.of(recording), (seen) => {
      const blocks = seen.filter(isToolResult).flatMap(blocksOf);
      if (blocks.length > 0) return known(blocks);
      // Where the tools could not even be listed, that no content was seen says nothing.
      return andThen(toolList.pages.of(recording), () => absent("No tool result with content was seen"));
    }),
  ),
);

function isToolResult({ kind, own, answers, message }: Seen): boolean {
  return kind === "result" && own && answers === "tools/call" && !isInputRequired(message["result"] ?? null);
}

function blocksOf({ message, at }: Seen): readonly Block[] {
  const result = message["result"];
  const content = isObject(result) ? result["content"] : undefined;
  if (!Array.isArray(content)) return [];
  return (content as readonly Json[]).map((block, index) => ({
    block,
    at: { exchange: at.exchange, pointer: `${at.pointer}/result/content/${index}` },
  }));
}
