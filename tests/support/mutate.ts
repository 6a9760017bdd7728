/**
 * What mutants and traps are written with. A mutant is the reference server with one fault; a trap is the reference
 * server with a conformant peculiarity. Both are made of twists, and run in memory, over HTTP and as a child on stdio.
 *
 * A file tests/mutants/<area>/<rule id>.ts exports an array of mutants, tests/traps/<area>/<rule id>.ts of traps:
 *
 *     // One member of one answer is wrong, in both revisions and on both transports.
 *     export default [
 *       mutant({ name: "values holds objects", revisions: ["2025-11-25", "2026-07-28"] },
 *         setting("completion/complete", "/result/completion/values", [{ value: "x" }])),
 *     ];
 *
 *     // A fault of the HTTP layer alone: the request is seen and changed before, or the response after.
 *     mutant({ name: "a missing Mcp-Method is let through", revisions: ["2026-07-28"], transports: ["http"] },
 *       wrapHttp((request, next) => next(
 *         headerOf(request, "mcp-method") === undefined ? withHeaders(request, { "Mcp-Method": methodOf(request) }) : request)));
 *
 *     // A tool with a hole, and a fault that takes the server down. State belongs into a function around the twist.
 *     mutant({ name: "runs its argument in a shell", revisions: ["2025-11-25", "2026-07-28"] },
 *       withTools([tool("grep", { q: { type: "string" } }, (args) => said(execSync(`echo ${args["q"]}`).toString()))]));
 *     mutant({ name: "dies of an unknown method", revisions: ["2025-11-25"], transports: ["stdio"] },
 *       exitsOn((message) => message["method"] === "none/such", { after: true }));
 *     mutant({ name: "the second list is another one", revisions: ["2026-07-28"] }, () => {
 *       let calls = 0;
 *       return resultOf("tools/list", (result) => ((calls += 1) > 1 ? { ...result, tools: [] } : result));
 *     });
 */
import type { Json, JsonObject } from "../../src/model/json.ts";
import { isObject } from "../../src/model/json.ts";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import type {
  HttpHandler,
  HttpRequest,
  HttpResponse,
  Server,
  ServerWorld,
  StdioHandler,
} from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import { changeHeaders, headerValue } from "../../src/protocol/headers.ts";
import type { Answer, Context, Era, Handler } from "../../src/reference/answer.ts";
import type { Prompt, Resource, Template, Tool } from "../../src/reference/offer.ts";
import type { Auth, ReferenceOptions, Sending } from "../../src/reference/options.ts";
import { createReference } from "../../src/reference/server.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";
import { testOptions } from "./reference.ts";

export { failure, invalidParams, mapLast, result, tell } from "../../src/reference/answer.ts";
export { said, text, toolError } from "../../src/reference/content.ts";

/** One change of the server: of what it is made of, or of what it does to the outside. */
export interface Twist {
  readonly options?: (options: ReferenceOptions) => ReferenceOptions;
  readonly server?: (server: Server) => Server;
}

export interface About {
  /** Says what is wrong (a mutant) or what looks wrong (a trap). Unique in its file. */
  readonly name: string;
  readonly revisions: readonly Revision[];
  /** Where it shows; both by default. */
  readonly transports?: readonly TransportKind[];
  /** Mutants: further rules that fail of the same fault. */
  readonly alsoBreaks?: readonly string[];
  /** Options of the reference server to begin with, `eras: "dual"` for instance. */
  readonly options?: Partial<ReferenceOptions>;
  /** What the user says for the run: headers that go with every request (HTTP), and what is allowed. */
  readonly user?: User;
}

export interface User {
  readonly headers?: readonly Header[];
  /** Tools that may be called whatever their annotations say. */
  readonly tools?: readonly string[];
  readonly tokenInQuery?: boolean;
}

export interface Variant extends Required<Omit<About, "options">> {
  /** A new server, with state of its own. */
  server(revision: Revision, world?: ServerWorld): Server;
}

export type Mutant = Variant;
export type Trap = Variant;

