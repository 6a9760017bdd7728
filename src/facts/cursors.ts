import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import type { Revision } from "../model/revision.ts";
import { replyOf } from "../protocol/answer.ts";
import { describe, gateOf, isUnanswered, runOf } from "./evidence.ts";
import { type ListKind, PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "./lists.ts";
import { declares } from "./session.ts";
import { beforeOf, type Surrounded, surrounded } from "./surrounded.ts";

export const CURSOR = "errors/invalid-cursor";

export const madeUpCursor = (method: string): string => `${method} with a made-up cursor`;
/** The same in a second process. */
export const again = (label: string): string => `${label}, again`;

export function cursorParams(revision: Revision, word: string): JsonObject {
  return { cursor: `${revision === "2025-11-25" ? "!!not-a-cursor-" : "probe-invalid-"}${word}` };
}

/** The lists that are asked: all that are declared (2025-11-25), or the first of them (2026-07-28). */
export function cursorLists(recording: Recording): Known<readonly ListKind[]> {
  const declared: ListKind[] = [];
  for (const kind of [TOOLS, RESOURCES, TEMPLATES, PROMPTS]) {
    const capability = declares(kind.capability).of(recording);
    if (capability.state === "unknown") return capability;
    if (capability.state === "known") declared.push(kind);
  }
  if (declared.length === 0) return absent("The server declares no list");
  return known(recording.revision === "2025-11-25" ? declared : declared.slice(0, 1));
}

/** A list that was asked with a cursor that nobody issued. */
export interface CursorAnswer {
  readonly kind: ListKind;
  readonly exchange: Exchange;
  /** The result of the list's first page before and after it. */
  readonly first: JsonObject;
  readonly firstAfter: JsonObject | undefined;
  /** Set where the server was gone afterwards. */
  readonly dead: Exchange | undefined;
}

/** What each list did with the made-up cursor. */
export const cursorAnswers = fact<readonly Known<CursorAnswer>[]>("made-up cursors", [CURSOR], (recording) =>
  andThen(cursorLists(recording), (lists) =>
    andThen(runOf(recording, CURSOR), () => known(lists.map((kind) => cursorAnswer(recording, kind)))),
  ),
);

function cursorAnswer(recording: Recording, kind: ListKind): Known<CursorAnswer> {
  const label = madeUpCursor(kind.method);
  const first = surrounded(recording, CURSOR, label);
  if (first.state === "unknown" && kind === TEMPLATES && isMissing(recording, label)) {
    return absent("The server has no resources/templates/list");
  }
  return andThen(first, (one) => {
    if (one.dead !== undefined && one.dead.sent?.kind === "stdio") {
      const second = surrounded(recording, CURSOR, again(label));
      return andThen(second, (two) =>
        two.dead === undefined
          ? unknown(`after ${label} the server process was gone, but a second one lived on`)
          : answerOf(recording, kind, two),
      );
    }
    return answerOf(recording, kind, one);
  });
}

function answerOf(recording: Recording, kind: ListKind, around: Surrounded): Known<CursorAnswer> {
  const { subject: exchange, dead } = around;
  const first = resultOf(around.before) ?? {};
  const firstAfter = around.after === undefined ? undefined : resultOf(around.after);
  if (dead !== undefined) return known({ kind, exchange, first, firstAfter, dead });
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  if (isUnanswered(exchange)) return unknown(`${madeUpCursor(kind.method)} was not answered: ${describe(exchange)}`);
  const reply = replyOf(exchange);
  const bare =
    recording.revision === "2026-07-28" && reply.kind === "status" && reply.status >= 400 && reply.status < 500;
  if (bare) return unknown(`${kind.method} was answered with HTTP ${reply.status} and no JSON-RPC message`);
  return known({ kind, exchange, first, firstAfter, dead });
}

/** Resources may be declared without any templates: the method is not there then. */
function isMissing(recording: Recording, label: string): boolean {
  const asks = runOf(recording, CURSOR);
  const before = asks.state === "known" ? asks.value.exchanges.find((one) => one.label === beforeOf(label)) : undefined;
  const reply = before === undefined ? undefined : replyOf(before);
  return reply?.kind === "error" && reply.code === -32601;
}

export function resultOf(exchange: Exchange): JsonObject | undefined {
  const reply = replyOf(exchange);
  return reply.kind === "result" && isObject(reply.result) ? reply.result : undefined;
}

/** True when the list's own pages name a next one: then it does know which cursors are its own. */
export function issuesCursors({ first, firstAfter }: CursorAnswer): boolean {
  return [first, firstAfter].some((page) => isCursor(page?.["nextCursor"]));
}

function isCursor(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}
