/** What the reference needs of the client, in both eras: input_required with its state, and requests to the client. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import type { Server } from "../../src/model/serving.ts";
import { seal } from "../../src/reference/seal.ts";
import { reference } from "../support/reference.ts";
import { ask, type Heard, heard, held, legacyMessage, madeWorld, openLegacy } from "./talk.ts";

const META = "io.modelcontextprotocol/";
const ABLE = { [`${META}clientCapabilities`]: { elicitation: {}, sampling: {}, roots: {} } };
const ADA = { action: "accept", content: { firstName: "Ada" } };

function greet(server: Server, params: JsonObject = {}, meta: JsonObject = ABLE): Promise<Heard> {
  return ask(server, "tools/call", { name: "greet", arguments: {}, ...params }, meta);
}

function stateOf(answer: Heard): string {
  return (answer.last["result"] as { readonly requestState: string }).requestState;
}

describe("input_required", () => {
  const server = reference("2026-07-28");

  it("asks once and goes on with the answer", async () => {
    const first = await greet(server);
    expect(first.last["result"]).toMatchObject({
      resultType: "input_required",
      inputRequests: { who: { method: "elicitation/create", params: { mode: "form" } } },
    });
    expect(first.last["result"]).not.toHaveProperty("ttlMs");
    const second = await greet(server, { requestState: stateOf(first), inputResponses: { who: ADA } });
    expect(second.last["result"]).toMatchObject({ resultType: "complete", content: [{ text: "Hello, Ada!" }] });
  });

  it.each([
    ["extra answers are passed over", { who: ADA, other: 42 }, "Hello, Ada!"],
    ["decline is an answer", { who: { action: "decline" } }, "No name was given (decline)."],
    ["cancel is an answer", { who: { action: "cancel" } }, "No name was given (cancel)."],
  ])("%s", async (_name, inputResponses, said) => {
    const answer = await greet(server, { requestState: stateOf(await greet(server)), inputResponses });
    expect(answer.last["result"]).toMatchObject({ content: [{ text: said }] });
  });

  it.each<[string, JsonObject["x"]]>([
    ["a number in place of a result", { who: 42 }],
    ["an unknown action", { who: { action: "maybe" } }],
    ["a wrong type in the form", { who: { action: "accept", content: { firstName: 5 } } }],
    ["a required field left out", { who: { action: "accept", content: {} } }],
    ["no content", { who: { action: "accept" } }],
    ["an array", []],
  ])("refuses %s", async (_name, inputResponses) => {
    const answer = await greet(server, {
      requestState: stateOf(await greet(server)),
      inputResponses: inputResponses as JsonObject,
    });
    expect(answer.last).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ["answers without a state", { inputResponses: { who: ADA } }],
    ["a state without answers", async () => ({ requestState: stateOf(await greet(server)) })],
    [
      "a state with other answers",
      async () => ({ requestState: stateOf(await greet(server)), inputResponses: { else: ADA } }),
    ],
  ])("asks again for %s", async (_name, params) => {
    const answer = await greet(server, typeof params === "function" ? await params() : params);
    expect(answer.last["result"]).toMatchObject({ resultType: "input_required" });
  });

  it("refuses a state that it did not give, for this request, to this asker, lately", async () => {
    const world = madeWorld();
    const own = reference("2026-07-28", {}, world);
    const state = stateOf(await greet(own));
    const retry = (requestState: JsonObject["x"], more: JsonObject = {}) =>
      greet(own, { requestState: requestState as string, inputResponses: { who: ADA }, ...more });
    const code = async (answer: Promise<Heard>) => ((await answer).last["error"] as JsonObject | undefined)?.["code"];

    expect(await code(retry(state))).toBeUndefined();
    const [body = "", mac = ""] = state.split(".");
    const changed = JSON.parse(atob(body.replace(/-/g, "+").replace(/_/g, "/"))) as JsonObject;
    const forged = btoa(JSON.stringify({ ...changed, expires: 1e15 })).replace(/=+$/, "");
    for (const wrong of [
      "",
      "random",
      5,
      null,
      `${forged}.${mac}`,
      `${body}.${mac}x`,
      body,
      `${state}.x`,
      seal(changed, "key"),
    ]) {
      expect([wrong, await code(retry(wrong))]).toEqual([wrong, -32602]);
    }
    expect(await code(retry(state, { arguments: { greeting: "Hi" } }))).toBe(-32602);
    expect(
      await code(
        ask(own, "prompts/get", { name: "introduce", requestState: state, inputResponses: { who: ADA } }, ABLE),
      ),
    ).toBe(-32602);
    expect(await code(greet(reference("2026-07-28"), { requestState: state, inputResponses: { who: ADA } }))).toBe(
      -32602,
    );
    world.pass(9 * 60_000);
    expect(await code(retry(state))).toBeUndefined();
    world.pass(2 * 60_000);
    expect(await code(retry(state))).toBe(-32602);
  });

  it.each([
    ["greet", { elicitation: { form: {} } }],
    ["greet", { elicitation: {} }],
    ["compose", { sampling: {} }],
    ["folders", { roots: {} }],
  ])("%s needs %j", async (name, capabilities) => {
    const able = await ask(server, "tools/call", { name }, { [`${META}clientCapabilities`]: capabilities });
    expect(able.last["result"]).toMatchObject({ resultType: "input_required" });
    const unable = await ask(
      server,
      "tools/call",
      { name },
      { [`${META}clientCapabilities`]: { elicitation: { url: {} } } },
    );
    expect(unable.status).toBe(400);
    expect(unable.last).toMatchObject({ error: { code: -32021, data: { requiredCapabilities: {} } } });
    const needed = (unable.last["error"] as { readonly data: { readonly requiredCapabilities: object } }).data
      .requiredCapabilities;
    expect(Object.keys(needed)).toEqual(Object.keys(capabilities));
  });

  it("works for prompts/get and resources/read", async () => {
    for (const [method, params] of [
      ["prompts/get", { name: "introduce" }],
      ["resources/read", { uri: "memo://private/diary" }],
    ] as const) {
      const first = await ask(server, method, params, ABLE);
      const second = await ask(
        server,
        method,
        { ...params, requestState: stateOf(first), inputResponses: { who: ADA } },
        ABLE,
      );
      expect(second.last["result"]).toMatchObject({ resultType: "complete" });
    }
  });
});

describe("requests to the client (2025-11-25)", () => {
  const server = reference("2025-11-25");
  const capabilities = { elicitation: {}, sampling: {}, roots: {} };

  /** Calls a tool and answers what it asks. */
  async function call(name: string, reply: JsonObject): Promise<readonly JsonObject[]> {
    const talk = await openLegacy(server, { capabilities });
    const stream = held(await talk.post(legacyMessage("tools/call", { name, arguments: {} })));
    const [asked] = stream.messages();
    expect(asked).toMatchObject({ jsonrpc: "2.0", id: expect.any(String), method: expect.any(String) });
    expect(stream.ended()).toBe(false);
    const taken = await heard(await talk.post({ jsonrpc: "2.0", id: asked?.["id"] ?? null, ...reply }));
    expect([taken.status, taken.text]).toEqual([202, ""]);
    expect(stream.ended()).toBe(true);
    return stream.messages();
  }

  it.each([
    ["greet", { result: ADA }, "Hello, Ada!", undefined],
    ["greet", { result: { action: "decline" } }, "No name was given (decline).", undefined],
    [
      "greet",
      { result: { action: "accept", content: { firstName: 7 } } },
      "content.firstName must be of type string",
      true,
    ],
    ["greet", { error: { code: -32601, message: "no" } }, "the client answered with an error", true],
    [
      "compose",
      { result: { role: "assistant", model: "m", content: { type: "text", text: "Waves." } } },
      "Waves.",
      undefined,
    ],
    ["compose", { error: { code: -1, message: "rejected" } }, "the client answered with an error", true],
    ["folders", { result: { roots: [] } }, "0 roots", undefined],
  ])("%s takes %j", async (name, reply, said, isError) => {
    const [, answer] = await call(name, reply);
    expect(answer?.["result"]).toEqual({
      content: [{ type: "text", text: said }],
      ...(isError === undefined ? {} : { isError }),
    });
  });

  it.each([
    ["declared nothing", {}],
    ["has not said that it is initialized", { capabilities }],
    ["speaks a version without elicitation", { capabilities, protocolVersion: "2025-03-26" }],
  ])("are not made to a client that %s", async (_name, params) => {
    const talk = await openLegacy(server, params, !_name.includes("initialized"));
    const { messages } = await talk.ask("tools/call", { name: "greet", arguments: {} });
    expect(messages).toMatchObject([{ result: { isError: true } }]);
  });
});
