// A server on @modelcontextprotocol/sdk 1.x with tools, resources, prompts, completion and logging.
// sdk1.mjs stdio|http [2024-11-05|2025-03-26|2025-06-18] [stateless] [json] [tools] [guarded] [auth]; HTTP prints its URL.
//   a revision: negotiated whatever the client asks for. stateless: no sessions. json: no event streams for answers.
//   tools: nothing but tools. guarded: Host and Origin are checked, as the SDK offers it.
//   auth: only requests with "Bearer of-the-fixture" are served, by the SDK's own middleware.
import { randomUUID } from "node:crypto";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { mcpAuthMetadataRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { InitializeRequestSchema, isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import express from "express";
import { z } from "zod";

const [transport, ...words] = process.argv.slice(2);
const pinned = words.find((word) => /^\d{4}-\d\d-\d\d$/.test(word));
const has = (word) => words.includes(word);

function makeServer() {
  const capabilities = has("tools") ? {} : { logging: {} };
  const mcp = new McpServer({ name: "sdk1-fixture", version: "1.0.0" }, { capabilities });
  if (pinned !== undefined) pin(mcp.server);
  mcp.registerTool(
    "echo",
    {
      title: "Echo",
      description: "Says it again",
      inputSchema: { text: z.string() },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  mcp.registerTool(
    "count",
    {
      description: "Counts to a number, with a progress notification for each step",
      inputSchema: { to: z.number().int().min(0).max(20) },
      outputSchema: { counted: z.number() },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ to }, extra) => {
      const progressToken = extra._meta?.progressToken;
      for (let progress = 1; progress <= to && progressToken !== undefined; progress += 1) {
        await extra.sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress, total: to },
        });
      }
      return { content: [{ type: "text", text: JSON.stringify({ counted: to }) }], structuredContent: { counted: to } };
    },
  );
  if (has("tools")) return mcp;
  mcp.registerResource("readme", "file:///readme.txt", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: "read me" }],
  }));
  mcp.registerResource(
    "note",
    new ResourceTemplate("note://{id}", {
      list: async () => ({ resources: [{ uri: "note://one", name: "one" }] }),
      complete: { id: (value) => ["one", "two"].filter((id) => id.startsWith(value)) },
    }),
    { description: "A note" },
    async (uri, { id }) => ({ contents: [{ uri: uri.href, text: `note ${id}` }] }),
  );
  mcp.registerPrompt(
    "greet",
    {
      description: "Greets",
      argsSchema: { name: completable(z.string(), (value) => ["Ann", "Bob"].filter((name) => name.startsWith(value))) },
    },
    async ({ name }) => ({ messages: [{ role: "user", content: { type: "text", text: `Hello ${name}` } }] }),
  );
  return mcp;
}

/** The SDK's own answer to initialize, with another version in it. */
function pin(server) {
  const own = server._requestHandlers.get("initialize");
  server.setRequestHandler(InitializeRequestSchema, async (request, extra) => ({
    ...(await own(request, extra)),
    protocolVersion: pinned,
  }));
}

function makeTransport(options) {
  const guard = has("guarded")
    ? {
        enableDnsRebindingProtection: true,
        allowedHosts: [`127.0.0.1:${port()}`, `localhost:${port()}`],
        allowedOrigins: [`http://127.0.0.1:${port()}`, `http://localhost:${port()}`],
      }
    : {};
  return new StreamableHTTPServerTransport({ ...options, ...guard, enableJsonResponse: has("json") });
}

const sessions = new Map();

async function withSession(request, response) {
  const id = request.headers["mcp-session-id"];
  if (id !== undefined) {
    const known = sessions.get(id);
    if (known === undefined) return void refuse(response, 404, -32001, "Session not found");
    return void (await known.handleRequest(request, response, request.body));
  }
  if (request.method !== "POST" || ![request.body].flat().some(isInitializeRequest)) {
    return void refuse(response, 400, -32000, "Bad Request: No valid session ID provided");
  }
  const own = makeTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (sessionId) => void sessions.set(sessionId, own),
    onsessionclosed: (sessionId) => void sessions.delete(sessionId),
  });
  await makeServer().connect(own);
  await own.handleRequest(request, response, request.body);
}

async function withoutSession(request, response) {
  if (request.method !== "POST") return void refuse(response.set("Allow", "POST"), 405, -32000, "Method not allowed.");
  const own = makeTransport({ sessionIdGenerator: undefined });
  const server = makeServer();
  response.on("close", () => void server.close());
  await server.connect(own);
  await own.handleRequest(request, response, request.body);
}

function refuse(response, status, code, message) {
  response.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });
}

/** The SDK's own pieces: metadata of the resource and of its authorization server, and the check of the token. */
function requireToken(app) {
  const base = `http://127.0.0.1:${process.env.PORT}`;
  app.use(
    mcpAuthMetadataRouter({
      oauthMetadata: {
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
      },
      resourceServerUrl: new URL(`${base}/mcp`),
    }),
  );
  const verifier = {
    verifyAccessToken: async (token) => {
      if (token !== "of-the-fixture") throw new InvalidTokenError("unknown token");
      return { token, clientId: "fixture", scopes: [], expiresAt: Math.floor(Date.now() / 1000) + 3600 };
    },
  };
  const resourceMetadataUrl = `${base}/.well-known/oauth-protected-resource/mcp`;
  app.use("/mcp", requireBearerAuth({ verifier, requiredScopes: [], resourceMetadataUrl }));
}

let http;
const port = () => http.address().port;

if (transport === "stdio") {
  await makeServer().connect(new StdioServerTransport());
} else {
  // createMcpExpressApp checks Host by itself; a bare app shows what happens where nobody checks anything.
  const app = has("guarded") ? createMcpExpressApp() : express().use(express.json());
  if (has("auth")) requireToken(app);
  app.all("/mcp", has("stateless") ? withoutSession : withSession);
  http = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => console.log(`http://127.0.0.1:${port()}/mcp`));
}
