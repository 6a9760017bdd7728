import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { ProbeRun, Recording } from "../model/recording.ts";
import { hasBearerChallenge, replyOf, statusOf } from "../protocol/answer.ts";
import { hasCredential } from "./credentials.ts";

/** The run of a probe, or why there is none. */
export function runOf(recording: Recording, probe: ProbeId): Known<ProbeRun> {
  const run = recording.runs.find((one) => one.probe === probe);
  if (run === undefined) return unknown(`the probe ${probe} was not run`);
  switch (run.outcome.kind) {
    case "not-run":
      return run.outcome.state === "absent" ? absent(run.outcome.reason) : unknown(run.outcome.reason);
    case "cancelled":
      return unknown("the run was cancelled");
    case "broken":
      return unknown(`the probe ${probe} broke (a defect of this tool): ${run.outcome.reason.split("\n")[0]}`);
    default:
      return known(run);
  }
}

/** All exchanges of a probe that ask, in the order of sending. */
export function asksOf(recording: Recording, probe: ProbeId): Known<readonly Exchange[]> {
  return andThen(runOf(recording, probe), (run) => known(run.exchanges.filter((one) => one.part === "ask")));
}

/** The exchange that a probe labelled so; the last one if there are several. */
export function asked(recording: Recording, probe: ProbeId, label: string): Known<Exchange> {
  return andThen(asksOf(recording, probe), (asks) => {
    const found = asks.findLast((one) => one.label === label);
    return found === undefined ? unknown(`the probe ${probe} did not come to "${label}"`) : known(found);
  });
}

/** The result of a request, or why there is none: "tools/list was not served: HTTP 500". */
export function served(exchange: Exchange, what = methodOf(exchange)): Known<Json> {
  const reply = replyOf(exchange);
  return reply.kind === "result" && okStatus(reply.status)
    ? known(reply.result)
    : unknown(`${what} was not served: ${describe(exchange)}`);
}

/** As `served`, where the result is an object. */
export function servedObject(exchange: Exchange, what = methodOf(exchange)): Known<JsonObject> {
  return andThen(served(exchange, what), (result) =>
    isObject(result) ? known(result) : unknown(`${what} was not served: its result is no object`),
  );
}

function okStatus(status: number | undefined): boolean {
  return status === undefined || (status >= 200 && status < 300);
}

export function isServed(exchange: Exchange): boolean {
  return served(exchange).state === "known";
}

/** Known when all of these twins were served; the first that was not is the cause. */
export function controlled(controls: readonly Exchange[]): Known<true> {
  for (const control of controls) {
    if (!isServed(control)) return unknown(`${methodOf(control)} as it should be was not served: ${describe(control)}`);
  }
  return known(true);
}

/** The subject of a probe, when its conformant twins were served and nobody else answered in the server's place. */
export function beside(subject: Exchange, controls: readonly Exchange[], recording: Recording): Known<Exchange> {
  return andThen(controlled(controls), () => {
    const gate = gateOf(subject, recording);
    return gate === undefined ? known(subject) : unknown(gate);
  });
}

/** Statuses that speak for somebody before the server, or for its load. */
const GATES: readonly number[] = [401, 407, 408, 429, 502, 503, 504];

/**
 * Why an answer cannot be laid to the server (a gateway, a credential, load, no connection), or undefined. A bare 403
 * on 2025-11-25 is a server's own where no credential is in play: SDK guards answer so.
 */
export function gateOf(exchange: Exchange, recording: Omit<Recording, "runs">): string | undefined {
  const what = methodOf(exchange);
  const status = statusOf(exchange);
  if (status === undefined) {
    const { kind } = exchange.ending;
    return kind === "refused" || kind === "cancelled" ? `${what}: ${describe(exchange)}` : undefined;
  }
  const credential = hasCredential(recording.target);
  const modern = exchange.revision === "2026-07-28";
  const barred = status === 403 && (modern || credential || hasBearerChallenge(exchange));
  const moved = modern && status >= 300 && status < 400;
  return GATES.includes(status) || barred || moved
    ? `${what} was answered with HTTP ${status}, which may not be the server's own answer`
    : undefined;
}

/** True when nothing at all came that could be an answer. */
export function isUnanswered(exchange: Exchange): boolean {
  return replyOf(exchange).kind === "none";
}

/** What came back, in a few words: "HTTP 404", "JSON-RPC error -32601 (Method not found)", "no answer within 15 s". */
export function describe(exchange: Exchange): string {
  const reply = replyOf(exchange);
  switch (reply.kind) {
    case "result":
      return `${statusPrefix(reply.status)}a result`;
    case "error":
      return `${statusPrefix(reply.status)}JSON-RPC error ${errorText(reply.error)}`;
    case "foreign":
      return `${statusPrefix(reply.status)}a response with another id`;
    case "status":
      return `HTTP ${reply.status}`;
    case "none":
      return reply.why;
  }
}

function statusPrefix(status: number | undefined): string {
  return status === undefined || (status >= 200 && status < 300) ? "" : `HTTP ${status} with `;
}

/** Code and message of an error member, shortened. */
export function errorText(error: Json): string {
  if (!isObject(error)) return shown(error);
  const message = error["message"];
  return `${shown(error["code"] ?? null)}${typeof message === "string" ? ` (${shorten(message)})` : ""}`;
}

/** A JSON value for a message, shortened to about 120 characters. */
export function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : shorten(JSON.stringify(value));
}

export function shorten(text: string, length = 120): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** The JSON type of a value, for messages. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The method of the message that was sent, or what else it was. */
export function methodOf(exchange: Exchange): string {
  return sentMessage(exchange)?.method ?? exchange.label;
}

type SentMessage = JsonObject & { readonly method: string };

/** What was sent does not change, and dozens of readings go through all of it. */
const sentMessages = new WeakMap<Exchange, { readonly message: SentMessage | undefined }>();

/** The first JSON-RPC message that was sent, where it can be read. */
export function sentMessage(exchange: Exchange): SentMessage | undefined {
  const before = sentMessages.get(exchange);
  if (before !== undefined) return before.message;
  const message = readSent(exchange.sent);
  sentMessages.set(exchange, { message });
  return message;
}

function readSent(sent: Exchange["sent"]): SentMessage | undefined {
  if (sent === undefined) return undefined;
  const text = sent.kind === "http" ? sent.body : sent.writes.filter((one) => typeof one === "string").join("");
  if (text === undefined || text === "") return undefined;
  try {
    const json = JSON.parse(text) as Json;
    return isObject(json) && typeof json["method"] === "string" ? (json as SentMessage) : undefined;
  } catch {
    return undefined;
  }
}