export function mutant(about: About, ...twists: readonly (Twist | (() => Twist))[]): Mutant {
  return {
    name: about.name,
    revisions: about.revisions,
    transports: about.transports ?? ["http", "stdio"],
    alsoBreaks: about.alsoBreaks ?? [],
    user: about.user ?? {},
    server(revision, world = serverWorld()) {
      const made = twists.map((one) => (typeof one === "function" ? one() : one));
      const options = made.reduce((now, twist) => twist.options?.(now) ?? now, testOptions(revision, about.options));
      return made.reduce((now, twist) => twist.server?.(now) ?? now, createReference(options, world));
    },
  };
}

export function trap(about: Omit<About, "alsoBreaks">, ...twists: readonly (Twist | (() => Twist))[]): Trap {
  return mutant(about, ...twists);
}

// ---- What the server says ------------------------------------------------------------------------------------------

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

// ---- What the server offers ----------------------------------------------------------------------------------------

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
export const WITH_TOKEN: User = { headers: [["Authorization", `Bearer ${TOKEN}`]] };

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

// ---- What the server hears -----------------------------------------------------------------------------------------

/**
 * Changes the messages before the server sees them, on both transports: how one that is lenient is made of one that is
 * strict. Bodies and lines that are no JSON object pass by.
 */
export function hearing(change: (message: JsonObject, headers: readonly Header[]) => JsonObject): Twist {
  const altered = (body: string, headers: readonly Header[]) => {
    const json = parsed(body);
    return isObject(json) ? JSON.stringify(change(json, headers)) : body;
  };
  const http = wrapHttp((request, next) => next({ ...request, body: altered(request.body, request.headers) }));
  const stdio = stdioLines({ heard: (line) => [altered(line, [])] });
  return { server: (server) => stdio.server?.(http.server?.(server) ?? server) ?? server };
}

// ---- HTTP ----------------------------------------------------------------------------------------------------------

/** Stands before the server on HTTP. */
export function wrapHttp(
  serve: (
    request: HttpRequest,
    next: (request: HttpRequest) => Promise<HttpResponse>,
  ) => HttpResponse | Promise<HttpResponse>,
): Twist {
  return {
    server: (server) => {
      const http: HttpHandler = (request) => serve(request, async (given) => server.http(given));
      return { ...server, http };
    },
  };
}

export type HttpAnswer = Extract<HttpResponse, { kind: "answer" }>;

/** Changes the HTTP answers: status, headers, body. `request` is what was asked. */
export function httpAnswer(change: (answer: HttpAnswer, request: HttpRequest) => HttpResponse): Twist {
  return wrapHttp(async (request, next) => {
    const response = await next(request);
    return response.kind === "answer" ? change(response, request) : response;
  });
}

/** An HTTP answer of a text. */
export function httpText(status: number, text: string, headers: readonly Header[] = []): HttpAnswer {
  return { kind: "answer", status, headers, body: text === "" ? { kind: "none" } : { kind: "text", text } };
}

/** The answer with header changes (null removes) and, where given, another status. */
export function reheaded(
  answer: HttpAnswer,
  changes: { readonly [name: string]: string | null },
  status = answer.status,
): HttpAnswer {
  return { ...answer, status, headers: changeHeaders(answer.headers, changes) };
}

/** Changes every piece that is written to an event stream; each is one event, or a comment. "" leaves it out. */
export function restreamed(answer: HttpAnswer, change: (piece: string) => string): HttpAnswer {
  const { body } = answer;
  if (body.kind !== "stream") return answer;
  return {
    ...answer,
    body: {
      kind: "stream",
      open: (sink) =>
        body.open({
          ...sink,
          write: (piece) => {
            const changed = change(piece);
            if (changed !== "") sink.write(changed);
          },
        }),
    },
  };
}

export function headerOf(request: HttpRequest | HttpAnswer, name: string): string | undefined {
  return headerValue(request.headers, name);
}

/** The request with header changes: a string sets, null removes. */
export function withHeaders(request: HttpRequest, changes: { readonly [name: string]: string | null }): HttpRequest {
  return { ...request, headers: changeHeaders(request.headers, changes) };
}

