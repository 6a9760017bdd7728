import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnChild } from "../../src/runtime/spawn.ts";
import { FIRST_ID } from "../../src/wire/load-judge.ts";
import { type ChildLanes, childLanes } from "../../src/wire/load-stdio.ts";

const BODY = JSON.stringify({ jsonrpc: "2.0", id: FIRST_ID, method: "work" });
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-stdio-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A child that does `body` with each message: `message`, `n` (from 1) and `say(message)` are there. */
function child(name: string, body: string, timeoutMs = 5000): ChildLanes {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
let n = 0;
const held = [];
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  n += 1;
  ${body}
});`,
  );
  const target = { kind: "stdio", command: process.execPath, args: [file], env: {} } as const;
  return childLanes(target, spawnChild, { now: () => performance.now(), timeoutMs });
}

async function load(lanes: ChildLanes, count: number, users = 1): Promise<readonly string[]> {
  const kinds: string[] = [];
  let id = FIRST_ID;
  await Promise.all(
    Array.from(
      { length: users },
      () =>
        new Promise<void>((resolve) => {
          let left = count;
          const lane = lanes.open({ headers: [], body: BODY }, (fault) => {
            kinds.push(fault?.kind ?? "ok");
            left -= 1;
            if (left === 0) resolve();
            else lane.send(++id);
          });
          lane.send(++id);
        }),
    ),
  );
  lanes.close();
  await lanes.ended();
  return kinds;
}

const repeat = (kind: string, count: number) => new Array<string>(count).fill(kind);

describe("childLanes()", () => {
  it("finds each answer's request by its id, whatever the order", async () => {
    const shuffling = `held.push(message);
      if (held.length === 4) for (const one of held.splice(0).reverse()) say({ id: one.id, result: {} });`;
    expect(await load(child("shuffling", shuffling), 10, 4)).toEqual(repeat("ok", 40));
  });

  it("asks before the load, and answers what the server asks", async () => {
    const lanes = child(
      "asking",
      `if (message.method === "initialize") say({ id: message.id, result: { first: true } });
       else if (message.method === "work") { held.push(message.id); say({ id: "s1", method: "ping" }); }
       else if (message.id === "s1" && message.result) say({ id: held.shift(), result: {} });`,
    );
    expect(await lanes.ask({ method: "initialize" }, 5000)).toMatchObject({ result: { first: true } });
    expect(await load(lanes, 3)).toEqual(repeat("ok", 3));
    expect(lanes.answerBytes()).toBeGreaterThan(20);
  });

  it("tells errors, wrong ids and silence apart", async () => {
    const body = `if (n === 1) say({ id: message.id, error: { code: -32603, message: "no" } });
      else if (n === 2) say({ id: message.id + 1000, result: {} });
      else if (n === 3) say({ id: message.id - 1, result: {} });
      else if (n === 5) say({ id: message.id, result: { isError: true } });
      else if (n > 5) say({ id: message.id, result: {} });`;
    const kinds = await load(child("faulty", body, 300), 6);
    expect(kinds).toEqual(["rpc_-32603", "wrong_id", "crossed_id", "timeout", "tool_error", "ok"]);
  });

  it("takes a line of a log for no answer, JSON or not", async () => {
    const chatty = `process.stdout.write("hello\\n{}\\n[]\\n7\\n" + JSON.stringify({ level: "info", id: n }) + "\\n");
      say({ id: message.id, result: {} });`;
    expect(await load(child("chatty", chatty), 5)).toEqual(repeat("ok", 5));
  });

  it("counts bytes, not characters", async () => {
    const lanes = child("wide", `say({ id: message.id, result: { text: "\u20ac".repeat(100) } });`);
    await load(lanes, 1);
    const line = JSON.stringify({ jsonrpc: "2.0", id: FIRST_ID + 1, result: { text: "\u20ac".repeat(100) } });
    expect(lanes.answerBytes()).toBe(Buffer.byteLength(line) + 1);
  });

  it("takes a late answer for nobody else's", async () => {
    const late = `if (n === 1) held.push(message.id);
      else { if (n === 2) say({ id: held.shift(), result: {} }); say({ id: message.id, result: {} }); }`;
    expect(await load(child("late", late, 300), 3)).toEqual(["timeout", "ok", "ok"]);
  });

  it("says that the child is gone, with its last words, for all that comes after", async () => {
    const lanes = child(
      "dying",
      `if (n === 3) { console.error("out of luck"); process.exit(7); } say({ id: message.id, result: {} });`,
    );
    const kinds = await load(lanes, 5);
    expect(kinds).toEqual(["ok", "ok", "exited", "exited", "exited"]);
    const missing = childLanes(
      { kind: "stdio", command: join(folder, "nothing-here"), args: [], env: {} },
      spawnChild,
      { now: () => performance.now(), timeoutMs: 500 },
    );
    expect(await missing.ask({ method: "x" }, 3000)).toBeUndefined();
    missing.close();
    await missing.ended();
  });
});
