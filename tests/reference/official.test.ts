/** The fixtures for the official suite, and what reads its summary. The suite itself is run by `npm run official`. */
import { describe, expect, it } from "vitest";
import { readSummary } from "../../scripts/official-suite.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { validate } from "../../src/protocol/schemas/validators.ts";
import { withOfficialFixtures } from "../../src/reference/fixtures/official.ts";
import { createReference } from "../../src/reference/server.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";
import { testOptions } from "../support/reference.ts";
import { heard } from "./talk.ts";

const META = "io.modelcontextprotocol/";
const server = createReference(withOfficialFixtures(testOptions("2026-07-28")), serverWorld());

async function ask(method: string, params: JsonObject, clientCapabilities: JsonObject = {}): Promise<JsonObject> {
  const _meta = { [`${META}protocolVersion`]: "2026-07-28", [`${META}clientCapabilities`]: clientCapabilities };
  const name = params["name"] ?? params["uri"];
  const response = await server.http({
    method: "POST",
    path: "/mcp",
    headers: [
      ["Host", "127.0.0.1"],
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", method],
      ...(typeof name === "string" ? [["Mcp-Name", name] as const] : []),
    ],
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  return (await heard(response)).last;
}

const ALL = { elicitation: {}, sampling: {}, roots: {} };

describe("the official fixtures", () => {
  it("are listed on one page, and fit the schema", async () => {
    for (const [method, definition, member, first] of [
      ["tools/list", "ListToolsResult", "tools", "test_simple_text"],
      ["resources/list", "ListResourcesResult", "resources", "static-text"],
      ["prompts/list", "ListPromptsResult", "prompts", "test_simple_prompt"],
    ] as const) {
      const { result } = (await ask(method, {})) as { result: JsonObject };
      expect(validate("2026-07-28", definition, result)).toEqual([]);
      expect(result["nextCursor"]).toBeUndefined();
      expect((result[member] as readonly JsonObject[])[0]?.["name"]).toBe(first);
    }
  });

  it("ask for input without a state, take it, and ask again for what is missing", async () => {
    const name = "test_input_required_result_elicitation";
    const asked = { name, arguments: {} };
    const first = (await ask("tools/call", asked, ALL))["result"] as JsonObject;
    expect(first).toMatchObject({
      resultType: "input_required",
      inputRequests: { user_name: { method: "elicitation/create" } },
    });
    expect(first["requestState"]).toBeUndefined();
    const user_name = { action: "accept", content: { name: "Ada" } };
    expect(await ask("tools/call", { ...asked, inputResponses: { user_name, other: 1 } }, ALL)).toMatchObject({
      result: { resultType: "complete", content: [{ text: "Hello, Ada!" }] },
    });
    expect(await ask("tools/call", { ...asked, inputResponses: { other: user_name } }, ALL)).toMatchObject({
      result: { resultType: "input_required" },
    });
    for (const inputResponses of [5, null, { user_name: 5 }]) {
      expect(await ask("tools/call", { ...asked, inputResponses }, ALL)).toMatchObject({ error: { code: -32602 } });
    }
  });

  it("ask for nothing that the client did not declare", async () => {
    expect(await ask("tools/call", { name: "test_missing_capability", arguments: {} })).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } },
    });
    const some = (
      await ask("tools/call", { name: "test_input_required_result_capabilities", arguments: {} }, { sampling: {} })
    )["result"];
    expect(Object.keys((some as { inputRequests: object }).inputRequests)).toEqual(["greeting"]);
  });

  it("ask twice, with a new state each time", async () => {
    const asked = { name: "test_input_required_result_multi_round", arguments: {} };
    const accepted = (content: JsonObject) => ({ action: "accept", content });
    const one = (await ask("tools/call", asked, ALL))["result"] as JsonObject;
    const two = (
      await ask(
        "tools/call",
        { ...asked, requestState: one["requestState"] ?? null, inputResponses: { step1: accepted({ name: "Ada" }) } },
        ALL,
      )
    )["result"] as JsonObject;
    expect([two["resultType"], Object.keys(two["inputRequests"] as object)]).toEqual(["input_required", ["step2"]]);
    expect(two["requestState"]).not.toBe(one["requestState"]);
    expect(
      await ask(
        "tools/call",
        { ...asked, requestState: two["requestState"] ?? null, inputResponses: { step2: accepted({ color: "red" }) } },
        ALL,
      ),
    ).toMatchObject({ result: { resultType: "complete" } });
  });
});

describe("the suite's summary", () => {
  it("is read, with what is not scored told apart", () => {
    const output =
      "=== SUMMARY ===\n✓ ping: 2 passed, 0 failed\n✗ tasks: 1 passed, 3 failed\n\nTotal: 3 passed, 3 failed\n\nNot scored for 2026-07-28:\n  ✗ tasks (extension)\n";
    expect(readSummary(output)).toEqual([
      { name: "ping", passed: 2, failed: 0, scored: true },
      { name: "tasks", passed: 1, failed: 3, scored: false },
    ]);
  });
});
