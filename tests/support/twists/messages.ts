import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Answer, Context, Era, Handler } from "../../../src/reference/answer.ts";
import type { ReferenceOptions, Sending } from "../../../src/reference/options.ts";
import { set } from "./json.ts";
import type { Twist } from "./twist.ts";

/** Which requests: a method's name, several, "*" for all, or a condition. */
export type Which = string | readonly string[] | ((sending: Sending) => boolean);

function isMeant(which: Which, sending: Sending): boolean {
  if (typeof which === "function") return which(sending);
  const method = sending.request?.method ?? "";
  return which === "*" || (typeof which === "string" ? which === method : which.includes(method));
}

/** Has the last hand on every message; several twists of the kind work one after the other. */
function retouching(change: (message: JsonObject, sending: Sending) => readonly Json[]): Twist {
  return {
    options: (options) => ({
      ...options,
      retouch: (message, sending) =>
        options.retouch(message, sending).flatMap((one) => (isObject(one) ? change(one, sending) : [one])),
    }),
  };
}

/**
 * Changes the JSON-RPC responses to some requests, on both transports: whole messages, as they would be sent. An array
 * sends several (HTTP then answers by an event stream), an empty one none. `sending` has the request and its context.
 */
export function answering(
  which: Which,
  change: (message: JsonObject, sending: Sending) => Json | readonly Json[],
): Twist {
  return retouching((message, sending) => {
    if (sending.kind !== "response" || !isMeant(which, sending)) return [message];
    const changed = change(message, sending);
    return Array.isArray(changed) ? (changed as readonly Json[]) : [changed as Json];
  });
}

/** Changes the results of some requests; errors stay as they are. */
export function resultOf(which: Which, change: (result: JsonObject, sending: Sending) => Json): Twist {
  return answering(which, (message, sending) =>
    isObject(message["result"]) ? { ...message, result: change(message["result"], sending) } : message,
  );
}

/** Changes the errors of some requests; results stay as they are. */
export function errorOf(which: Which, change: (error: JsonObject, sending: Sending) => Json): Twist {
  return answering(which, (message, sending) =>
    isObject(message["error"]) ? { ...message, error: change(message["error"], sending) } : message,
  );
}

/** Sets the value at a JSON pointer of the responses to some requests, wherever the place of it exists. */
export function setting(which: Which, pointer: string, value: Json): Twist {
  return answering(which, (message) => set(message, pointer, value) as JsonObject);
}

/** Takes the member at a JSON pointer out of the responses to some requests. */
export function removing(which: Which, pointer: string): Twist {
  return answering(which, (message) => set(message, pointer, undefined) as JsonObject);
}

/** Changes notifications and requests of the server: as they would be sent; an array sends several or none. */
export function telling(change: (message: JsonObject, sending: Sending) => Json | readonly Json[]): Twist {
  return retouching((message, sending) => {
    if (sending.kind === "response") return [message];
    const changed = change(message, sending);
    return Array.isArray(changed) ? (changed as readonly Json[]) : [changed as Json];
  });
}

/** Replaces what answers a method, in one era or both. `before` is what answered it until now (absent: nothing did). */
export function handling(
  method: string,
  handler: (params: JsonObject, context: Context, before: Handler) => Answer,
  eras: readonly Era[] = ["legacy", "modern"],
): Twist {
  return {
    options: (options) => {
      const table = { ...options.table };
      for (const era of eras) {
        const methods = table[era];
        const before: Handler =
          methods[method] ?? (() => ({ kind: "error", code: -32601, message: "Method not found" }));
        table[era] = { ...methods, [method]: (params, context) => handler(params, context, before) };
      }
      return { ...options, table };
    },
  };
}

/** Methods that are not there. */
export function without(...methods: readonly string[]): Twist {
  const rest = (all: ReferenceOptions["table"][Era]) =>
    Object.fromEntries(Object.entries(all).filter(([method]) => !methods.includes(method)));
  return {
    options: (options) => ({
      ...options,
      table: { legacy: rest(options.table.legacy), modern: rest(options.table.modern) },
    }),
  };
}
