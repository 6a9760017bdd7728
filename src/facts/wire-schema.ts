import { andThen, fact, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import {
  hasDefinition,
  notificationDefinitionOf,
  resultDefinitionOf,
  type SchemaFault,
  validate,
} from "../protocol/schemas/validators.ts";
import { sentMessage } from "./evidence.ts";
import { ASK_PROMPTS, ASK_RESOURCES, ASK_TOOLS } from "./mrtr.ts";
import { everyMessage, type Seen } from "./scan.ts";

/** Something in a message that the schema does not allow, with its place; the same fault elsewhere only counts. */
export interface WireFault extends SchemaFault {
  readonly exchange: string;
  /** What was validated: "the result of tools/list", "the notification notifications/progress". */
  readonly of: string;
  /** How many messages have it. */
  readonly times: number;
}

export interface WireCheck {
  readonly messages: number;
  readonly faults: readonly WireFault[];
}

/** Every own message of the run under the revision's schema; unknown where there was none. */
export const wireCheck = fact<WireCheck>(
  "wire schema",
  [everyMessage, ASK_TOOLS, ASK_PROMPTS, ASK_RESOURCES],
  (recording) =>
    andThen(everyMessage.of(recording), (seen) => {
      const own = seen.filter((one) => one.own);
      if (own.length === 0) return unknown("no answer to a sound request came");
      const found = new Map<string, WireFault>();
      for (const one of own) {
        for (const fault of faultsOf(one, recording)) {
          // Two entries of one list with the same fault are one fault of whoever makes the list.
          const key = `${fault.of}\n${fault.message.replace(/\[\d+\]/g, "[]")}`;
          const before = found.get(key);
          found.set(key, before === undefined ? fault : { ...before, times: before.times + 1 });
        }
      }
      return known({ messages: own.length, faults: [...found.values()] });
    }),
);

function faultsOf(seen: Seen, recording: Recording): readonly WireFault[] {
  const { message, at } = seen;
  const { of, envelope, inner } = definitionsOf(seen, recording);
  const placed = (fault: SchemaFault, under: string): WireFault => ({
    ...fault,
    pointer: `${at.pointer}${under}${fault.pointer}`,
    exchange: at.exchange,
    of,
    times: 1,
  });
  const { revision } = recording;
  const outer = validate(revision, envelope, withoutNullId(message, seen));
  if (inner === undefined) return outer.map((fault) => placed(fault, ""));
  return [
    ...outer.filter((fault) => !/^\/result(?:\/|$)/.test(fault.pointer)).map((fault) => placed(fault, "")),
    ...validate(revision, inner, message["result"]).map((fault) => placed(fault, "/result")),
  ];
}

/** Errors of the protocol's own codes, of which the schema says what they bring in data. */
const CODED: { readonly [code: number]: string } = {
  [-32021]: "MissingRequiredClientCapabilityError",
  [-32022]: "UnsupportedProtocolVersionError",
};

interface Definitions {
  readonly of: string;
  readonly envelope: string;
  /** Definition of the member `result`. */
  readonly inner?: string;
}

function definitionsOf({ kind, message, answers, exchange }: Seen, { revision }: Recording): Definitions {
  const method = String(message["method"]);
  switch (kind) {
    case "result": {
      const params = sentMessage(exchange)?.["params"];
      const inner =
        answers === undefined ? undefined : resultDefinitionOf(revision, answers, isObject(params) ? params : {});
      return {
        of: `the result of ${answers ?? "no request"}`,
        envelope: "JSONRPCResultResponse",
        inner: inner ?? "Result",
      };
    }
    case "error": {
      const code = isObject(message["error"]) ? message["error"]["code"] : undefined;
      const own = typeof code === "number" ? CODED[code] : undefined;
      if (own !== undefined && hasDefinition(revision, own)) return { of: `an error ${code}`, envelope: own };
      return { of: "an error", envelope: "JSONRPCErrorResponse" };
    }
    case "notification":
      return {
        of: `the notification ${method}`,
        envelope: notificationDefinitionOf(revision, method) ?? "JSONRPCNotification",
      };
    case "request":
      return { of: `the request ${method}`, envelope: "JSONRPCRequest" };
    case "other":
      return { of: "a message", envelope: "JSONRPCMessage" };
  }
}

/** JSON-RPC 2.0 writes null where the id of a request could not be read; the schema leaves the member out. */
function withoutNullId(message: JsonObject, { kind }: Seen): Json {
  if (kind !== "error" || message["id"] !== null) return message;
  const { id: _, ...rest } = message;
  return rest;
}
