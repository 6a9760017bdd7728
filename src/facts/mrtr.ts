import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { replyOf } from "../protocol/answer.ts";
import { placeholders } from "./arguments.ts";
import { isInputRequired } from "./calls.ts";
import { everyMessage, type Seen } from "./scan.ts";

/** The methods that may answer `input_required`. */
export const ASKING_METHODS: readonly string[] = ["tools/call", "prompts/get", "resources/read"];

/** The probes that ask with every capability declared and go on where input is asked for. */
export const ASK_TOOLS = "tools/ask";
export const ASK_PROMPTS = "prompts/ask";
export const ASK_RESOURCES = "resources/ask";
/** Lists and discovery with every capability declared. */
export const CAPABLE = "schema/capable";

/** Every capability of a client that a server may ask for input by. */
export const ALL_CAPABILITIES: JsonObject = {
  elicitation: { form: {}, url: {} },
  sampling: { context: {}, tools: {} },
  roots: {},
};

/** A server that asks for input, as far as it can be gone on with. */
export interface Asking {
  readonly inputRequests: JsonObject;
  /** As received; undefined where there was none. */
  readonly requestState: string | undefined;
}

/** What an exchange's result asks for, or undefined. */
export function askingIn(exchange: Exchange): Asking | undefined {
  const reply = replyOf(exchange);
  if (reply.kind !== "result" || !isObject(reply.result) || !isInputRequired(reply.result)) return undefined;
  const { inputRequests, requestState } = reply.result;
  return {
    inputRequests: isObject(inputRequests) ? inputRequests : {},
    requestState: typeof requestState === "string" ? requestState : undefined,
  };
}

/** The client's bare results for what a server asks, by its keys; what nobody can answer is left out. */
export function responsesTo(asking: Asking): JsonObject {
  const responses = Object.entries(asking.inputRequests).flatMap(([key, request]) => {
    const response = responseTo(request);
    return response === undefined ? [] : [[key, response] as const];
  });
  return Object.fromEntries(responses);
}

/** A form is accepted with values that fit it, a URL declined; sampling gets a fixed text, roots one folder. */
export function responseTo(request: Json): JsonObject | undefined {
  if (!isObject(request)) return undefined;
  const params = isObject(request["params"]) ? request["params"] : {};
  switch (request["method"]) {
    case "elicitation/create": {
      if (params["mode"] === "url") return { action: "decline" };
      const content = placeholders(params["requestedSchema"]);
      return content === undefined ? { action: "decline" } : { action: "accept", content };
    }
    case "sampling/createMessage":
      return {
        role: "assistant",
        content: { type: "text", text: "A line for a conformance probe." },
        model: "none",
        stopReason: "endTurn",
      };
    case "roots/list":
      return { roots: [{ uri: "file:///conformance-probe", name: "conformance-probe" }] };
    default:
      return undefined;
  }
}

/** The params of a retry: those of the first request, the responses, and the state byte for byte. */
export function retryOf(params: JsonObject, asking: Asking, responses: JsonObject): JsonObject {
  const asks = Object.keys(asking.inputRequests).length > 0 || Object.keys(responses).length > 0;
  return {
    ...params,
    ...(asks ? { inputResponses: responses } : {}),
    ...(asking.requestState === undefined ? {} : { requestState: asking.requestState }),
  };
}

/** Every result of the run that asks for input, to sound requests. Absent where none was seen. */
export const inputRequired = fact<readonly Seen[]>(
  "input_required results",
  [everyMessage, ASK_TOOLS, ASK_PROMPTS, ASK_RESOURCES, CAPABLE],
  (recording) =>
    andThen(everyMessage.of(recording), (seen) => {
      const asking = seen.filter(
        (one) => one.own && one.kind === "result" && isInputRequired(one.message["result"] ?? null),
      );
      return asking.length === 0 ? absent("Nothing asked for input in this run") : known(asking);
    }),
);

/** The results of methods that may not ask for input; unknown where none was seen. */
export const otherResults = fact<readonly Seen[]>("results of other methods", [everyMessage, CAPABLE], (recording) =>
  andThen(everyMessage.of(recording), (seen) => {
    const others = seen.filter(
      ({ own, kind, answers }) =>
        own && kind === "result" && answers !== undefined && !ASKING_METHODS.includes(answers),
    );
    return others.length === 0 ? unknown("no result of a list or of discovery came") : known(others);
  }),
);
