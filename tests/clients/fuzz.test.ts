/** Whatever a client says: it is taken down, sorted and judged, and no rule breaks over it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { asItIs, laboratory, type Outgoing } from "./laboratory.ts";

const META = "io.modelcontextprotocol/";
const METHODS = [
  "initialize",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "server/discover",
  "tools/list",
  "tools/call",
  "prompts/get",
  "resources/read",
  "tasks/get",
  "ping",
  "x",
];

const any = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const odd = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<T | Json> =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: any });
const some = (members: { readonly [name: string]: fc.Arbitrary<unknown> }) =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Json>;

const meta = some({
  [`${META}protocolVersion`]: odd(fc.constant("2026-07-28")),
  [`${META}clientCapabilities`]: odd(some({ extensions: odd(fc.dictionary(fc.string(), any)), elicitation: any })),
  [`${META}clientInfo`]: odd(some({ name: fc.string(), version: odd(fc.string()) })),
  progressToken: any,
  traceparent: any,
  tracestate: odd(fc.string()),
  baggage: odd(fc.string()),
  "a b": any,
});
const params = odd(
  some({
    _meta: odd(meta),
    name: odd(fc.constantFrom("echo", "route", "greet", "simmer", "countdown")),
    uri: odd(fc.constant("memo://notes/welcome")),
    cursor: any,
    arguments: odd(some({ region: any, shard: any, options: any })),
    requestId: any,
    requestState: any,
    inputResponses: odd(some({ who: any, line: any, folders: any })),
    task: any,
    protocolVersion: odd(fc.constantFrom("2025-11-25", "2024-11-05")),
    capabilities: odd(some({ roots: any })),
    clientInfo: odd(some({ name: fc.string(), version: fc.string() })),
  }),
);
const message = odd(
  some({
    jsonrpc: odd(fc.constant("2.0")),
    id: odd(fc.integer({ min: 0, max: 3 })),
    method: odd(fc.constantFrom(...METHODS)),
    params,
    result: any,
    error: any,
  }),
);
const headers = fc.array(
  fc.tuple(
    fc.constantFrom(
      "Accept",
      "MCP-Protocol-Version",
      "Mcp-Method",
      "Mcp-Name",
      "Mcp-Param-Region",
      "Mcp-Param-Shard",
      "Mcp-Session-Id",
      "Authorization",
    ),
    fc.constantFrom(
      "application/json, text/event-stream",
      "2026-07-28",
      "2025-11-25",
      "tools/call",
      "=?base64?!!?=",
      "é",
      "",
      "1e400",
    ),
  ),
  { maxLength: 6 },
);
const outgoing: fc.Arbitrary<Outgoing> = fc.record({
  label: fc.constant("x"),
  verb: fc.constantFrom("POST", "POST", "POST", "GET", "DELETE", "PUT"),
  path: fc.constantFrom("/mcp", "/mcp?access_token=a"),
  headers: headers.map((more) => [["Host", "127.0.0.1"], ["Content-Type", "application/json"], ...more] as const),
  body: fc.oneof(
    { weight: 6, arbitrary: message as fc.Arbitrary<Json> },
    { weight: 1, arbitrary: fc.string().map((raw) => ({ raw })) },
  ),
});

describe("a client that says anything", () => {
  it.each(["http", "stdio"] as const)("is judged over %s", async (transport) => {
    await fc.assert(
      fc.asyncProperty(fc.array(outgoing, { minLength: 1, maxLength: 12 }), async (all) => {
        const lab = laboratory(transport, "dual", asItIs);
        for (const one of all) await lab.hold(one);
        lab.close();
        for (const report of lab.reports()) {
          for (const test of report.tests) {
            expect(test.details).not.toContain("a defect of this tool");
            for (const one of test.findings)
              expect(test.evidence.map((exchange) => exchange.id)).toContain(one.at.exchange);
          }
        }
      }),
      { numRuns: 150, seed: 20_260_728 },
    );
  });
});
