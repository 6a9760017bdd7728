import { type Exchange, type Frame, finding, note, type Report, type TestResult } from "../../src/model/mod.ts";

/** One fixed report with every kind of result in it. */
export const SPEC = "https://modelcontextprotocol.io/specification/2025-11-25";

export function httpExchange(
  id: string,
  about: {
    readonly method?: string;
    readonly headers?: readonly (readonly [string, string])[];
    readonly body?: string;
    readonly frames: readonly Frame[];
    readonly ending?: Exchange["ending"];
  },
): Exchange {
  return {
    id,
    label: id,
    part: "ask",
    connection: "main",
    revision: "2025-11-25",
    at: 10,
    ms: 12,
    sent: {
      kind: "http",
      method: about.method ?? "POST",
      url: "http://127.0.0.1:3000/mcp?tenant=1",
      headers: [
        ["Accept", "application/json, text/event-stream"],
        ["Content-Type", "application/json"],
        ["MCP-Protocol-Version", "2025-11-25"],
        ...(about.headers ?? []),
      ],
      ...(about.body === undefined ? {} : { body: about.body }),
      ids: [7],
    },
    frames: about.frames,
    ending: about.ending ?? { kind: "complete" },
  };
}

export function stdioExchange(id: string, writes: readonly string[], lines: readonly string[]): Exchange {
  return {
    id,
    label: id,
    part: "ask",
    connection: "main",
    revision: "2025-11-25",
    at: 10,
    ms: 12,
    sent: { kind: "stdio", writes, ids: [1] },
    frames: lines.map((text) => ({ kind: "line", at: 12, text, end: "\n" })),
    ending: { kind: "enough" },
  };
}

export function head(status: number, headers: readonly (readonly [string, string])[]): Frame {
  return { kind: "head", at: 12, status, headers };
}

export function body(text: string): Frame {
  return { kind: "body", at: 12, text, bytes: text.length };
}

const JSON_HEAD = [["content-type", "application/json"]] as const;

export function result(about: Partial<TestResult> & Pick<TestResult, "id" | "outcome">): TestResult {
  return {
    title: "What is checked, as a statement",
    category: "tools",
    required: false,
    basis: "spec",
    level: "MUST",
    details: about.findings?.[0]?.message ?? "",
    findings: [],
    notes: [],
    fix: "Do what the specification says.",
    why: "Somebody relies on it.",
    clauses: [`${SPEC}/server/tools`],
    durationMs: 12,
    evidence: [],
    ...about,
  };
}

const call = httpExchange("tools/call#2", {
  body: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"München","unit":"celsius","days":3}}}',
  frames: [
    head(200, [...JSON_HEAD, ["Mcp-Session-Id", "1868a90c"]]),
    body('{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"temperature":21.5,"conditions":"partly cloudy"}}}'),
  ],
});

const origin = httpExchange("security/origin#1", {
  headers: [["Origin", "https://evil.example"]],
  body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}',
  frames: [
    head(200, [
      ["content-type", "text/event-stream"],
      ["access-control-allow-origin", "*"],
    ]),
    {
      kind: "event",
      at: 20,
      event: "message",
      data: '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}',
    },
  ],
});

const list = httpExchange("lists/tools#1", {
  body: '{"jsonrpc":"2.0","id":3,"method":"tools/list"}',
  frames: [
    head(200, JSON_HEAD),
    body(
      '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"天気予報","title":42,"inputSchema":{"type":"object"}},{"name":"get_weather","inputSchema":{"type":"array"}},{"name":"get_alerts","inputSchema":{}},{"name":"get_radar"},{"name":"get_history","inputSchema":{"type":"array"}},{"name":"set_home","inputSchema":{"type":"array"}}]}}',
    ),
  ],
});

const silent = httpExchange("transport/get#1", {
  method: "GET",
  frames: [],
  ending: { kind: "timeout", phase: "head" },
});

