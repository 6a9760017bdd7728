/** Tasks: those of 2025-11-25, and the extension of 2026-07-28. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { validate } from "../../src/protocol/schemas/validators.ts";
import { withCapabilities } from "../support/mutate.ts";
import { reference, testOptions } from "../support/reference.ts";
import { ask, held, madeWorld, modernMessage, modernPost, openLegacy, openProcess } from "./talk.ts";

const META = "io.modelcontextprotocol/";
const EXTENSION = `${META}tasks`;
const DECLARED = { [`${META}clientCapabilities`]: { extensions: { [EXTENSION]: {} } } };
const COUNT = { name: "countdown", arguments: { from: 2 } };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

describe("2025-11-25", () => {
  async function open(more: Parameters<typeof reference>[1] = {}) {
    const world = madeWorld();
    const talk = await openLegacy(reference("2025-11-25", more, world));
    const result = async (method: string, params: JsonObject) =>
      (await talk.ask(method, params)).last["result"] as JsonObject;
    const code = async (method: string, params: JsonObject) =>
      ((await talk.ask(method, params)).last["error"] as JsonObject | undefined)?.["code"];
    const start = async (ttl = 60_000) =>
      (await result("tools/call", { ...COUNT, task: { ttl } }))["task"] as JsonObject & { readonly taskId: string };
    return { world, talk, result, code, start };
  }

  it("works on beside the request, and gives the result when asked", async () => {
    const { world, talk, result, start } = await open();
    const task = await start();
    expect(task).toMatchObject({
      status: "working",
      ttl: 60_000,
      createdAt: expect.stringMatching(ISO),
      lastUpdatedAt: expect.stringMatching(ISO),
    });
    expect(validate("2025-11-25", "CreateTaskResult", { task })).toEqual([]);
    expect(await result("tasks/get", { taskId: task.taskId })).toEqual(task);
    const waiting = talk.ask("tasks/result", { taskId: task.taskId });
    await Promise.resolve();
    world.pass(1000);
    expect((await waiting).last["result"]).toEqual({
      content: [{ type: "text", text: "liftoff" }],
      _meta: { [`${META}related-task`]: { taskId: task.taskId } },
    });
    const after = await result("tasks/get", { taskId: task.taskId });
    expect(after).toMatchObject({ status: "completed", createdAt: task["createdAt"] });
    expect(validate("2025-11-25", "GetTaskResult", after)).toEqual([]);
    expect(await result("tasks/result", { taskId: task.taskId })).toHaveProperty("content");
  });

  it("is cancelled once, and stays so", async () => {
    const { world, code, result, start } = await open();
    const { taskId } = await start();
    expect(await result("tasks/cancel", { taskId })).toMatchObject({ taskId, status: "cancelled" });
    world.pass(1000);
    expect(await result("tasks/get", { taskId })).toMatchObject({ status: "cancelled" });
    expect(await code("tasks/cancel", { taskId })).toBe(-32602);
    expect(await code("tasks/result", { taskId })).toBe(-32603);
  });

  it("is failed when its result tells of an error", async () => {
    const { result } = await open();
    const { task } = await result("tools/call", { name: "countdown", arguments: { from: "x" }, task: {} });
    const { taskId } = task as { readonly taskId: string };
    expect(await result("tasks/get", { taskId })).toMatchObject({ status: "failed", ttl: 300_000 });
    expect(await result("tasks/result", { taskId })).toMatchObject({ isError: true });
  });

  it("is forgotten when its time is over", async () => {
    const { world, code, start } = await open();
    const { taskId } = await start(1000);
    expect(await code("tasks/get", { taskId })).toBeUndefined();
    world.pass(1001);
    expect(await code("tasks/get", { taskId })).toBe(-32602);
  });

  it("is seen by its own session alone, in pages", async () => {
    const server = reference("2025-11-25");
    const [one, two] = [await openLegacy(server), await openLegacy(server)];
    for (let i = 0; i < 4; i += 1) await one.ask("tools/call", { ...COUNT, task: {} });
    const first = (await one.ask("tasks/list")).last["result"] as JsonObject;
    expect(first["tasks"]).toHaveLength(3);
    expect(validate("2025-11-25", "ListTasksResult", first)).toEqual([]);
    const second = (await one.ask("tasks/list", { cursor: first["nextCursor"] ?? null })).last["result"] as JsonObject;
    expect([(second["tasks"] as unknown[]).length, "nextCursor" in second]).toEqual([1, false]);
    expect((await two.ask("tasks/list")).last["result"]).toEqual({ tasks: [] });
    const [{ taskId = "" } = {}] = first["tasks"] as JsonObject[];
    expect((await two.ask("tasks/get", { taskId })).last).toMatchObject({ error: { code: -32602 } });
    expect((await one.ask("tasks/list", { cursor: "made up" })).last).toMatchObject({ error: { code: -32602 } });
  });

  it.each<[string, string, JsonObject, number]>([
    ["a tool that knows no tasks", "tools/call", { name: "now", task: {} }, -32601],
    ["a tool that wants one", "tools/call", { name: "simmer" }, -32601],
    ["a task that is no object", "tools/call", { ...COUNT, task: 5 }, -32602],
    ["a time that is no number", "tools/call", { ...COUNT, task: { ttl: "1" } }, -32602],
    ["an unknown id", "tasks/get", { taskId: "none" }, -32602],
    ["an unknown id to wait for", "tasks/result", { taskId: "none" }, -32602],
    ["an unknown id to cancel", "tasks/cancel", { taskId: "none" }, -32602],
    ["no id", "tasks/get", {}, -32602],
  ])("%s is refused", async (_name, method, params, expected) => {
    expect(await (await open()).code(method, params)).toBe(expected);
  });

  it("is not known to older versions, nor where it is not declared", async () => {
    const old = await openLegacy(reference("2025-11-25"), { protocolVersion: "2025-06-18" });
    expect((await old.ask("tools/call", { ...COUNT, task: {} })).last["result"]).toHaveProperty("content");
    expect((await old.ask("tools/call", { name: "simmer" })).last["result"]).toHaveProperty("content");
    expect((await old.ask("tasks/list")).last).toMatchObject({ error: { code: -32601 } });
    expect(old.result["capabilities"]).not.toHaveProperty("tasks");
    const undeclared = await openLegacy(
      reference("2025-11-25", { ...withCapabilities({ tasks: undefined }).options?.(testOptions("2025-11-25")) }),
    );
    expect((await undeclared.ask("tools/call", { name: "now", task: {} })).last["result"]).toHaveProperty("content");
  });
});

describe("2026-07-28", () => {
  it("is made only for a client that declared it, and polled to its end", async () => {
    const world = madeWorld();
    const server = reference("2026-07-28", {}, world);
    const plain = ask(server, "tools/call", COUNT);
    await Promise.resolve();
    world.pass(1000);
    expect((await plain).last["result"]).toMatchObject({ resultType: "complete" });
    const created = (await ask(server, "tools/call", COUNT, DECLARED)).last["result"] as JsonObject & {
      readonly taskId: string;
    };
    expect(created).toMatchObject({
      resultType: "task",
      status: "working",
      ttlMs: 300_000,
      createdAt: expect.stringMatching(ISO),
    });
    const get = async () =>
      (await ask(server, "tasks/get", { taskId: created.taskId }, DECLARED, { "Mcp-Name": created.taskId })).last;
    expect((await get())["result"]).toMatchObject({
      resultType: "complete",
      taskId: created.taskId,
      status: "working",
    });

    const filter = { taskIds: [created.taskId, "none"] };
    const stream = held(
      await server.http(modernPost(modernMessage("subscriptions/listen", { notifications: filter }, DECLARED))),
    );
    expect(stream.messages()).toMatchObject([{ params: { notifications: { taskIds: [created.taskId] } } }]);
    world.pass(1000);
    const ended = { taskId: created.taskId, status: "completed", result: { content: [{ text: "liftoff" }] } };
    expect((await get())["result"]).toMatchObject(ended);
    expect(stream.messages()[1]).toMatchObject({ method: "notifications/tasks", params: ended });
  });

  it("is cancelled", async () => {
    const server = reference("2026-07-28");
    const { taskId } = (await ask(server, "tools/call", COUNT, DECLARED)).last["result"] as { readonly taskId: string };
    const on = { "Mcp-Name": taskId };
    expect((await ask(server, "tasks/cancel", { taskId }, DECLARED, on)).last["result"]).toMatchObject({
      resultType: "complete",
    });
    expect((await ask(server, "tasks/get", { taskId }, DECLARED, on)).last["result"]).toMatchObject({
      status: "cancelled",
    });
    expect(
      (await ask(server, "tasks/update", { taskId, inputResponses: { x: {} } }, DECLARED, on)).last["result"],
    ).toMatchObject({
      resultType: "complete",
    });
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    "%s refuses an unknown id, and who did not declare the extension",
    async (method) => {
      const server = reference("2026-07-28");
      const params = { taskId: "none", inputResponses: {} };
      expect((await ask(server, method, params, DECLARED, { "Mcp-Name": "none" })).last).toMatchObject({
        error: { code: -32602 },
      });
      const refused = await ask(server, method, params, {}, { "Mcp-Name": "none" });
      expect(refused).toMatchObject({
        status: 400,
        last: { error: { code: -32021, data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } } } },
      });
      expect((await ask(server, method, params, DECLARED)).last).toMatchObject({ error: { code: -32020 } });
    },
  );

  it.each(["tasks/list", "tasks/result"])("%s is gone", async (method) => {
    const answer = await ask(reference("2026-07-28"), method, { taskId: "x" }, DECLARED);
    expect([answer.status, answer.last]).toMatchObject([404, { error: { code: -32601 } }]);
  });

  it("works on stdio, for the process", async () => {
    const talk = openProcess(reference("2026-07-28"));
    const created = (await talk.ask(modernMessage("tools/call", COUNT, DECLARED)))["result"] as JsonObject;
    expect(created["resultType"]).toBe("task");
    expect(await talk.ask(modernMessage("tasks/get", { taskId: created["taskId"] ?? "" }, DECLARED))).toHaveProperty(
      "result.status",
    );
    const listen = modernMessage("subscriptions/listen", { notifications: { taskIds: ["x"] } });
    expect(await talk.ask(listen)).toMatchObject({ error: { code: -32021 } });
  });
});
