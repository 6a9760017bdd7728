import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { type Answer, type Context, failure, invalidParams, type Reply } from "./answer.ts";
import { misfit } from "./fits.ts";
import { digest, seal, unseal } from "./seal.ts";

/** One thing that the client has to give. */
export interface Need {
  readonly key: string;
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: JsonObject;
}

/** The client's bare results, by key of the need. */
export type Given = Readonly<Record<string, JsonObject>>;

export const MISSING_CLIENT_CAPABILITY = -32021;

/** How long a requestState holds, in milliseconds. */
const STATE_LIFE = 10 * 60_000;

/**
 * Gets what is needed from the client in the way of the era, and goes on with it. Modern: input_required until all of
 * it is there, nothing remembered but what the client carries. Legacy: one request to the client after the other;
 * `refused` says what to do when the client cannot or will not answer.
 */
export function withInput(
  context: Context,
  needs: readonly Need[],
  next: (given: Given) => Answer,
  refused: (why: string) => Answer,
): Answer {
  const lacking = needs.filter((need) => !declared(need, context));
  if (context.era === "legacy") {
    const first = lacking[0];
    return first === undefined
      ? askAll(needs, context, {}, next, refused)
      : refused(`this client did not declare ${first.method.split("/")[0]}`);
  }
  if (lacking.length > 0) {
    const requiredCapabilities = Object.assign({}, ...lacking.map(capabilityOf)) as JsonObject;
    return failure(MISSING_CLIENT_CAPABILITY, "Missing required client capability", { requiredCapabilities });
  }
  return collect(context, needs, next);
}

/** The client capability that a need stands on, as it is declared. */
function capabilityOf(need: Need): JsonObject {
  switch (need.method) {
    case "elicitation/create":
      return { elicitation: need.params["mode"] === "url" ? { url: {} } : { form: {} } };
    case "sampling/createMessage":
      return { sampling: {} };
    case "roots/list":
      return { roots: {} };
  }
}

export function declared(need: Need, { clientCapabilities: capabilities, version }: Context): boolean {
  switch (need.method) {
    case "elicitation/create": {
      const elicitation = capabilities["elicitation"];
      if (!isObject(elicitation) || version < "2025-06-18") return false;
      if (need.params["mode"] === "url") return isObject(elicitation["url"]);
      // An elicitation capability that names no mode means forms.
      return isObject(elicitation["form"]) || Object.keys(elicitation).every((key) => key !== "url");
    }
    case "sampling/createMessage":
      return isObject(capabilities["sampling"]);
    case "roots/list":
      return isObject(capabilities["roots"]);
  }
}

function askAll(
  needs: readonly Need[],
  context: Context,
  given: Given,
  next: (given: Given) => Answer,
  refused: (why: string) => Answer,
): Answer {
  const [need, ...rest] = needs;
  if (need === undefined) return next(given);
  const { mode, ...older } = need.params;
  return {
    kind: "ask",
    method: need.method,
    params: mode !== undefined && context.version >= "2025-11-25" ? need.params : older,
    next: (reply: Reply) => {
      if ("error" in reply) return refused("the client answered with an error");
      const wrong = unfit(need, reply.result);
      if (wrong !== undefined) return refused(wrong);
      return askAll(rest, context, { ...given, [need.key]: reply.result }, next, refused);
    },
  };
}

function collect(context: Context, needs: readonly Need[], next: (given: Given) => Answer): Answer {
  const { requestState, inputResponses } = context.params;
  const about = originOf(context);
  let given: Given = {};
  if (requestState !== undefined) {
    const state = typeof requestState === "string" ? unseal(requestState, context.secret) : undefined;
    const before = stillValid(state, about, context.now);
    if (before === undefined) return invalidParams("requestState was not issued for this request, or has expired");
    given = before;
    if (inputResponses !== undefined) {
      if (!isObject(inputResponses)) return invalidParams("inputResponses must be an object");
      for (const need of needs) {
        const response = inputResponses[need.key];
        if (response === undefined) continue;
        const wrong = unfit(need, response);
        if (wrong !== undefined) return invalidParams(`inputResponses.${need.key}: ${wrong}`);
        given = { ...given, [need.key]: response as JsonObject };
      }
    }
  }
  const open = needs.filter((need) => given[need.key] === undefined);
  if (open.length === 0) return next(given);
  const inputRequests = Object.fromEntries(open.map(({ key, method, params }) => [key, { method, params }]));
  const state = seal({ ...about, expires: context.now + STATE_LIFE, given }, context.secret);
  return { kind: "result", result: { resultType: "input_required", inputRequests, requestState: state } };
}

/** What binds a state to its request: method, salient params, who asks. */
function originOf(context: Context): JsonObject {
  const { _meta, inputResponses, requestState, ...salient } = context.params;
  return { method: context.method, params: digest(salient), principal: digest(context.principal) };
}

function stillValid(state: Json | undefined, about: JsonObject, now: number): Given | undefined {
  if (!isObject(state)) return undefined;
  const { expires, given, ...origin } = state;
  if (digest(origin) !== digest(about) || typeof expires !== "number" || expires < now) return undefined;
  return isObject(given) ? (given as Given) : undefined;
}

/** What is wrong with the client's result, if anything. */
export function unfit(need: Need, response: Json): string | undefined {
  if (!isObject(response)) return "must be an object";
  switch (need.method) {
    case "elicitation/create": {
      const { action, content } = response;
      if (action !== "accept" && action !== "decline" && action !== "cancel")
        return "action must be accept, decline or cancel";
      if (action !== "accept" || need.params["mode"] === "url") return undefined;
      if (!isObject(content)) return "content must be an object";
      return misfit(need.params["requestedSchema"], content, "content");
    }
    case "sampling/createMessage":
      if (response["role"] !== "assistant" && response["role"] !== "user") return "role must be user or assistant";
      if (typeof response["model"] !== "string") return "model must be a string";
      return response["content"] === undefined ? "content is missing" : undefined;
    case "roots/list": {
      const { roots } = response;
      if (!Array.isArray(roots)) return "roots must be an array";
      return roots.every((root) => isObject(root) && typeof root["uri"] === "string")
        ? undefined
        : "each root needs a uri";
    }
  }
}