const tests: readonly TestResult[] = [
  result({
    id: "transport-post",
    outcome: "pass",
    category: "transport",
    required: true,
    title: "POST is taken at the endpoint",
  }),
  result({
    id: "transport-get-stream",
    outcome: "fail",
    category: "transport",
    title: "GET opens a stream or is answered with 405",
    findings: [
      finding("GET was not answered in time.", "transport/get#1", {
        expected: "text/event-stream, or 405",
        actual: "no status line within 15000 ms",
      }),
    ],
    evidence: [silent],
    clauses: [`${SPEC}/basic/transports#listening-for-messages-from-the-server`],
    fix: "Answer GET with an event stream, or with 405 Method Not Allowed if the server offers none.",
  }),
  result({
    id: "lifecycle-init",
    outcome: "pass",
    category: "lifecycle",
    required: true,
    notes: [note("The server also answers 2025-06-18.")],
  }),
  result({ id: "lifecycle-ping", outcome: "pass", category: "lifecycle", required: true }),
  result({
    id: "tools-call",
    outcome: "fail",
    required: true,
    title: "A tool call is answered with content, or with an error that says what is wrong",
    findings: [
      finding(
        'The result of get_weather has no "content": clients that show the text of a result have nothing to show.',
        { exchange: "tools/call#2", pointer: "/result/content" },
        {
          expected: "result.content: an array of content items",
          actual: 'result with the members "structuredContent"',
        },
      ),
    ],
    evidence: [call],
    clauses: [`${SPEC}/server/tools#calling-tools`],
    fix: 'Return "content" in every result of tools/call, next to "structuredContent" where there is one.',
  }),
  result({
    id: "tools-schema",
    outcome: "fail",
    category: "schema",
    required: true,
    title: "Every tool has a name and an inputSchema of type object",
    findings: ["get_weather", "get_alerts", "get_radar", "get_history", "set_home"].map((name, at) =>
      finding(
        `The inputSchema of ${name} is not of type "object".`,
        { exchange: "lists/tools#1", pointer: `/result/tools/${at + 1}/inputSchema/type` },
        { expected: '"object"', actual: '"array"' },
      ),
    ),
    notes: [note("The tools were read in one page.")],
    evidence: [list],
  }),
  result({ id: "tools-list", outcome: "pass", required: true }),
  result({
    id: "tools-title-field",
    outcome: "fail",
    category: "schema",
    level: "SHOULD",
    title: "A title is a text",
    findings: [
      finding("The title of 天気予報 is a number.", { exchange: "lists/tools#1", pointer: "/result/tools/0/title" }),
    ],
    evidence: [list],
    clauses: [`${SPEC}/server/tools#tool`],
    fix: "Make the title a text, or leave it out.",
  }),
  ...["resources-list", "resources-read", "resources-templates"].map((id) =>
    result({
      id,
      outcome: "unknown",
      category: "resources",
      required: id === "resources-list",
      details: "Not evaluable: resources/list was not served: HTTP 500",
    }),
  ),
  result({
    id: "error-invalid-cursor",
    outcome: "unknown",
    category: "errors",
    details: "Not evaluable: the conformant twin was refused too: HTTP 429 (a gateway, or a rate limit)",
  }),
  ...["prompts-list", "prompts-get", "prompts-pagination"].map((id) =>
    result({ id, outcome: "skip", category: "prompts", details: "The server declares no prompts" }),
  ),
  ...["security-auth-required", "security-auth-malformed", "security-www-authenticate", "security-token-in-uri"].map(
    (id) =>
      result({ id, outcome: "skip", category: "security", details: "Needs a credential to compare with: pass --auth" }),
  ),
  result({
    id: "security-cors-headers",
    outcome: "fail",
    category: "security",
    basis: "advice",
    level: "advice",
    title: "No page of another site can read the answers",
    findings: [
      finding("A page at https://evil.example may read the answer.", "security/origin#1", {
        actual: "Access-Control-Allow-Origin: *",
      }),
    ],
    evidence: [origin],
    clauses: [`${SPEC}/basic/transports#security-warning`],
    fix: "Name the origins that may read the answers.",
  }),
];

