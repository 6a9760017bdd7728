import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { Header } from "../../../src/model/target.ts";
import type { Prompt, Resource, Template, Tool } from "../../../src/reference/offer.ts";
import type { Auth, ReferenceOptions } from "../../../src/reference/options.ts";
import { without } from "./messages.ts";
import type { Twist } from "./twist.ts";

export function withOptions(change: (options: ReferenceOptions) => ReferenceOptions): Twist {
  return { options: change };
}

function offering(change: (offer: ReferenceOptions["offer"]) => Partial<ReferenceOptions["offer"]>): Twist {
  return withOptions((options) => ({ ...options, offer: { ...options.offer, ...change(options.offer) } }));
}

/** Offers these tools before its own (same names replace), or `only` these. */
export function withTools(tools: readonly Tool[], how: "also" | "only" = "also"): Twist {
  return offering((offer) => ({ tools: how === "only" ? tools : merged(tools, offer.tools, "name") }));
}

export function withResources(resources: readonly Resource[], how: "also" | "only" = "also"): Twist {
  return offering((offer) => ({ resources: how === "only" ? resources : merged(resources, offer.resources, "uri") }));
}

export function withTemplates(templates: readonly Template[], how: "also" | "only" = "also"): Twist {
  return offering((offer) => ({
    templates: how === "only" ? templates : merged(templates, offer.templates, "uriTemplate"),
  }));
}

export function withPrompts(prompts: readonly Prompt[], how: "also" | "only" = "also"): Twist {
  return offering((offer) => ({ prompts: how === "only" ? prompts : merged(prompts, offer.prompts, "name") }));
}

function merged<T extends { readonly definition: JsonObject }>(
  first: readonly T[],
  own: readonly T[],
  key: string,
): readonly T[] {
  const names = first.map((one) => one.definition[key]);
  return [...first, ...own.filter((one) => !names.includes(one.definition[key]))];
}

/** Sets members of the declared capabilities; undefined takes one away. What the server does is not changed. */
export function withCapabilities(changes: { readonly [name: string]: Json | undefined }): Twist {
  const change = (all: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries({ ...all, ...changes }).filter((one): one is [string, Json] => one[1] !== undefined),
    );
  return offering(({ capabilities }) => ({
    capabilities: { legacy: change(capabilities.legacy), modern: change(capabilities.modern) },
  }));
}

/** A token that `withAuth` lets in, and the user's headers for it. */
export const TOKEN = "eyJ0ZXN0IjoidG9rZW4ifQ-3f1c2b7a9d8e4f60";
export const WITH_TOKEN: { readonly headers: readonly Header[] } = { headers: [["Authorization", `Bearer ${TOKEN}`]] };

/** Asks for a bearer token (HTTP); the variant says `user: WITH_TOKEN` where the run has one. */
export function withAuth(auth: Partial<Auth> = {}): Twist {
  const whole: Auth = { tokens: [TOKEN], scope: "mcp", authorizationServers: ["https://auth.example.com"], ...auth };
  return withOptions((options) => ({ ...options, auth: whole }));
}

/** Does not have these features at all: neither declared nor served. */
export function withoutFeatures(
  ...names: readonly ("tools" | "resources" | "prompts" | "completions" | "logging")[]
): Twist {
  const gone = names.flatMap((name) => FEATURES[name]);
  const capabilities = withCapabilities(Object.fromEntries(names.map((name) => [name, undefined])));
  const methods = without(...gone);
  return { options: (options) => methods.options?.(capabilities.options?.(options) ?? options) ?? options };
}

const FEATURES = {
  tools: ["tools/list", "tools/call"],
  resources: [
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "resources/subscribe",
    "resources/unsubscribe",
  ],
  prompts: ["prompts/list", "prompts/get"],
  completions: ["completion/complete"],
  logging: ["logging/setLevel"],
} as const;

/** A read-only tool, its arguments all required. `more` is merged into its definition. */
export function tool(name: string, properties: JsonObject, call: Tool["call"], more: JsonObject = {}): Tool {
  return {
    definition: {
      name,
      description: `The tool ${name}.`,
      inputSchema: { type: "object", properties, required: Object.keys(properties) },
      annotations: { readOnlyHint: true, openWorldHint: false },
      ...more,
    },
    call,
  };
}
