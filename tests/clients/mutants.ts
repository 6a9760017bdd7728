/** Clients with one fault each, and odd ones that are sound. Each is a sound client with one message changed. */
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import { changeHeaders } from "../../src/protocol/headers.ts";
import type { Outgoing, Twist } from "./laboratory.ts";
import { textOf } from "./laboratory.ts";

export interface Variant {
  readonly name: string;
  readonly twist: Twist;
  readonly revisions?: readonly Revision[];
  readonly transports?: readonly TransportKind[];
  /** Other rules that the same fault breaks too. */
  readonly alsoBreaks?: readonly string[];
  /** The version that the client asks for (2025-11-25). */
  readonly version?: string;
}

const LEGACY: readonly Revision[] = ["2025-11-25"];
const MODERN: readonly Revision[] = ["2026-07-28"];
const HTTP: readonly TransportKind[] = ["http"];
const STDIO: readonly TransportKind[] = ["stdio"];
const META = "io.modelcontextprotocol/";

/** The message of a label changed; others as they are. */
function at(label: string, change: (message: Outgoing) => Outgoing | readonly Outgoing[]): Twist {
  return (message) => {
    if (message.label !== label) return [message];
    const changed = change(message);
    return Array.isArray(changed) ? changed : [changed as Outgoing];
  };
}

function body(change: (json: JsonObject) => Json): (message: Outgoing) => Outgoing {
  return (message) => ({
    ...message,
    body: isObject(message.body) ? change(message.body as JsonObject) : message.body,
  });
}

const set = (members: JsonObject) => body((json) => ({ ...json, ...members }));
const without = (name: string) => body(({ [name]: _, ...rest }) => rest);

function params(change: (params: JsonObject) => JsonObject): (message: Outgoing) => Outgoing {
  return body((json) => ({ ...json, params: change(isObject(json["params"]) ? json["params"] : {}) }));
}

function meta(change: (meta: JsonObject) => JsonObject): (message: Outgoing) => Outgoing {
  return params((all) => ({ ...all, _meta: change(isObject(all["_meta"]) ? all["_meta"] : {}) }));
}

/** A string sets, null removes. */
function headers(changes: { readonly [name: string]: string | null }): (message: Outgoing) => Outgoing {
  return (message) => ({ ...message, headers: changeHeaders(message.headers, changes) });
}

function then(message: Outgoing, json: JsonObject, label = "more"): readonly Outgoing[] {
  return [message, { ...message, label, body: json }];
}

const drop: Twist = () => [];