/** The JSON of a request's body, undefined where it is none. */
export function jsonOf(request: HttpRequest): Json | undefined {
  return parsed(request.body);
}

/** The JSON-RPC method in a request's body, "" where there is none. */
export function methodOf(request: HttpRequest): string {
  const json = jsonOf(request);
  return isObject(json) && typeof json["method"] === "string" ? json["method"] : "";
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

// ---- stdio ---------------------------------------------------------------------------------------------------------

/** Stands between the server and its pipes: raw bytes in and out, stderr, exit. One call is one process. */
export function wrapStdio(wrap: (start: StdioHandler) => StdioHandler): Twist {
  return { server: (server) => ({ ...server, stdio: wrap(server.stdio) }) };
}

export interface Lines {
  /** What the server hears for a line of its stdin, without its end: lines, none or several. */
  readonly heard?: (line: string) => readonly string[];
  /** What it writes for a line of its stdout, without its end: text or bytes, line ends and all. */
  readonly written?: (line: string) => string | Uint8Array;
  /** Written before anything else. */
  readonly banner?: string;
}

/** Line-level faults: other framing, a banner, lines that are lost. A function is asked once per process. */
export function stdioLines(lines: Lines | (() => Lines)): Twist {
  return wrapStdio((start) => (output) => {
    const { heard = (line) => [line], written, banner } = typeof lines === "function" ? lines() : lines;
    const encode = (text: string) => new TextEncoder().encode(text);
    if (banner !== undefined) output.stdout(encode(banner));
    const input = start({
      ...output,
      stdout(bytes) {
        if (written === undefined) return output.stdout(bytes);
        for (const line of new TextDecoder().decode(bytes).split("\n")) {
          if (line === "") continue;
          const out = written(line);
          output.stdout(typeof out === "string" ? encode(out) : out);
        }
      },
    });
    const decoder = new TextDecoder();
    let rest = "";
    return {
      chunk(bytes) {
        const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = parts.pop() ?? "";
        for (const line of parts) for (const given of heard(line)) input.chunk(encode(`${given}\n`));
      },
      end: () => input.end(),
    };
  });
}

/** The process ends with code 1 on some messages, before it answers them or after. On HTTP its port is closed then. */
export function exitsOn(
  which: string | ((message: JsonObject) => boolean),
  how: { readonly after?: boolean } = {},
): Twist {
  const isFatal = (text: string) => {
    const json = parsed(text);
    if (!isObject(json)) return false;
    return typeof which === "string" ? json["method"] === which : which(json);
  };
  return {
    server: (server) => {
      let over = false;
      return {
        ...server,
        async http(request) {
          if (over) return { kind: "die" };
          if (!isFatal(request.body)) return server.http(request);
          if (how.after !== true) return { kind: "die" };
          over = true;
          return server.http(request);
        },
        stdio: (output) => {
          const input = server.stdio(output);
          const decoder = new TextDecoder();
          let rest = "";
          return {
            chunk(bytes) {
              const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
              rest = parts.pop() ?? "";
              for (const line of parts) {
                const fatal = isFatal(line);
                if (!fatal || how.after === true) input.chunk(new TextEncoder().encode(`${line}\n`));
                if (fatal) return output.exit(1);
              }
            },
            end: () => input.end(),
          };
        },
      };
    },
  };
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

/**
 * The value with another one at a JSON pointer; undefined removes. Where the way does not exist the value is returned as
 * it is, and "-" stands for every element of an array.
 */
export function set(value: Json, pointer: string, to: Json | undefined): Json {
  const path = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
  const placed = place(value, path, to);
  return placed === undefined ? null : placed;
}

function place(value: Json, path: readonly string[], to: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const all = value as readonly Json[];
    return all.flatMap((one, index) => {
      if (key !== "-" && key !== String(index)) return [one];
      const placed = place(one, rest, to);
      return placed === undefined ? [] : [placed];
    });
  }
  if (!isObject(value) || (rest.length > 0 && !(key in value))) return value;
  const placed = rest.length === 0 ? to : place(value[key] as Json, rest, to);
  const { [key]: _before, ...others } = value;
  return placed === undefined ? others : { ...value, [key]: placed };
}
