import type { HttpHandler, HttpRequest, HttpResponse } from "../model/serving.ts";
import type { Header } from "../model/target.ts";
import { headerValue, headerValues } from "../protocol/headers.ts";
import { guardOrigin } from "../reference/guards.ts";
import type { ReferenceOptions } from "../reference/options.ts";
import { MEDIA, printClientReport, REPORT_FORMATS, type ReportFormat } from "../witness/report.ts";
import type { ServeSettings } from "./serve-settings.ts";
import type { Watching } from "./serve-watch.ts";
import type { Suite } from "./suite-port.ts";

/** How long the server waits for itself, in milliseconds. */
const AUDIT_TIMEOUT_MS = 10_000;
const MARK = "X-Self-Audit";

interface Parts {
  readonly settings: ServeSettings;
  readonly options: ReferenceOptions;
  readonly watching: Watching;
  readonly suite: Suite;
  /** The server with everything that is done to it for clients. */
  readonly handler: HttpHandler;
  /** The server alone: for its own audit. */
  readonly bare: HttpHandler;
}

/** The endpoint, and what stands beside it: its own audit, the report on clients, a word for people. */
export function sites(parts: Parts): { readonly handler: HttpHandler; boundTo(port: number): void; close(): void } {
  const { options, settings, handler, bare } = parts;
  const mark = crypto.randomUUID();
  const abort = new AbortController();
  let port = 0;
  let running: Promise<HttpResponse> | undefined;
  const audit = (): Promise<HttpResponse> => {
    running ??= auditSelf(parts, port, mark, abort.signal).finally(() => {
      running = undefined;
    });
    return running;
  };
  const serve: HttpHandler = (request) => {
    const path = request.path.split("?")[0] ?? "";
    if (path === options.path) {
      const own = headerValue(request.headers, MARK) === mark;
      return own ? bare(request) : withCors(request, settings.origins, handler);
    }
    const forbidden = guardOrigin(request, options);
    if (forbidden !== undefined) return forbidden;
    if (!["/audit/self", "/client-report", "/"].includes(path)) return bare(request);
    if (request.method !== "GET") return text(405, "Only GET is served here.\n", [["Allow", "GET"]]);
    if (path === "/audit/self") return audit();
    if (path === "/client-report") return reportOn(parts.watching, request);
    return text(
      200,
      `An MCP server to test clients against. Endpoint: ${options.path}. Its own audit: /audit/self. Its clients: /client-report.\n`,
    );
  };
  return {
    handler: serve,
    boundTo(bound) {
      port = bound;
    },
    close: () => abort.abort(),
  };
}

/** Asks the server under the address that it is bound to: never one that a request names. One audit at a time. */
async function auditSelf(
  { suite, settings }: Parts,
  port: number,
  mark: string,
  signal: AbortSignal,
): Promise<HttpResponse> {
  if (suite.auditTarget === undefined) return text(501, "This build has no audit.\n");
  const url = `http://${ownAddress(settings.host)}:${port}/mcp`;
  const { audit } = await suite.auditTarget({
    target: { kind: "http", url, headers: [[MARK, mark]] },
    timeoutMs: AUDIT_TIMEOUT_MS,
    signal,
  });
  return text(200, `${audit.summary}\n`);
}

/** The address by which the process reaches itself: loopback where it listens everywhere. */
function ownAddress(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function reportOn(watching: Watching, request: HttpRequest): HttpResponse {
  const asked = new URL(request.path, "http://server").searchParams.get("format") ?? "json";
  const format = REPORT_FORMATS.find((one): one is ReportFormat => one === asked);
  if (format === undefined) return text(400, `There is no such format. Formats: ${REPORT_FORMATS.join(", ")}.\n`);
  const body = printClientReport(watching.report(new Date().toISOString()), format);
  return {
    kind: "answer",
    status: 200,
    headers: [["Content-Type", MEDIA[format]], ...SAFE],
    body: { kind: "text", text: body },
  };
}

/** What it says came from clients in part: no browser may take it for anything but what it is. */
const SAFE: readonly Header[] = [
  ["Cache-Control", "no-store"],
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "default-src 'none'"],
];

function text(status: number, words: string, more: readonly Header[] = []): HttpResponse {
  return {
    kind: "answer",
    status,
    headers: [["Content-Type", "text/plain; charset=utf-8"], ...SAFE, ...more],
    body: { kind: "text", text: words },
  };
}

const ALLOWED: readonly Header[] = [
  ["Access-Control-Allow-Methods", "GET, POST, DELETE"],
  ["Access-Control-Max-Age", "600"],
];

/** Web pages of the origins that were named may read the answers: without these headers their browser would not let them. */
async function withCors(request: HttpRequest, origins: readonly string[], handler: HttpHandler): Promise<HttpResponse> {
  const [origin, ...more] = headerValues(request.headers, "origin");
  if (origin === undefined || more.length > 0 || !origins.includes(origin.toLowerCase())) return await handler(request);
  const own: readonly Header[] = [
    ["Access-Control-Allow-Origin", origin],
    ["Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate"],
    ["Vary", "Origin"],
  ];
  if (request.method === "OPTIONS" && headerValue(request.headers, "Access-Control-Request-Method") !== undefined) {
    const wanted = headerValue(request.headers, "Access-Control-Request-Headers");
    const names: readonly Header[] = wanted === undefined ? [] : [["Access-Control-Allow-Headers", wanted]];
    return { kind: "answer", status: 204, headers: [...own, ...ALLOWED, ...names], body: { kind: "none" } };
  }
  const response = await handler(request);
  return response.kind === "answer" ? { ...response, headers: [...response.headers, ...own] } : response;
}
