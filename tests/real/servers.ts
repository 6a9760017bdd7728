import { fileURLToPath } from "node:url";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import type { Start } from "../support/real.ts";

/** One server as it is tested: how it is started, and which revisions are pinned (auto where none is named). */
export interface RealServer {
  /** Unique: its make (tests/real/expected has a file of that name), what is special about it, and the transport. */
  readonly name: string;
  readonly start: Start;
  readonly revisions: readonly ("auto" | Revision)[];
  /** Checks to run; all by default. */
  readonly checks: { readonly only: readonly string[]; readonly skip: readonly string[] };
  /** Run again with one conversation at a time: the verdicts must be the same. */
  readonly twice: boolean;
}

const own = (name: string): string => fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
const installed = (path: string): string => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

const EVERYTHING = installed("@modelcontextprotocol/server-everything/dist/index.js");
const FILESYSTEM = installed("@modelcontextprotocol/server-filesystem/dist/index.js");
const MEMORY = installed("@modelcontextprotocol/server-memory/dist/index.js");
const THINKING = installed("@modelcontextprotocol/server-sequential-thinking/dist/index.js");
const CONTEXT7 = installed("@upstash/context7-mcp/dist/index.js");
const MCP_PROXY = [installed("mcp-proxy/dist/bin/mcp-proxy.mjs"), "--host", "127.0.0.1", "--port", "{port}", "--"];
const SUPERGATEWAY = [
  ...[installed("supergateway/dist/index.js"), "--port", "{port}", "--outputTransport", "streamableHttp"],
  ...["--logLevel", "none"],
];

/** No telemetry; what it would fetch is looked for on a port of this machine where nobody listens. */
const CONTEXT7_ENV = { OTEL_SDK_DISABLED: "true", CONTEXT7_API_URL: "http://127.0.0.1:2" };

type More = Partial<Omit<RealServer, "name" | "start"> & Omit<Start, "args" | "transport">>;

function server(transport: TransportKind, name: string, args: readonly string[], more: More): RealServer {
  const { revisions = ["auto"], checks = { only: [], skip: [] }, twice = false, ...start } = more;
  return { name: `${name} ${transport}`, revisions, checks, twice, start: { ...start, transport, args } };
}

const http = (name: string, args: readonly string[], more: More = {}): RealServer => server("http", name, args, more);
const stdio = (name: string, args: readonly string[], more: More = {}): RealServer => server("stdio", name, args, more);

/** Served in both eras. */
const BOTH = { revisions: ["2026-07-28", "2025-11-25"] } as const;
const TWICE = { twice: true } as const;

/** A second for each session, or a child for each request: what sends many is left out. */
const SLOW = { checks: { only: ["transport", "lifecycle", "errors"], skip: [] } } as const;
/** Injection is what these servers are about. */
const INJECTION = { checks: { only: ["tools", "security"], skip: [] } } as const;
const SLOWER = { checks: { only: ["transport", "errors"], skip: [] } } as const;

export const REAL_SERVERS: readonly RealServer[] = [
  http("everything", [EVERYTHING, "streamableHttp"], TWICE),
  stdio("everything", [EVERYTHING], TWICE),
  stdio("filesystem", [FILESYSTEM, "{folder}"], { files: { "hello.txt": "hello\n" } }),
  stdio("memory", [MEMORY], { env: { MEMORY_FILE_PATH: "{folder}/memory.jsonl" } }),
  stdio("sequential-thinking", [THINKING]),
  http("context7", [CONTEXT7, "--transport", "http", "--port", "{port}"], { ...BOTH, env: CONTEXT7_ENV }),
  stdio("context7", [CONTEXT7], { env: CONTEXT7_ENV }),

  http("sdk2", [own("sdk2"), "http"], { ...BOTH, ...TWICE }),
  stdio("sdk2", [own("sdk2"), "stdio"], { ...BOTH, ...TWICE }),
  http("sdk2 modern", [own("sdk2"), "http", "modern"]),
  stdio("sdk2 modern", [own("sdk2"), "stdio", "modern"]),
  http("sdk2 tools", [own("sdk2"), "http", "tools"], BOTH),
  stdio("sdk2 tools", [own("sdk2"), "stdio", "tools"]),

  http("sdk1", [own("sdk1"), "http"]),
  stdio("sdk1", [own("sdk1"), "stdio"]),
  http("sdk1 guarded", [own("sdk1"), "http", "guarded"], TWICE),
  http("sdk1 stateless", [own("sdk1"), "http", "guarded", "stateless", "json"], TWICE),
  http("sdk1 tools", [own("sdk1"), "http", "guarded", "tools"]),
  http("sdk1 auth", [own("sdk1"), "http", "guarded", "auth"], {
    headers: [["Authorization", "Bearer of-the-fixture"]],
  }),
  http("sdk1 2025-06-18", [own("sdk1"), "http", "guarded", "2025-06-18"]),
  http("sdk1 2025-03-26", [own("sdk1"), "http", "guarded", "2025-03-26"]),
  http("sdk1 2024-11-05", [own("sdk1"), "http", "guarded", "2024-11-05"]),
  stdio("sdk1 2025-03-26", [own("sdk1"), "stdio", "2025-03-26"]),
  stdio("sdk1 2024-11-05", [own("sdk1"), "stdio", "2024-11-05"]),

  http("fastmcp", [own("fastmcp"), "http"], SLOW),
  http("fastmcp stateless", [own("fastmcp"), "http", "stateless"]),
  stdio("fastmcp", [own("fastmcp"), "stdio"]),
  http("mcp-lite", [own("mcp-lite"), "http"]),
  http("mcp-lite stateful", [own("mcp-lite"), "http", "stateful", "guarded"], TWICE),
  http("hono-mcp", [own("hono-mcp"), "http"]),
  http("hono-mcp stateful", [own("hono-mcp"), "http", "stateful"]),
  stdio("plain", [own("plain"), "stdio"], TWICE),

  http("mcp-proxy", [...MCP_PROXY, process.execPath, own("sdk1"), "stdio"], BOTH),
  http("supergateway", [...SUPERGATEWAY, "--stdio", `${process.execPath} ${own("plain")} stdio`], SLOWER),
  http(
    "supergateway stateful",
    [...SUPERGATEWAY, "--stateful", "--stdio", `${process.execPath} ${own("sdk2")} stdio`],
    {
      revisions: ["2025-11-25"],
      ...SLOW,
    },
  ),
  // It takes a child for each request of this revision.
  http("supergateway modern", [...SUPERGATEWAY, "--stateful", "--stdio", `${process.execPath} ${own("sdk2")} stdio`], {
    revisions: ["2026-07-28"],
    ...SLOWER,
  }),

  http("honest", [own("honest"), "http"], BOTH),
  stdio("honest", [own("honest"), "stdio"], { ...BOTH, ...INJECTION }),
  http("vulnerable", [own("vulnerable"), "http"], BOTH),
  stdio("vulnerable", [own("vulnerable"), "stdio"], { ...BOTH, ...INJECTION }),
];