export const MUTANTS: { readonly [rule: string]: readonly Variant[] } = {
  "client-jsonrpc": [
    { name: "no jsonrpc member", twist: at("echo", without("jsonrpc")) },
    { name: "jsonrpc 1.0", twist: at("read", set({ jsonrpc: "1.0" })) },
    {
      name: "params are an array",
      twist: at("ping", set({ params: [] })),
      revisions: LEGACY,
      alsoBreaks: ["client-message-schema"],
    },
    {
      name: "neither method nor result",
      twist: at("ping", () => ({
        label: "odd",
        verb: "POST",
        path: "/mcp",
        headers: [],
        body: { jsonrpc: "2.0", id: 4711 },
      })),
      revisions: LEGACY,
      transports: STDIO,
    },
    {
      name: "a body that is no JSON",
      twist: at("echo", (message) => ({ ...message, body: { raw: '{"jsonrpc": "2.0",' } })),
      transports: HTTP,
    },
  ],
  "client-request-id": [
    { name: "null", twist: at("echo", set({ id: null })) },
    { name: "a fraction", twist: at("read", set({ id: 7.5 })) },
    { name: "an object", twist: at("list", set({ id: {} })) },
  ],
  "client-request-id-unique": [
    { name: "always 1", twist: at("read", set({ id: 1 })), revisions: LEGACY },
    { name: "that of a running request", twist: ranTwice(), revisions: MODERN, transports: STDIO },
  ],
  "client-notification-no-id": [
    { name: "initialized with an id", twist: at("roots", set({ id: 99 })), revisions: LEGACY },
    { name: "an id of null", twist: at("cancel", set({ id: null })), revisions: LEGACY },
    { name: "cancelled with an id", twist: at("cancel", set({ id: 99 })), revisions: MODERN, transports: STDIO },
    {
      name: "a notification with an id",
      twist: at(
        "beside",
        body((json) => ({ ...json, method: "notifications/beside" })),
      ),
      revisions: MODERN,
      transports: HTTP,
      alsoBreaks: ["client-mcp-method"],
    },
  ],
  "client-no-batch": [
    {
      name: "an array of one",
      twist: at(
        "echo",
        body((json) => [json]),
      ),
    },
    {
      name: "an array, in a session of 2025-06-18",
      twist: at(
        "echo",
        body((json) => [json]),
      ),
      revisions: LEGACY,
      version: "2025-06-18",
    },
  ],
  "client-message-schema": [
    {
      name: "a capability that is no object",
      twist: at(
        "read",
        meta((all) => ({ ...all, [`${META}clientCapabilities`]: { elicitation: true } })),
      ),
      revisions: MODERN,
    },
    {
      name: "a log level that is none",
      twist: at(
        "read",
        meta((all) => ({ ...all, [`${META}logLevel`]: "loud" })),
      ),
      revisions: MODERN,
    },
    {
      name: "a number for the name of a tool",
      twist: at(
        "echo",
        params((all) => ({ ...all, name: 5 })),
      ),
    },
    {
      name: "no uri",
      twist: at(
        "read",
        params(({ uri, ...rest }) => rest),
      ),
    },
    {
      name: "a cursor of null",
      twist: at(
        "list",
        params((all) => ({ ...all, cursor: null })),
      ),
    },
    {
      name: "cancelled without an id that is one",
      twist: at(
        "cancel",
        params((all) => ({ ...all, requestId: {} })),
      ),
      revisions: LEGACY,
    },
  ],
  "client-meta-keys": [
    {
      name: "a space in the name",
      twist: at(
        "echo",
        meta((all) => ({ ...all, "com.example/a b": 1 })),
      ),
    },
    {
      name: "a label that begins with a digit",
      twist: at(
        "echo",
        meta((all) => ({ ...all, "1com.example/a": 1 })),
      ),
    },
    {
      name: "a name that ends with a hyphen",
      twist: at(
        "echo",
        meta((all) => ({ ...all, "a-": 1 })),
      ),
    },
  ],
  "client-response-shape": [
    {
      name: "a result that is an array",
      // The sound answer follows, or the server would wait for ever.
      twist: at("reply:roots/list", (message) => [set({ result: [] })(message), message]),
      revisions: LEGACY,
      alsoBreaks: ["client-roots-uri", "client-response-id"],
    },
    {
      name: "a code that is a string",
      twist: at(
        "reply:roots/list",
        body(({ result, ...rest }) => ({ ...rest, error: { code: "-1", message: "no" } })),
      ),
      revisions: LEGACY,
    },
    {
      name: "an error without message",
      twist: at(
        "reply:roots/list",
        body(({ result, ...rest }) => ({ ...rest, error: { code: -1 } })),
      ),
      revisions: LEGACY,
    },
  ],
  "client-response-id": [
    {
      name: "an id that nobody asked with",
      twist: at("reply:roots/list", (message) => then(message, { jsonrpc: "2.0", id: "never", result: {} })),
      revisions: LEGACY,
    },
    { name: "answered twice", twist: at("reply:roots/list", (message) => [message, message]), revisions: LEGACY },
  ],
  "client-no-responses": [
    {
      name: "a result",
      twist: at("read", (message) => then(message, { jsonrpc: "2.0", id: "x", result: {} })),
      revisions: MODERN,
    },
    {
      name: "an error",
      twist: at("read", (message) => then(message, { jsonrpc: "2.0", id: "x", error: { code: -1, message: "no" } })),
      revisions: MODERN,
    },
  ],
  "client-meta": [
    {
      name: "no _meta",
      twist: at(
        "echo",
        params(({ _meta, ...rest }) => rest),
      ),
      revisions: MODERN,
    },
    { name: "no params", twist: at("list", without("params")), revisions: MODERN },
    {
      name: "no capabilities",
      twist: at(
        "read",
        meta(({ [`${META}clientCapabilities`]: _, ...rest }) => rest),
      ),
      revisions: MODERN,
    },
    {
      name: "a version that is a number",
      twist: at(
        "read",
        meta((all) => ({ ...all, [`${META}protocolVersion`]: 2026 })),
      ),
      revisions: MODERN,
    },
    {
      name: "none on the retry",
      twist: at(
        "greet:retry",
        params(({ _meta, ...rest }) => rest),
      ),
      revisions: MODERN,
    },
  ],
  "client-info": [
    {
      name: "no clientInfo",
      twist: at(
        "read",
        meta(({ [`${META}clientInfo`]: _, ...rest }) => rest),
      ),
      revisions: MODERN,
    },
    {
      name: "no version",
      twist: at(
        "read",
        meta((all) => ({ ...all, [`${META}clientInfo`]: { name: "sound" } })),
      ),
      revisions: MODERN,
    },
  ],
  "client-trace-context": [
    {
      name: "ids of zeros",
      twist: at(
        "read",
        meta((all) => ({ ...all, traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` })),
      ),
      revisions: MODERN,
    },
    {
      name: "upper case",
      twist: at(
        "read",
        meta((all) => ({ ...all, traceparent: "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01" })),
      ),
      revisions: MODERN,
    },
    {
      name: "a tracestate without a value",
      twist: at(
        "read",
        meta((all) => ({ ...all, tracestate: "vendor" })),
      ),
      revisions: MODERN,
    },
    {
      name: "baggage that is a number",
      twist: at(
        "read",
        meta((all) => ({ ...all, baggage: 5 })),
      ),
      revisions: MODERN,
    },
  ],
  "client-extension-ids": [
    {
      name: "no prefix",
      twist: at(
        "read",
        meta((all) => ({ ...all, [`${META}clientCapabilities`]: { extensions: { thing: {} } } })),
      ),
      revisions: MODERN,
    },
  ],
  "client-initialize-first": [
    {
      name: "a list before it",
      twist: at("initialize", (message) => [
        {
          ...message,
          label: "early",
          body: { jsonrpc: "2.0", id: "early", method: "tools/list" },
          headers: changeHeaders(message.headers, { "MCP-Protocol-Version": "2025-11-25" }),
        },
        message,
      ]),
      revisions: LEGACY,
      transports: HTTP,
    },
    {
      name: "initialized before it",
      twist: at("initialize", (message) => [
        { ...message, label: "early", body: { jsonrpc: "2.0", method: "notifications/initialized" } },
        message,
      ]),
      revisions: LEGACY,
      transports: STDIO,
    },
  ],
  "client-initialize-params": [
    {
      name: "no capabilities",
      twist: at("initialize", (message) => [
        params(({ capabilities, ...rest }) => rest)(message),
        body((json) => ({ ...json, id: 100 }))(message),
      ]),
      revisions: LEGACY,
      transports: HTTP,
    },
    {
      name: "clientInfo without version",
      twist: at("initialize", (message) => [
        params((all) => ({ ...all, clientInfo: { name: "sound" } }))(message),
        body((json) => ({ ...json, id: 100 }))(message),
      ]),
      revisions: LEGACY,
      transports: HTTP,
    },
    {
      name: "a version that is a number",
      twist: at("initialize", (message) => [
        params((all) => ({ ...all, protocolVersion: 1 }))(message),
        body((json) => ({ ...json, id: 100 }))(message),
      ]),
      revisions: LEGACY,
      transports: STDIO,
    },
  ],
  "client-initialized": [{ name: "never sent", twist: at("initialized", drop), revisions: LEGACY }],
  "client-waits-for-initialize": [
    { name: "a list on its heels", twist: inOneBreath(), revisions: LEGACY, transports: STDIO },
  ],
  "client-negotiated-only": [
    {
      name: "roots changed, which it did not declare",
      twist: at(
        "initialize",
        params((all) => ({ ...all, capabilities: { elicitation: {}, sampling: {}, roots: {} } })),
      ),
      revisions: LEGACY,
    },
    {
      name: "tasks in a session of 2025-06-18",
      twist: at("ping", set({ method: "tasks/list" })),
      revisions: LEGACY,
      version: "2025-06-18",
    },
  ],
  "client-post": [
    { name: "PUT", twist: at("echo", (message) => ({ ...message, verb: "PUT" })), transports: HTTP },
    { name: "nothing", twist: at("echo", (message) => [message, { ...message, body: { raw: "" } }]), transports: HTTP },
  ],
  "client-accept": [
    { name: "JSON alone", twist: at("echo", headers({ Accept: "application/json" })), transports: HTTP },
    { name: "a wildcard", twist: at("echo", headers({ Accept: "*/*" })), transports: HTTP },
    { name: "none", twist: at("read", headers({ Accept: null })), transports: HTTP },
    {
      name: "none on a notification",
      twist: at("initialized", (message) => [headers({ Accept: null })(message), message]),
      revisions: LEGACY,
      transports: HTTP,
    },
  ],
  "client-get-accept": [
    { name: "JSON", twist: at("stream", headers({ Accept: "application/json" })), revisions: LEGACY, transports: HTTP },
  ],
  "client-session-id": [
    {
      name: "none on a call",
      twist: at("echo", headers({ "Mcp-Session-Id": null })),
      revisions: LEGACY,
      transports: HTTP,
    },
    {
      name: "none on a notification",
      twist: at("roots", headers({ "Mcp-Session-Id": null })),
      revisions: LEGACY,
      transports: HTTP,
    },
  ],
  "client-session-restart": [
    {
      name: "goes on after the end",
      twist: at("end", (message) => [
        message,
        ...["a", "b", "c", "d", "e"].map((id) => ({
          ...message,
          label: id,
          verb: "POST",
          headers: [
            ...message.headers,
            ["Content-Type", "application/json"] as const,
            ["Accept", "application/json, text/event-stream"] as const,
          ],
          body: { jsonrpc: "2.0", id, method: "ping" },
        })),
      ]),
      revisions: LEGACY,
      transports: HTTP,
    },
  ],
  "client-version-header": [
    { name: "none", twist: at("read", headers({ "MCP-Protocol-Version": null })), transports: HTTP },
    {
      name: "none on a notification",
      twist: at("roots", headers({ "MCP-Protocol-Version": null })),
      revisions: LEGACY,
      transports: HTTP,
    },
    {
      name: "another than _meta",
      twist: at("read", headers({ "MCP-Protocol-Version": "2027-01-01" })),
      revisions: MODERN,
      transports: HTTP,
    },
  ],
  "client-version-negotiated": [
    {
      name: "an older one",
      twist: at("read", headers({ "MCP-Protocol-Version": "2025-06-18" })),
      revisions: LEGACY,
      transports: HTTP,
    },
  ],
  "client-token-in-query": [
    {
      name: "a token",
      twist: at("read", (message) => ({ ...message, path: "/mcp?access_token=abc" })),
      transports: HTTP,
    },
  ],
  "client-mcp-method": [
    { name: "none", twist: at("read", headers({ "Mcp-Method": null })), revisions: MODERN, transports: HTTP },
    {
      name: "another",
      twist: at("read", headers({ "Mcp-Method": "Resources/Read" })),
      revisions: MODERN,
      transports: HTTP,
    },
  ],
  "client-mcp-name": [
    { name: "none", twist: at("echo", headers({ "Mcp-Name": null })), revisions: MODERN, transports: HTTP },
    {
      name: "another",
      twist: at("read", headers({ "Mcp-Name": "memo://notes/other" })),
      revisions: MODERN,
      transports: HTTP,
    },
    {
      name: "not encoded",
      twist: at("menu", headers({ "Mcp-Name": "café menu" })),
      revisions: MODERN,
      transports: HTTP,
    },
    {
      name: "Base64 without padding",
      twist: at("menu", headers({ "Mcp-Name": "=?base64?Y2Fmw6kgbWVudQ?=" })),
      revisions: MODERN,
      transports: HTTP,
    },
  ],
  "client-param-headers": [
    { name: "none", twist: at("route", headers({ "Mcp-Param-Region": null })), revisions: MODERN, transports: HTTP },
    {
      name: "not encoded",
      twist: at("route", headers({ "Mcp-Param-Region": "Zürich " })),
      revisions: MODERN,
      transports: HTTP,
    },
    {
      name: "for an argument that is not there",
      twist: at("route", headers({ "Mcp-Param-Dry-Run": "true" })),
      revisions: MODERN,
      transports: HTTP,
    },
  ],
  "client-stdin": [
    {
      name: "a message over two lines",
      twist: at("echo", (message) => ({ ...message, body: { raw: JSON.stringify(message.body, null, 1) } })),
      transports: STDIO,
      alsoBreaks: ["client-jsonrpc"],
    },
    {
      name: "other words",
      twist: at("echo", (message) => [{ ...message, label: "noise", body: { raw: "hello" } }, message]),
      transports: STDIO,
      alsoBreaks: ["client-jsonrpc"],
    },
  ],
  "client-cancel-known": [
    {
      name: "no id",
      twist: at(
        "cancel",
        params(({ requestId, ...rest }) => rest),
      ),
      revisions: LEGACY,
    },
    {
      name: "the id as a string",
      twist: at(
        "cancel",
        params((all) => ({ ...all, requestId: String(all["requestId"]) })),
      ),
      revisions: LEGACY,
    },
    {
      name: "an id of nobody",
      twist: at(
        "cancel",
        params((all) => ({ ...all, requestId: 4711 })),
      ),
      transports: STDIO,
    },
  ],
  "client-cancel-not-initialize": [
    {
      name: "initialize",
      twist: at(
        "cancel",
        params((all) => ({ ...all, requestId: 1 })),
      ),
      revisions: LEGACY,
    },
  ],
  "client-progress-token": [
    {
      name: "a fraction",
      twist: at(
        "echo",
        meta((all) => ({ ...all, progressToken: 1.5 })),
      ),
    },
    {
      name: "null",
      twist: at(
        "echo",
        meta((all) => ({ ...all, progressToken: null })),
      ),
    },
  ],
  "client-progress-token-unique": [
    {
      name: "that of a running request",
      twist: at(
        "beside",
        meta((all) => ({ ...all, progressToken: 7 })),
      ),
      revisions: LEGACY,
    },
    {
      name: "that of a running request, over stdio",
      twist: at(
        "beside",
        meta((all) => ({ ...all, progressToken: 7 })),
      ),
      revisions: MODERN,
      transports: STDIO,
    },
  ],
  "client-progress-known-token": [
    {
      name: "a token of its own",
      twist: at("roots", set({ method: "notifications/progress", params: { progressToken: 7, progress: 1 } })),
      revisions: LEGACY,
    },
  ],
  "client-cursor": [
    {
      name: "made up",
      twist: at(
        "page",
        params((all) => ({ ...all, cursor: "2" })),
      ),
    },
    {
      name: "of another list",
      twist: at("page", (message) =>
        set({ method: "prompts/list" })(headers({ "Mcp-Method": "prompts/list" })(message)),
      ),
    },
  ],
  "client-retry-id": [{ name: "the id of before", twist: sameIdAsBefore(), revisions: MODERN }],
  "client-request-state": [
    {
      name: "changed",
      twist: at(
        "greet:retry",
        params((all) => ({ ...all, requestState: `${String(all["requestState"])}x` })),
      ),
      revisions: MODERN,
    },
    {
      name: "with other arguments",
      twist: at(
        "greet:retry",
        params((all) => ({ ...all, arguments: { greeting: "Bye" } })),
      ),
      revisions: MODERN,
    },
  ],
  "client-input-responses": [
    {
      name: "none",
      twist: at(
        "greet:retry",
        params(({ inputResponses, ...rest }) => rest),
      ),
      revisions: MODERN,
    },
    {
      name: "another key",
      twist: at(
        "greet:retry",
        params((all) => ({ ...all, inputResponses: { other: { action: "cancel" } } })),
      ),
      revisions: MODERN,
    },
  ],
  "client-elicitation-result": [
    { name: "no action", twist: at("reply:elicitation/create", set({ result: {} })), revisions: LEGACY },
    {
      name: "accepted without the required field",
      twist: at("reply:elicitation/create", set({ result: { action: "accept", content: {} } })),
      revisions: LEGACY,
    },
    {
      name: "a field of another type",
      twist: at(
        "greet:retry",
        params((all) => ({
          ...all,
          inputResponses: { who: { action: "accept", content: { firstName: "Ada", loud: "yes" } } },
        })),
      ),
      revisions: MODERN,
    },
    {
      name: "accepted without content",
      twist: at(
        "greet:retry",
        params((all) => ({ ...all, inputResponses: { who: { action: "accept" } } })),
      ),
      revisions: MODERN,
    },
  ],
  "client-roots-uri": [
    { name: "a path", twist: at("reply:roots/list", set({ result: { roots: [{ uri: "/tmp" }] } })), revisions: LEGACY },
    {
      name: "https",
      twist: at(
        "folders:retry",
        params((all) => ({ ...all, inputResponses: { folders: { roots: [{ uri: "https://example.com" }] } } })),
      ),
      revisions: MODERN,
    },
  ],
  "client-sampling-result": [
    {
      name: "no model",
      twist: at(
        "reply:sampling/createMessage",
        set({ result: { role: "assistant", content: { type: "text", text: "a" } } }),
      ),
      revisions: LEGACY,
    },
    {
      name: "content that is a string",
      twist: at(
        "compose:retry",
        params((all) => ({ ...all, inputResponses: { line: { role: "assistant", model: "m", content: "a" } } })),
      ),
      revisions: MODERN,
      alsoBreaks: ["client-message-schema"],
    },
  ],
  "client-task-support": [
    {
      name: "a task of a tool that has none",
      twist: at(
        "echo",
        params((all) => ({ ...all, task: {} })),
      ),
      revisions: LEGACY,
    },
    {
      name: "no task for a tool that needs one",
      twist: at(
        "simmer",
        params(({ task, ...rest }) => rest),
      ),
      revisions: LEGACY,
    },
  ],
  "client-task-cancel": [{ name: "a task by notification", twist: taskCancelled(), revisions: LEGACY }],
};

export const TRAPS: { readonly [rule: string]: readonly Variant[] } = {
  "client-jsonrpc": [
    { name: "members that nobody knows", twist: at("echo", set({ extra: true })) },
    {
      name: "blanks around a message",
      twist: at("echo", (message) => ({ ...message, body: { raw: ` ${textOf(message)} ` } })),
    },
  ],
  "client-request-id": [
    { name: "a long string", twist: at("echo", set({ id: "x".repeat(300) })) },
    { name: "a negative number", twist: at("echo", set({ id: -5 })) },
    { name: "an empty string", twist: at("echo", set({ id: "" })) },
    {
      name: "7.0, which is 7",
      twist: at("echo", (message) => ({
        ...message,
        body: { raw: (textOf(message) ?? "").replace(/"id":(\d+)/, '"id":70$1.0') },
      })),
    },
  ],
  "client-request-id-unique": [
    { name: "a number, and the same as a string", twist: at("read", set({ id: "1" })) },
    { name: "an id again that was answered", twist: at("read", set({ id: 1 })), revisions: MODERN },
  ],
  "client-no-batch": [
    {
      name: "a batch in a session of 2025-03-26",
      twist: at(
        "echo",
        body((json) => [json]),
      ),
      revisions: LEGACY,
      version: "2025-03-26",
    },
  ],
  "client-message-schema": [
    {
      name: "a method that nobody knows",
      twist: at("ping", set({ method: "com.example/ping", params: { a: [1] } })),
      revisions: LEGACY,
    },
    {
      name: "arguments that do not fit the tool",
      twist: at(
        "echo",
        params((all) => ({ ...all, arguments: { other: 1 } })),
      ),
    },
  ],
  "client-meta-keys": [
    {
      name: "no prefix",
      twist: at(
        "echo",
        meta((all) => ({ ...all, a_b: 1 })),
      ),
    },
    {
      name: "an empty name",
      twist: at(
        "echo",
        meta((all) => ({ ...all, "com.example/": 1 })),
      ),
    },
    {
      name: "one letter",
      twist: at(
        "echo",
        meta((all) => ({ ...all, a: 1 })),
      ),
    },
  ],
  "client-initialize-first": [
    {
      name: "ping before it",
      twist: at("initialize", (message) => [
        { ...message, label: "early", body: { jsonrpc: "2.0", id: "early", method: "ping" } },
        message,
      ]),
      revisions: LEGACY,
      transports: STDIO,
    },
  ],
  "client-initialized": [
    {
      name: "a list overtakes it",
      twist: overtaken(),
      revisions: LEGACY,
    },
  ],
  "client-accept": [
    {
      name: "both, with weights and others",
      twist: at("echo", headers({ Accept: "text/event-stream;q=0.9, */*;q=0.1, Application/JSON" })),
      transports: HTTP,
    },
  ],
  "client-session-restart": [
    {
      name: "one request was under way",
      twist: at("end", (message) => [
        message,
        {
          ...message,
          label: "late",
          verb: "GET",
          headers: [...message.headers, ["Accept", "text/event-stream"] as const],
        },
      ]),
      revisions: LEGACY,
      transports: HTTP,
    },
  ],
  "client-version-header": [
    {
      name: "none in a session of 2025-03-26",
      twist: (message) => [headers({ "MCP-Protocol-Version": null })(message)],
      revisions: LEGACY,
      transports: HTTP,
      version: "2025-03-26",
    },
    {
      name: "in lower case",
      twist: at("read", (message) => ({
        ...message,
        headers: message.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
      })),
      transports: HTTP,
    },
  ],
  "client-mcp-name": [
    {
      name: "encoded though it need not be",
      twist: at("echo", headers({ "Mcp-Name": "=?base64?ZWNobw==?=" })),
      revisions: MODERN,
      transports: HTTP,
    },
    {
      name: "blanks around it",
      twist: at("echo", headers({ "Mcp-Name": " echo\t" })),
      revisions: MODERN,
      transports: HTTP,
    },
  ],
  "client-param-headers": [
    {
      name: "an integer as 7.0",
      twist: at("route", headers({ "Mcp-Param-Shard": "7.0" })),
      revisions: MODERN,
      transports: HTTP,
    },
    {
      name: "a header that no tool has",
      twist: at("echo", headers({ "Mcp-Param-Other": "x" })),
      revisions: MODERN,
      transports: HTTP,
    },
    {
      name: "an argument of null",
      twist: at("route", (message) =>
        headers({ "Mcp-Param-Shard": null })(
          params((all) => ({ ...all, arguments: { region: "Zürich", shard: null } }))(message),
        ),
      ),
      revisions: MODERN,
      transports: HTTP,
    },
  ],
  "client-cancel-known": [
    {
      name: "a request that is over",
      twist: at(
        "cancel",
        params((all) => ({ ...all, requestId: 2 })),
      ),
      revisions: LEGACY,
    },
  ],
  "client-progress-token-unique": [
    {
      name: "the token of one that is over",
      twist: at(
        "beside",
        meta((all) => ({ ...all, progressToken: "t1" })),
      ),
    },
  ],
  "client-request-state": [
    {
      name: "members in another order",
      twist: at(
        "greet:retry",
        params((all) => Object.fromEntries(Object.entries(all).toReversed())),
      ),
      revisions: MODERN,
    },
  ],
  "client-elicitation-result": [
    {
      name: "declined",
      twist: at("reply:elicitation/create", set({ result: { action: "decline" } })),
      revisions: LEGACY,
    },
    {
      name: "cancelled",
      twist: at(
        "greet:retry",
        params((all) => ({ ...all, inputResponses: { who: { action: "cancel" } } })),
      ),
      revisions: MODERN,
    },
    {
      name: "refused by an error",
      twist: at(
        "reply:elicitation/create",
        body(({ result, ...rest }) => ({ ...rest, error: { code: -32603, message: "no" } })),
      ),
      revisions: LEGACY,
    },
  ],
  "client-roots-uri": [
    { name: "none at all", twist: at("reply:roots/list", set({ result: { roots: [] } })), revisions: LEGACY },
  ],
  "client-trace-context": [
    {
      name: "a later version with more",
      twist: at(
        "read",
        meta((all) => ({ ...all, traceparent: "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more" })),
      ),
      revisions: MODERN,
    },
    {
      name: "empty members",
      twist: at(
        "read",
        meta((all) => ({ ...all, tracestate: "a=1,,b=2" })),
      ),
      revisions: MODERN,
    },
  ],
};

/** The request beside a running one has its id. */
function ranTwice(): Twist {
  let id: Json = null;
  return (message) => {
    if (message.label === "slow" && isObject(message.body)) id = (message.body as JsonObject)["id"] ?? null;
    return [message.label === "beside" ? set({ id })(message) : message];
  };
}

function sameIdAsBefore(): Twist {
  let id: Json = null;
  return (message) => {
    if (message.label === "greet" && isObject(message.body)) id = (message.body as JsonObject)["id"] ?? null;
    return [message.label === "greet:retry" ? set({ id })(message) : message];
  };
}

function taskCancelled(): Twist {
  let id: Json = null;
  return (message) => {
    if (message.label === "simmer" && isObject(message.body)) id = (message.body as JsonObject)["id"] ?? null;
    return [message.label === "cancel" ? params((all) => ({ ...all, requestId: id }))(message) : message];
  };
}

/** initialize and a list in one write: the list is sent before the answer can be there. */
function inOneBreath(): Twist {
  return at("initialize", (message) => then(message, { jsonrpc: "2.0", id: "early", method: "tools/list" }, "early"));
}

/** The first list arrives before notifications/initialized. */
function overtaken(): Twist {
  let kept: Outgoing | undefined;
  return (message) => {
    if (message.label === "initialized") {
      kept = message;
      return [];
    }
    if (message.label !== "list" || kept === undefined) return [message];
    return [message, kept];
  };
}
