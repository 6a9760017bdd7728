import { UserFault } from "../model/fault.ts";
import { constants, initializeText, JUDGE, preamble, type Script, variablesOf } from "./emit.ts";

/** The workload as a script for Artillery 2, in the one form that holds functions too: TypeScript. */
export function artilleryScript(script: Script): string {
  const authority = script.trust === "own-authority" ? " (NODE_EXTRA_CA_CERTS=<your authority's certificate>)" : "";
  const unsaid =
    script.demands.minPerSecond === undefined ? "" : " --min-rps is not in it: Artillery has no such gate.";
  const how =
    `Run it with: npx artillery@latest run load.ts${authority}, on a Node that it takes (22.18 or later): what npx finds ` +
    `for an older one reads no TypeScript.${unsaid}`;
  const url = "new URL(SERVER)";
  return `${preamble(script, how, variablesOf(script))}
${constants(script, "process.env[name]")}
const CLOSED = ${script.shapes[0]?.kind === "closed"};
/** Each user asks so often, or so long (milliseconds). */
const REQUESTS_EACH = ${requestsEach(script)};
const STEP_MS = ${script.extent.durationMs ?? "Number.POSITIVE_INFINITY"};

export const config = {
  target: ${url}.origin,
  // The functions below: Artillery compiles this file to CommonJS first.
  processor: __filename,
  phases: ${phases(script)},
  http: { timeout: ${Math.max(1, Math.ceil(script.timeoutMs / 1000))}, maxSockets: 1 },
${script.trust === "anybody" ? "  tls: { rejectUnauthorized: false },\n" : ""}  plugins: { ensure: {} },
  ensure: ${ensure(script)},
};

const request = {
  post: {
    url: ${url}.pathname + ${url}.search,
    followRedirect: false,
    beforeRequest: "prepare",
    afterResponse: "examine",
  },
};

export const scenarios = [
  {
    name: METHOD,
    flow: [{ function: "open" }, CLOSED ? { loop: [request], whileTrue: "goOn" } : request],
  },
];

// Every worker of Artillery counts for itself.
let lastId = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000);

export function prepare(requestParams, context, events, next) {
  lastId += 1;
  context.vars.id = lastId;
  context.vars.asked = (context.vars.asked ?? 0) + 1;
  requestParams.headers = { ...HEADERS, ...context.vars.sessionHeaders };
  requestParams.body = JSON.stringify({ jsonrpc: "2.0", id: lastId, method: METHOD, params: PARAMS });
  context.vars.sentAt = performance.now();
  next();
}

export function examine(requestParams, response, context, events, next) {
  const ms = performance.now() - context.vars.sentAt;
  const fault = judge(response.statusCode, response.headers["content-type"] ?? "", String(response.body ?? ""), context.vars.id);
  events.emit("counter", "mcp.ok", fault === undefined ? 1 : 0);
  events.emit("counter", "mcp.errors", fault === undefined ? 0 : 1);
  // Fast errors make no server fast.
  if (fault === undefined) events.emit("histogram", "mcp.latency", ms);
  else events.emit("counter", "mcp.error." + fault, 1);
  next();
}

export function goOn(context, next) {
  next(Date.now() < context.vars.until && context.vars.asked < REQUESTS_EACH);
}

${open(script)}
${JUDGE}`;
}

function open(script: Script): string {
  const begin = `context.vars.until = Date.now() + STEP_MS;
  context.vars.asked = 0;`;
  if (script.revision !== "2025-11-25") {
    return `export function open(context, events, next) {
  ${begin}
  context.vars.sessionHeaders = {};
  next();
}
`;
  }
  return `// At a rate all requests share one session for each worker; in a ramp each user has its own.
let shared;

export function open(context, events, next) {
  const session = CLOSED ? openSession() : (shared ??= openSession());
  session.then(
    (headers) => {
      context.vars.sessionHeaders = headers;
      ${begin.replaceAll("\n  ", "\n      ")}
      next();
    },
    (error) => next(error),
  );
}

async function openSession() {
  const send = (message, headers) =>
    fetch(SERVER, {
      method: "POST",
      redirect: "manual",
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  lastId += 1;
  const id = lastId;
  const response = await send({ id, method: "initialize", params: ${initializeText(script)} }, {});
  const type = response.headers.get("content-type") ?? "";
  const body = await response.text();
  const fault = judge(response.status, type, body, id);
  if (fault !== undefined) throw new Error("initialize: " + fault);
  const texts = /^text\\/event-stream\\b/i.test(type) ? events(body) : [body];
  const answer = texts.map((text) => JSON.parse(text)).find((message) => message.id === id);
  const session = response.headers.get("mcp-session-id");
  const headers = {
    ...(session === null ? {} : { "MCP-Session-Id": session }),
    "MCP-Protocol-Version": answer.result.protocolVersion,
  };
  await (await send({ method: "notifications/initialized" }, headers)).text();
  return headers;
}
`;
}

/** A ramp: so many users come at once and stay; then the step is waited out. A rate: one request for each arrival. */
function phases(script: Script): string {
  const { shapes, extent } = script;
  const { requests, durationMs } = extent;
  const all = shapes.flatMap((shape, index): readonly object[] => {
    if (shape.kind === "closed") {
      const name = `${shape.users} users`;
      const last = index === shapes.length - 1;
      return [{ name, duration: 1, arrivalCount: shape.users }, ...(last ? [] : [{ pause: pauseOf(script) }])];
    }
    const seconds = Math.max(1, Math.round((durationMs ?? ((requests ?? 1) * 1000) / shape.perSecond) / 1000));
    const count = Math.max(1, Math.min(requests ?? Number.POSITIVE_INFINITY, Math.round(shape.perSecond * seconds)));
    return [{ name: `${shape.perSecond} a second`, duration: seconds, arrivalCount: count }];
  });
  return indent(all);
}

/** Artillery's users do not know their step: where a number of requests ends it, there can be but one. */
function requestsEach({ shapes, extent }: Script): string {
  const [shape] = shapes;
  if (extent.requests === undefined || shape?.kind !== "closed") return "Number.POSITIVE_INFINITY";
  if (shapes.length > 1) {
    throw new UserFault(
      "--emit artillery: a ramp of several steps needs --duration in place of --requests, or one step.",
    );
  }
  return String(Math.ceil(extent.requests / shape.users));
}

/** Seconds that a step of a ramp is waited out; without a time of its own, a minute. */
function pauseOf({ extent }: Script): number {
  return Math.ceil((extent.durationMs ?? 60_000) / 1000);
}

function ensure({ demands }: Script): string {
  const { maxP95, maxP99, maxErrors } = demands;
  const thresholds = [
    ...(maxP95 === undefined ? [] : [{ "mcp.latency.p95": maxP95 }]),
    ...(maxP99 === undefined ? [] : [{ "mcp.latency.p99": maxP99 }]),
  ];
  const conditions =
    maxErrors === undefined ? [] : [{ expression: `mcp.errors <= ${maxErrors} * (mcp.ok + mcp.errors)` }];
  return indent({
    ...(thresholds.length === 0 ? {} : { thresholds }),
    ...(conditions.length === 0 ? {} : { conditions }),
  });
}

function indent(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
}
