import { describe, expect, it } from "vitest";
import { type Detected, detect } from "../../src/engine/detect.ts";
import type { World } from "../../src/engine/world.ts";
import type { Revision } from "../../src/model/revision.ts";
import type { Target } from "../../src/model/target.ts";
import { body, HTTP_TARGET, line, messageIn, type Play, STDIO_TARGET, scripted, worldOf } from "../support/scripted.ts";

const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";

function withId(make: (id: unknown) => object, status = 200, headers: readonly (readonly [string, string])[] = []) {
  return (target: Target, id: unknown): Play => {
    const json = { jsonrpc: "2.0", id, ...make(id) };
    return { frames: target.kind === "http" ? body(status, json, headers) : [line(json)] };
  };
}

const discovered = (versions: readonly string[]) =>
  withId(() => ({
    result: { resultType: "complete", supportedVersions: versions, capabilities: {}, ttlMs: 0, cacheScope: "private" },
  }));
const error = (code: unknown, status = 200, headers: readonly (readonly [string, string])[] = []) =>
  withId(() => ({ error: { code, message: "no" } }), status, headers);

async function choose(
  target: Target,
  play: (target: Target, id: unknown) => Play | undefined,
  pinned?: Revision,
  changes: Partial<World> = {},
): Promise<Detected & { readonly asked: number }> {
  const server = scripted((sent) => play(target, messageIn(sent).id));
  let id = 0;
  const detected = await detect(worldOf(server.wire, target, changes), pinned, { next: () => (id += 1) });
  return { ...detected, asked: server.heard.length };
}

const both = [HTTP_TARGET, STDIO_TARGET];

