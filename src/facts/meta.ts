import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { type Era, era } from "./era.ts";
import { asked, asksOf, beside, describe, isServed, methodOf } from "./evidence.ts";

/** Sound requests whose `_meta` is unusual. */
export const META_UNUSUAL: ProbeId = "lifecycle/meta-unusual";
/** Requests whose `_meta` lacks what it must have (2026-07-28). */
export const META_INCOMPLETE: ProbeId = "lifecycle/meta-incomplete";

export const CONTROL = "control";
export const ANONYMOUS = "without clientInfo";
export const FOREIGN = "foreign keys";

/** The label of a request: its kind and its method. */
export function labelled(kind: string, method: string): string {
  return `${kind}: ${method}`;
}

/** A sound request that has to be served as its plain twin is. `refused`: it was not, twice, while the twin was. */
export interface Unusual {
  readonly exchange: Exchange;
  readonly refused: boolean;
}

function unusual(kind: string): Fact<readonly Known<Unusual>[]> {
  return fact(`requests ${kind}`, [META_UNUSUAL], (recording) =>
    andThen(asksOf(recording, META_UNUSUAL), (asks) => {
      const own = asks.filter((one) => one.label.startsWith(`${kind}: `));
      const first = own.filter((one) => own.find((other) => other.label === one.label) === one);
      return first.length === 0
        ? unknown(`the probe ${META_UNUSUAL} did not come to its requests ${kind}`)
        : known(first.map((one) => unusualOf(one, asks, recording)));
    }),
  );
}

/** Requests without clientInfo. */
export const anonymous: Fact<readonly Known<Unusual>[]> = unusual(ANONYMOUS);
/** Requests with keys of somebody else in `_meta`. */
export const foreignKeys: Fact<readonly Known<Unusual>[]> = unusual(FOREIGN);

function unusualOf(exchange: Exchange, asks: readonly Exchange[], recording: Recording): Known<Unusual> {
  const twins = asks.filter((one) => one.label === labelled(CONTROL, methodOf(exchange)));
  const tries = asks.filter((one) => one.label === exchange.label);
  return andThen(beside(exchange, twins, recording), (): Known<Unusual> => {
    const served = tries.find(isServed);
    if (served !== undefined) return known({ exchange: served, refused: false });
    const silent = tries.find((one) => replyOf(one).kind === "none");
    if (silent !== undefined)
      return unknown(`${methodOf(exchange)} ${exchange.label.split(":")[0]}: ${describe(silent)}`);
    // Asked once only: the second try was not come to.
    if (tries.length < 2) return unknown(`${exchange.label}: ${describe(exchange)}, not asked again`);
    return andThen(beside(tries.at(-1) ?? exchange, twins, recording), () => known({ exchange, refused: true }));
  });
}

export const NO_CAPABILITIES = "without clientCapabilities";
export const NO_VERSION = "without protocolVersion";
export const EMPTY_PARAMS = "with params {}";
export const NO_PARAMS = "without params";

/** A request that lacks part of its `_meta`, and how it was answered. */
export interface Incomplete {
  readonly exchange: Exchange;
  /** The same request, complete. */
  readonly twin: Exchange;
  readonly answer: /** Served as the twin is. */
    | { readonly kind: "served" }
    /** With a result of another kind than the twin's: without the resultType that it has, as a legacy server answers. */
    | { readonly kind: "served-as-legacy" }
    | { readonly kind: "error"; readonly code: Json; readonly status: number | undefined }
    /** HTTP 400 without a JSON-RPC body: an intermediary may answer so. */
    | { readonly kind: "bare-400" };
  /** Undefined: not known. */
  readonly era: Era | undefined;
}

function incomplete(kinds: readonly string[]): Fact<readonly Known<Incomplete>[]> {
  return fact(`requests ${kinds.join(" or ")}`, [META_INCOMPLETE, era], (recording) =>
    andThen(asksOf(recording, META_INCOMPLETE), (asks) => {
      const own = asks.filter((one) => kinds.some((kind) => one.label.startsWith(`${kind}: `)));
      return own.length === 0
        ? unknown(`the probe ${META_INCOMPLETE} did not come to its requests ${kinds.join(" or ")}`)
        : known(own.map((one) => incompleteOf(one, recording)));
    }),
  );
}

export const withoutCapabilities: Fact<readonly Known<Incomplete>[]> = incomplete([NO_CAPABILITIES]);
/** Without a version the server's era matters: what of an earlier revision would be right is open while it is not known. */
export const withoutVersion: Fact<readonly Known<Incomplete>[]> = versionless([NO_VERSION]);
export const withoutMeta: Fact<readonly Known<Incomplete>[]> = versionless([EMPTY_PARAMS, NO_PARAMS]);

/** Codes of this revision that a request without a version may be refused with, whatever the era. */
const OWN_CODES: readonly Json[] = [-32602, -32020];

function versionless(kinds: readonly string[]): Fact<readonly Known<Incomplete>[]> {
  const all = incomplete(kinds);
  return fact(`${all.name}, era known`, [all], (recording) =>
    andThen(all.of(recording), (cases) =>
      known(
        cases.map((one) =>
          andThen(one, (seen) => {
            const { answer } = seen;
            const plain = answer.kind === "served" || answer.kind === "bare-400";
            if (plain || (answer.kind === "error" && OWN_CODES.includes(answer.code))) return one;
            return andThen(era.of(recording), () => one);
          }),
        ),
      ),
    ),
  );
}

function incompleteOf(exchange: Exchange, recording: Recording): Known<Incomplete> {
  return andThen(asked(recording, META_INCOMPLETE, labelled(CONTROL, methodOf(exchange))), (twin) =>
    andThen(beside(exchange, [twin], recording), () =>
      andThen(answerTo(exchange, twin), (answer) => {
        const found = era.of(recording);
        return known({ exchange, twin, answer, era: found.state === "known" ? found.value : undefined });
      }),
    ),
  );
}

function answerTo(exchange: Exchange, twin: Exchange): Known<Incomplete["answer"]> {
  const reply = replyOf(exchange);
  if (reply.kind === "result") {
    const legacy = hasResultType(twin) && !hasResultType(exchange);
    return known({ kind: legacy ? "served-as-legacy" : "served" });
  }
  if (reply.kind === "error") return known({ kind: "error", code: reply.code, status: reply.status });
  if (reply.kind === "status" && reply.status === 400) return known({ kind: "bare-400" });
  return unknown(`${exchange.label}: ${describe(exchange)}`);
}

function hasResultType(exchange: Exchange): boolean {
  const reply = replyOf(exchange);
  return reply.kind === "result" && isObject(reply.result) && "resultType" in reply.result;
}