export const SAMPLE: Report = {
  specVersion: "2025-11-25",
  toolVersion: "0.1.0",
  url: "http://127.0.0.1:3000/mcp",
  transport: "http",
  timestamp: "2026-08-01T12:00:00.000Z",
  chosen: "auto-detected from server/discover: JSON-RPC error -32601, legacy",
  reached: true,
  grade: "D",
  score: 40,
  overall: "fail",
  summary: { total: 20, passed: 11, failed: 9, unknown: 4, required: 7, requiredPassed: 4, skipped: 7 },
  categories: {
    transport: { passed: 1, total: 2, skipped: 0 },
    lifecycle: { passed: 2, total: 2, skipped: 0 },
    tools: { passed: 1, total: 2, skipped: 0 },
    resources: { passed: 0, total: 3, skipped: 0 },
    prompts: { passed: 3, total: 3, skipped: 3 },
    errors: { passed: 0, total: 1, skipped: 0 },
    schema: { passed: 0, total: 2, skipped: 0 },
    security: { passed: 4, total: 5, skipped: 4 },
  },
  tests,
  warnings: [
    "Spec version auto-detected as 2025-11-25 (server/discover -> JSON-RPC error -32601, legacy). Pin with --spec-version to override.",
    'The --only value "tols" matches nothing in the 2025-11-25 catalogue.',
  ],
  serverInfo: {
    protocolVersion: "2025-06-18",
    name: "weather-server",
    version: "2.0.1",
    capabilities: { tools: {}, resources: {} },
  },
  toolNames: ["天気予報", "get_weather", "get_alerts", "get_radar", "get_history", "set_home"],
  resourceNames: [],
  promptNames: [],
};

/** Text that moves cursors, sets titles, reverses reading, hides, and breaks out of every markup. */
export const HOSTILE =
  "\u001b]0;pwned\u0007\u001b[2J\u009b31m\u0000\r\n\u202e\u2066\u2028\u200b\ufeff</script><img src=x onerror=alert(1)>\"'`|]]>&::error::x%0A@everyone GH-1\ud800\n\u3000::stop-commands::y ##[add-mask]z ##vso[task.setvariable variable=PATH]w";

/** The sample with hostile text wherever a server, or whoever gave us a recording, has a say. */
export function hostileReport(text = HOSTILE): Report {
  const raw = httpExchange("x#1", {
    method: text,
    headers: [
      ["Origin", text],
      [text, text],
    ],
    body: text,
    frames: [
      head(200, [
        ["content-type", text],
        ["www-authenticate", text],
        [text, text],
      ]),
      body(text),
      { kind: "event", at: 13, event: text, data: text },
      { kind: "comment", at: 14, text },
    ],
    ending: { kind: "reset", phase: "body", detail: text },
  });
  const elsewhere: Exchange = raw.sent?.kind === "http" ? { ...raw, id: text, sent: { ...raw.sent, url: text } } : raw;
  const piped = stdioExchange("x#2", [`${text}\n`], [text]);
  const died: Exchange = { ...piped, id: "x#3", ending: { kind: "exited", code: 1, signal: null, stderr: text } };
  const one = (at: string) => finding(text, { exchange: at, pointer: `/${text}` }, { expected: text, actual: text });
  return {
    ...SAMPLE,
    toolVersion: text,
    url: text,
    chosen: text,
    warnings: [text],
    serverInfo: { protocolVersion: text, name: text, version: text, capabilities: { [text]: text } },
    toolNames: [text],
    resourceNames: [text],
    promptNames: [text],
    tests: [
      result({
        id: "tools-call",
        outcome: "fail",
        required: true,
        findings: [one("x#1"), one("x#2"), one("x#3"), one(text)],
        notes: [note(text)],
        evidence: [raw, piped, died, elsewhere],
      }),
      result({ id: "tools-schema", outcome: "fail", findings: [one("x#2")], evidence: [piped] }),
      result({
        id: "security-cors-headers",
        outcome: "fail",
        basis: "advice",
        level: "advice",
        findings: [one("x#1")],
        evidence: [raw],
      }),
      result({ id: "tools-list", outcome: "unknown", details: `Not evaluable: ${text}` }),
      result({ id: "prompts-list", outcome: "skip", details: text }),
      result({ id: "lifecycle-init", outcome: "pass", details: text, notes: [note(text)] }),
    ],
  };
}
