import type { LoadShape } from "../model/load.ts";
import type { Extent } from "./arrivals.ts";
import { constants, initializeText, JUDGE, literal, preamble, type Script, variablesOf } from "./emit.ts";

/** The workload as a script for k6. */
export function k6Script(script: Script): string {
  const authority = script.trust === "own-authority" ? " (SSL_CERT_FILE=<your authority's certificate>)" : "";
  const how = `Run it with: k6 run load.js${authority}`;
  const legacy = script.revision === "2025-11-25";
  return `${preamble(script, how, variablesOf(script))}
import http from "k6/http";
import { fail } from "k6";
import { Counter, Rate, Trend } from "k6/metrics";

${constants(script, "__ENV[name]")}
/** Milliseconds of successes: fast errors make no server fast. */
const latency = new Trend("mcp_latency", true);
const failed = new Rate("mcp_errors");
const succeeded = new Counter("mcp_ok");

export const options = {
  scenarios: ${scenarios(script)},
  thresholds: ${thresholds(script)},${script.trust === "anybody" ? "\n  insecureSkipTLSVerify: true," : ""}
};

const PARAMETERS = { redirects: 0, timeout: ${literal(`${script.timeoutMs}ms`)}, responseType: "text" };

let lastId = 0;
${legacy ? session(script) : "const sessionHeaders = () => ({});\n"}
function post(message, headers) {
  return http.post(SERVER, JSON.stringify({ jsonrpc: "2.0", ...message }), { ...PARAMETERS, headers });
}

export default function () {
  const headers = { ...HEADERS, ...sessionHeaders() };
  lastId += 1;
  const id = lastId;
  const response = post({ id, method: METHOD, params: PARAMS }, headers);
  const fault = judge(response.status, header(response, "content-type"), response.body ?? "", id);
  failed.add(fault !== undefined, fault === undefined ? {} : { kind: fault });
  if (fault !== undefined) return;
  succeeded.add(1);
  latency.add(response.timings.duration);
}

function header(response, name) {
  const found = Object.keys(response.headers ?? {}).find((one) => one.toLowerCase() === name);
  return found === undefined ? "" : String(response.headers[found]);
}

${JUDGE}`;
}

/** Each user opens its session before its first request. */
function session(script: Script): string {
  return `let opened;

function sessionHeaders() {
  opened ??= open();
  return opened;
}

function open() {
  lastId += 1;
  const id = lastId;
  const response = post({ id, method: "initialize", params: ${initializeText(script)} }, HEADERS);
  const type = header(response, "content-type");
  const fault = judge(response.status, type, response.body ?? "", id);
  if (fault !== undefined) fail("initialize: " + fault);
  const texts = /^text\\/event-stream\\b/i.test(type) ? events(response.body) : [response.body];
  const answer = texts.map((text) => JSON.parse(text)).find((message) => message.id === id);
  const session = header(response, "mcp-session-id");
  const headers = {
    ...(session === "" ? {} : { "MCP-Session-Id": session }),
    "MCP-Protocol-Version": answer.result.protocolVersion,
  };
  post({ method: "notifications/initialized" }, { ...HEADERS, ...headers });
  return headers;
}
`;
}

function scenarios({ shapes, extent, connections }: Script): string {
  let startS = 0;
  const all: { [name: string]: unknown } = {};
  for (const [index, shape] of shapes.entries()) {
    const seconds = lengthOf(shape, extent);
    all[`step_${index + 1}`] = { ...executor(shape, extent, connections, seconds), startTime: `${startS}s` };
    // Time for what is under way, so that steps do not overlap.
    startS += Math.ceil(seconds) + 2;
  }
  return indent(all);
}

/** Seconds; where only a number of requests ends a step, a minute for it. */
function lengthOf(shape: LoadShape, { requests, durationMs }: Extent): number {
  if (durationMs !== undefined) return durationMs / 1000;
  return shape.kind === "open" ? (requests ?? 0) / shape.perSecond : 60;
}

function executor(shape: LoadShape, extent: Extent, connections: number, seconds: number): object {
  if (shape.kind === "open") {
    // k6 takes whole numbers only.
    const whole = Number.isInteger(shape.perSecond);
    return {
      executor: "constant-arrival-rate",
      rate: whole ? shape.perSecond : Math.max(1, Math.round(shape.perSecond * 60)),
      timeUnit: whole ? "1s" : "60s",
      duration: `${Math.max(1, Math.round(seconds * 1000))}ms`,
      preAllocatedVUs: connections,
      maxVUs: connections,
    };
  }
  const { requests, durationMs } = extent;
  if (requests !== undefined) {
    const maxDuration = `${Math.round((durationMs ?? 60_000) / 1000)}s`;
    return { executor: "shared-iterations", vus: Math.min(shape.users, requests), iterations: requests, maxDuration };
  }
  return { executor: "constant-vus", vus: shape.users, duration: `${durationMs ?? 0}ms` };
}

function thresholds({ demands }: Script): string {
  const { maxP95, maxP99, minPerSecond, maxErrors } = demands;
  const latency = [
    ...(maxP95 === undefined ? [] : [`p(95)<=${maxP95}`]),
    ...(maxP99 === undefined ? [] : [`p(99)<=${maxP99}`]),
  ];
  return indent({
    ...(latency.length === 0 ? {} : { mcp_latency: latency }),
    ...(maxErrors === undefined ? {} : { mcp_errors: [`rate<=${maxErrors}`] }),
    ...(minPerSecond === undefined ? {} : { mcp_ok: [`rate>=${minPerSecond}`] }),
  });
}

function indent(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
}
