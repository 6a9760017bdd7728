import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpTarget } from "../../src/model/target.ts";
import type { CarrierName } from "../../src/wire/wire.ts";
import { createWire } from "../../src/wire/wire.ts";
import { bodyOf, never, post } from "./bench.ts";

// The key is of no use to anybody: it belongs to this certificate for localhost alone.
const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url), "utf8");
const cert = pem("cert");

let server: Server;
let url = "";
beforeAll(async () => {
  server = createServer({ key: pem("key"), cert }, (request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ host: request.headers.host }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(
  more: Partial<HttpTarget>,
  carrier: CarrierName,
  headers: readonly (readonly [string, string])[] = [],
) {
  const wire = createWire({ kind: "http", url, headers: [], ...more }, { now: () => performance.now(), carrier });
  const sent = post(url, { headers, ...(headers.length > 0 ? { exact: true } : {}) });
  const answer = await wire.open().send(sent, never);
  await wire.close();
  return answer;
}

describe.each(["node", "fetch"] as const)("%s", (carrier) => {
  test("a certificate that nobody vouches for is refused", async () => {
    const { ending, frames } = await ask({}, carrier);
    expect(ending).toMatchObject({ kind: "refused" });
    expect(ending.kind === "refused" && ending.detail).toMatch(/self.signed certificate/i);
    expect(frames).toEqual([]);
  });

  test("unless the target says so", async () => {
    const answer = await ask({ insecure: true }, carrier);
    expect(answer.ending).toEqual({ kind: "complete" });
  });

  test("an authority of the user's own is trusted", async () => {
    const answer = await ask({ ca: cert }, carrier);
    expect(answer.ending).toEqual({ kind: "complete" });
  });

  test("another authority is not", async () => {
    const { rootCertificates } = await import("node:tls");
    expect((await ask({ ca: rootCertificates[0] ?? "" }, carrier)).ending).toMatchObject({ kind: "refused" });
  });

  test("a Host header of another name does not change whose certificate is asked for", async () => {
    const answer = await ask({ ca: cert }, carrier, [["Host", "other.example"]]);
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ host: "other.example" });
  });
});