describe("detect() under auto", () => {
  it.each(both)("takes a DiscoverResult for 2026-07-28 ($kind)", async (target) => {
    const { revision, chosen, warnings, seeds, asked } = await choose(target, discovered([MODERN]));
    expect(revision).toBe(MODERN);
    expect(chosen).toBe("auto-detected from server/discover: supportedVersions [2026-07-28]");
    expect(warnings).toEqual([
      "Spec version auto-detected as 2026-07-28 (server/discover -> supportedVersions [2026-07-28]). Pin with --spec-version to override.",
    ]);
    expect(seeds.map((run) => run.probe)).toEqual(["lifecycle/discover"]);
    expect(asked).toBe(1);
  });

  it("says that a server is dual-era and how to grade the other side", async () => {
    const { revision, warnings } = await choose(HTTP_TARGET, discovered([MODERN, LEGACY]));
    expect(revision).toBe(MODERN);
    expect(warnings[0]).toContain("dual-era");
    expect(warnings[0]).toContain("--spec-version 2025-11-25");
  });

  it.each([-32020, -32021, -32022])("takes the modern error %d for 2026-07-28", async (code) => {
    for (const target of both) expect((await choose(target, error(code, 400))).revision).toBe(MODERN);
  });

  it.each([-32601, -32000, -32600, -32602, -32603, -32004])("takes the error %d for 2025-11-25", async (code) => {
    for (const target of both) {
      const { revision, chosen, main } = await choose(target, error(code, 400));
      expect(revision).toBe(LEGACY);
      expect(chosen).toBe(`auto-detected from server/discover: JSON-RPC error ${code}, legacy`);
      expect(main?.revision).toBe(LEGACY);
    }
  });

  it("takes 404, an HTML page, a 400 without JSON-RPC and a result of another kind for 2025-11-25", async () => {
    const plays: readonly [(target: Target, id: unknown) => Play, string][] = [
      [() => ({ frames: body(404, "") }), "HTTP 404 with an HTML page, legacy"],
      [() => ({ frames: body(200, "<html>") }), "HTTP 200 with an HTML page, legacy"],
      [() => ({ frames: body(400, {}) }), "HTTP 400 with no JSON-RPC body, legacy"],
      [withId(() => ({ result: {} })), "a result that is no DiscoverResult, legacy"],
    ];
    for (const [play, why] of plays) {
      const { revision, chosen } = await choose(HTTP_TARGET, play);
      expect(revision).toBe(LEGACY);
      expect(chosen).toBe(`auto-detected from server/discover: ${why}`);
    }
  });

  it("takes silence for 2025-11-25: at once on stdio, after a second try over HTTP", async () => {
    const child = await choose(STDIO_TARGET, () => undefined);
    expect([child.revision, child.chosen, child.asked]).toEqual([
      LEGACY,
      "auto-detected from server/discover: no response, legacy",
      1,
    ]);
    const http = await choose(HTTP_TARGET, () => undefined);
    expect([http.revision, http.asked]).toEqual([LEGACY, 2]);
  });

  it("finds the era of a server that was slow to wake", async () => {
    let first = true;
    const slow = await choose(HTTP_TARGET, (target, id) => {
      if (first) {
        first = false;
        return undefined;
      }
      return discovered([MODERN])(target, id);
    });
    expect(slow.revision).toBe(MODERN);
    expect(slow.seeds[0]?.exchanges.map((one) => one.part)).toEqual(["setup", "ask"]);
  });

  it("says how long it may take after about two seconds of waiting, and only then", async () => {
    const lines: string[] = [];
    const onStatus = (text: string): void => void lines.push(text);
    const sleeper = { onStatus, sleep: async () => {} };
    await choose(
      STDIO_TARGET,
      (target, id) => ({ ...discovered([MODERN])(target, id), afterMs: 20 }),
      undefined,
      sleeper,
    );
    expect(lines).toEqual(["Waiting for the answer to server/discover; --spec-version 2025-11-25 skips this wait"]);
    lines.length = 0;
    await choose(STDIO_TARGET, discovered([MODERN]), undefined, { onStatus });
    expect(lines).toEqual([]);
  });

  it("starts a child afresh that ended on the probe, and says with which code and last words", async () => {
    const { revision, main, warnings } = await choose(STDIO_TARGET, () => ({
      ending: { kind: "exited", code: 3, signal: null, stderr: "TypeError: no such method" },
    }));
    expect(revision).toBe(LEGACY);
    expect(main).toBeUndefined();
    expect(warnings[0]).toContain("exit code 3");
    expect(warnings[0]).toContain("TypeError: no such method");
  });

  it("quotes the line that names the error, however long the trace after it", async () => {
    const trace = Array.from({ length: 9 }, (_, line) => `    at load (loader.js:${line})`);
    const stderr = [
      "loader.js:1",
      "  throw err;",
      "",
      "Error: Cannot find module 'x'",
      ...trace,
      "",
      "Node.js v20",
    ].join("\n");
    const { warnings } = await choose(STDIO_TARGET, () => ({
      ending: { kind: "exited", code: 1, signal: null, stderr },
    }));
    expect(warnings[0]).toContain("Error: Cannot find module 'x'\n...\n    at load (loader.js:8)\n\nNode.js v20");
  });

  it("grades an unreachable server as 2025-11-25", async () => {
    const { revision, chosen } = await choose(HTTP_TARGET, () => ({
      ending: { kind: "refused", detail: "ECONNREFUSED" },
    }));
    expect(revision).toBe(LEGACY);
    expect(chosen).toContain("no connection (ECONNREFUSED)");
  });
});

