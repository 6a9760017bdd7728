import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWire } from "../../src/wire/wire.ts";
import { never, post } from "./bench.ts";

// In a process of its own: it answers while this one is busy.
const SERVER = `
  const server = require("node:http").createServer((request, response) => {
    if (request.url !== "/events") {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: {}\\n\\n");
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
let origin = "";
beforeAll(async () => {
  for await (const line of createInterface(server.stdout)) {
    origin = `http://127.0.0.1:${line}`;
    break;
  }
});
afterAll(() => {
  server.kill();
});

test.each([
  ["node", "/json", "complete"],
  ["node", "/events", "enough"],
  ["fetch", "/json", "complete"],
  ["fetch", "/events", "enough"],
] as const)("%s: an answer that came while we were busy is no timeout (%s)", async (carrier, path, ending) => {
  const wire = createWire({ kind: "http", url: origin, headers: [] }, { now: () => performance.now(), carrier });
  const connection = wire.open();
  const listen = { ...never, enough: (frame: { kind: string }) => frame.kind === "event" };
  // Warm: modules loaded, a connection there.
  await connection.send(post(origin), never);
  const answer = connection.send(post(origin + path), { ...listen, timeoutMs: 300 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const end = performance.now() + 600; performance.now() < end; );
  expect((await answer).ending).toEqual({ kind: ending });
  await wire.close();
});
