import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { asked, beside, controlled, describe, gateOf, isServed } from "./evidence.ts";
import { type Answered, answered } from "./lifecycle.ts";
import { type ListFacts, PROMPTS, promptList, RESOURCES, resourceList, TOOLS, toolList } from "./lists.ts";
import { capabilities, DISCOVER, declaredAt, discoverExchange } from "./session.ts";

/** The first `server/discover`, whatever came back; unknown where it shows nothing of the server. */
export const discovery = fact<Exchange>("discovery", [discoverExchange], (recording) =>
  andThen(discoverExchange.of(recording), (exchange) => {
    const gate = gateOf(exchange, recording);
    if (gate !== undefined) return unknown(gate);
    const reply = replyOf(exchange);
    if (reply.kind === "error" && isOtherRevision(reply.code, reply.error)) {
      return unknown(`the server does not speak 2026-07-28: ${describe(exchange)}`);
    }
    if (reply.kind === "status") return unknown(`server/discover: ${describe(exchange)}`);
    // A client takes the status for the answer; whose fault it is cannot be told.
    if (reply.kind === "result" && !isServed(exchange)) {
      return unknown(`server/discover was not served: ${describe(exchange)}`);
    }
    if (reply.kind !== "none") return known(exchange);
    // Silence is the server's own only on stdio, where the process went on to answer something else.
    const later = asked(recording, DISCOVER, "later");
    const alive = later.state === "known" && replyOf(later.value).kind !== "none";
    return alive ? known(exchange) : unknown(`server/discover: ${describe(exchange)}`);
  }),
);

/** -32022 that names the versions there are, 2026-07-28 not among them. */
function isOtherRevision(code: Json, error: Json): boolean {
  const data = isObject(error) ? error["data"] : undefined;
  const supported = isObject(data) ? data["supported"] : undefined;
  return code === -32022 && Array.isArray(supported) && !supported.includes("2026-07-28");
}

export const UNSUPPORTED_VERSION: ProbeId = "lifecycle/unsupported-version";
/** A version that nobody implements. */
export const OLD_VERSION = "1900-01-01";

/** The answers to requests of a version that nobody speaks. */
export const oldVersions: Fact<readonly Known<Answered>[]> = fact(
  "unsupported version",
  [UNSUPPORTED_VERSION, discoverExchange],
  (recording) =>
    andThen(discoverExchange.of(recording), (twin) => {
      const after = asked(recording, UNSUPPORTED_VERSION, "control after");
      const controls = after.state === "known" ? [twin, after.value] : [twin];
      const methods = ["server/discover", ...LISTS.map((one) => one.method)];
      const seen = methods.flatMap((method) => {
        const exchange = asked(recording, UNSUPPORTED_VERSION, method);
        return exchange.state === "known" ? [exchange.value] : [];
      });
      const first = asked(recording, UNSUPPORTED_VERSION, "server/discover");
      if (first.state !== "known") return first;
      return known(seen.map((one) => andThen(beside(one, controls, recording), () => answered(one, recording))));
    }),
);

export const REMOVED_METHODS: ProbeId = "lifecycle/removed-methods";

/** What clients of earlier revisions ask, with sound params. */
export function removedRequests(uri: string): readonly { readonly method: string; readonly params: JsonObject }[] {
  return [
    { method: "ping", params: {} },
    { method: "logging/setLevel", params: { level: "info" } },
    { method: "resources/subscribe", params: { uri } },
    { method: "resources/unsubscribe", params: { uri } },
  ];
}

/** The answers to methods that were removed: a JSON-RPC response, or HTTP 404 alone. */
export const removedMethods: Fact<readonly Known<Exchange>[]> = fact(
  "removed methods",
  [REMOVED_METHODS],
  (recording) =>
    andThen(asked(recording, REMOVED_METHODS, "control"), (control) =>
      andThen(controlled([control]), () =>
        known(
          removedRequests("").map(({ method }) =>
            andThen(asked(recording, REMOVED_METHODS, method), (exchange): Known<Exchange> => {
              const response = answered(exchange, recording);
              const bare404 =
                response.state === "unknown" && replyOf(exchange).kind === "status" && statusOf(exchange) === 404;
              return response.state === "known" || bare404
                ? known(exchange)
                : unknown(`${method}: ${describe(exchange)}`);
            }),
          ),
        ),
      ),
    ),
);

export const UNDECLARED_LISTS: ProbeId = "lifecycle/undeclared-lists";

/** The lists with a capability of their own. */
export const LISTS = [TOOLS, RESOURCES, PROMPTS] as const;

/** A list, whether it is declared, and how its first page was answered. */
export interface ListHandler {
  readonly method: string;
  readonly member: string;
  readonly capability: string;
  readonly declared: boolean;
  readonly exchange: Exchange;
}

export const listHandlers: Fact<readonly Known<ListHandler>[]> = fact(
  "list handlers",
  [UNDECLARED_LISTS, capabilities, toolList.first, resourceList.first, promptList.first],
  (recording) =>
    andThen(capabilities.of(recording), (all) =>
      known(
        [toolList, resourceList, promptList].map((list): Known<ListHandler> => {
          const { method, member, capability } = list.kind;
          const declared = declaredAt(all, capability) !== undefined;
          return andThen(firstPage(recording, list, declared), (exchange) => {
            const gate = gateOf(exchange, recording);
            if (gate !== undefined) return unknown(gate);
            return answersFor(exchange, declared)
              ? known({ method, member, capability, declared, exchange })
              : unknown(`${method} was not served: ${describe(exchange)}`);
          });
        }),
      ),
    ),
);

const METHOD_NOT_FOUND = -32601;

/** True where an answer shows whether there is a handler: a result or that there is none; undeclared, any refusal. */
function answersFor(exchange: Exchange, declared: boolean): boolean {
  const reply = replyOf(exchange);
  if (reply.kind === "result") return isServed(exchange);
  if (reply.kind === "error") return !declared || reply.code === METHOD_NOT_FOUND;
  const status = statusOf(exchange) ?? 0;
  return !declared && reply.kind === "status" && status >= 400 && status < 500;
}

function firstPage(recording: Recording, list: ListFacts, declared: boolean): Known<Exchange> {
  return declared ? list.first.of(recording) : asked(recording, UNDECLARED_LISTS, list.kind.method);
}