describe("detect() when the server refuses", () => {
  const bearer = (params: string): readonly (readonly [string, string])[] => [["WWW-Authenticate", `Bearer ${params}`]];
  const withToken: Target = {
    ...HTTP_TARGET,
    kind: "http",
    url: "http://127.0.0.1:1/mcp",
    headers: [["Authorization", "Bearer x"]],
  };
  const answers =
    (status: number, headers: readonly (readonly [string, string])[] = [], json: object | string = "") =>
    () => ({
      frames: body(status, json, headers),
    });

  it.each([
    ["401 without a credential", HTTP_TARGET, answers(401), "authentication required -- pass --auth", "--auth"],
    [
      "403 with a challenge, without a credential",
      HTTP_TARGET,
      answers(403, bearer('error="insufficient_scope"')),
      "authentication required -- pass --auth",
      "--auth",
    ],
    [
      "401 with a credential",
      withToken,
      answers(401, bearer('error="invalid_token"')),
      "credential rejected -- check --auth",
      "an invalid or expired token",
    ],
    [
      "403 insufficient scope with a credential",
      withToken,
      answers(403, bearer('error="insufficient_scope"')),
      "credential rejected -- check --auth",
      "a missing scope or permission",
    ],
    [
      "bare 403",
      HTTP_TARGET,
      answers(403),
      "forbidden -- Host/Origin validation, a gateway, or missing credentials",
      "pass --auth only if",
    ],
    [
      "bare 403 with a credential",
      withToken,
      answers(403),
      "forbidden -- Host/Origin validation, a gateway, or token permissions",
      "what the token permits",
    ],
    [
      "403 with a message",
      HTTP_TARGET,
      answers(403, [], { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Invalid Host" } }),
      "forbidden -- Host/Origin validation, a gateway, or missing credentials",
      'said "Invalid Host"',
    ],
  ] as const)("%s", async (_name, target, play, noteText, inWarning) => {
    const { revision, chosen, warnings } = await choose(target, play);
    expect(revision).toBe(LEGACY);
    expect(chosen).toBe(`could not be determined: ${noteText}`);
    expect(warnings[0]).toContain("the grade below is not meaningful");
    expect(warnings[0]).toContain(inWarning);
    expect(warnings[1]).toContain(noteText);
  });

  it("believes a modern error body under a 401 or 403", async () => {
    expect((await choose(HTTP_TARGET, error(-32022, 403))).revision).toBe(MODERN);
  });
});

describe("detect() when pinned", () => {
  it("does not probe a child", async () => {
    const { revision, asked, warnings, main } = await choose(STDIO_TARGET, discovered([MODERN]), LEGACY);
    expect([revision, asked, warnings, main]).toEqual([LEGACY, 0, [], undefined]);
  });

  it("keeps to the pin over HTTP and says when the server plainly speaks the other era", async () => {
    const toLegacy = await choose(HTTP_TARGET, discovered([MODERN]), LEGACY);
    expect(toLegacy.revision).toBe(LEGACY);
    expect(toLegacy.warnings[0]).toContain("Re-run with --spec-version 2026-07-28 (or auto) to grade it.");
    const toModern = await choose(HTTP_TARGET, error(-32601, 404), MODERN);
    expect(toModern.revision).toBe(MODERN);
    expect(toModern.warnings[0]).toContain("Re-run with --spec-version 2025-11-25 (or auto) to grade it.");
  });

  it("names a dual-era server's other side instead of another pin", async () => {
    const { warnings } = await choose(HTTP_TARGET, discovered([MODERN, LEGACY]), LEGACY);
    expect(warnings).toEqual([
      "Server is dual-era (supportedVersions [2026-07-28, 2025-11-25]); this run grades its 2025-11-25 side.",
    ]);
  });

  it.each([
    ["a 5xx", () => ({ frames: body(500, {}) })],
    ["an HTML page", () => ({ frames: body(200, "<html>") })],
    ["nothing", () => ({ ending: { kind: "refused", detail: "x" } as const })],
  ])("takes %s for no sign of an era", async (_name, play) => {
    expect((await choose(HTTP_TARGET, play, MODERN)).warnings).toEqual([]);
  });

  it("does not warn when the server answers as pinned", async () => {
    expect((await choose(HTTP_TARGET, discovered([MODERN]), MODERN)).warnings).toEqual([]);
    expect((await choose(HTTP_TARGET, error(-32601, 404), LEGACY)).warnings).toEqual([]);
  });
});
