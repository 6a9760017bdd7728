import { describe, expect, it } from "vitest";
import type { Auth } from "../../src/reference/options.ts";
import { reference } from "../support/reference.ts";
import {
  ask,
  type Changes,
  heard,
  INITIALIZE,
  legacyMessage,
  modernMessage,
  modernPost,
  openLegacy,
  request,
} from "./talk.ts";

const auth: Auth = { tokens: ["token-1", "token-2"], scope: "mcp", authorizationServers: ["https://auth.example.com"] };
const METADATA = "http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp";

describe.each(["2025-11-25", "2026-07-28", "dual"] as const)("a server that wants a token (%s)", (eras) => {
  const server = reference(eras, { auth });
  const discover = (changes: Changes = {}) => modernPost(modernMessage("server/discover"), changes);

  it.each<[string, Changes, number]>([
    ["no token", {}, 401],
    ["another token", { Authorization: "Bearer token-3" }, 401],
    ["a longer token", { Authorization: "Bearer token-1x" }, 401],
    ["no token after the scheme", { Authorization: "Bearer" }, 400],
    ["more than one word", { Authorization: "Bearer a b !!" }, 400],
    ["another scheme", { Authorization: "Basic dTpw" }, 400],
  ])("answers %s with a challenge", async (_name, changes, status) => {
    for (const method of ["POST", "GET", "DELETE"]) {
      const answer = await heard(await server.http({ ...discover(changes), method }));
      expect(answer.status).toBe(status);
      expect(answer.header("www-authenticate")).toMatch(/^Bearer /);
      expect(answer.header("www-authenticate")).toContain(`resource_metadata="${METADATA}"`);
      expect(answer.header("www-authenticate")).toContain('scope="mcp"');
    }
  });

  it("does not take a token from the query", async () => {
    expect((await heard(await server.http({ ...discover(), path: "/mcp?access_token=token-1" }))).status).toBe(401);
  });

  it.each(["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"])(
    "says at %s whom to ask for one",
    async (path) => {
      const answer = await heard(await server.http(request("GET", "", [["Accept", "application/json"]], {}, path)));
      expect(answer.last).toEqual({
        resource: "http://127.0.0.1:3000/mcp",
        authorization_servers: ["https://auth.example.com"],
        scopes_supported: ["mcp"],
        bearer_methods_supported: ["header"],
      });
      expect((await heard(await server.http(request("POST", "", [], {}, path)))).status).toBe(405);
    },
  );

  it("still looks at the Origin first", async () => {
    expect((await heard(await server.http(discover({ Origin: "https://evil.example" })))).status).toBe(403);
  });
});

describe("with a token", () => {
  it("modern requests are served, each for itself", async () => {
    const server = reference("2026-07-28", { auth });
    expect((await ask(server, "server/discover", {}, {}, { Authorization: "bearer token-2" })).status).toBe(200);
    expect((await ask(server, "server/discover")).status).toBe(401);
  });

  it("a session is for the token that opened it", async () => {
    const server = reference("2025-11-25", { auth });
    const opened = await heard(
      await server.http(
        request("POST", JSON.stringify(legacyMessage("initialize", INITIALIZE)), [
          ["Content-Type", "application/json"],
          ["Accept", "*/*"],
          ["Authorization", "Bearer token-1"],
        ]),
      ),
    );
    const id = opened.header("mcp-session-id") ?? "";
    const ping = async (Authorization: string | null) =>
      (
        await heard(
          await server.http(
            modernPost(legacyMessage("ping"), {
              Authorization,
              "Mcp-Session-Id": id,
              "MCP-Protocol-Version": "2025-11-25",
            }),
          ),
        )
      ).status;
    expect([await ping("Bearer token-1"), await ping("Bearer token-2"), await ping(null)]).toEqual([200, 404, 401]);
  });

  it("is asked of nobody where none is configured", async () => {
    expect((await openLegacy(reference("2025-11-25"))).id).not.toBe("");
  });
});
