import { constants, initializeText, JUDGE, preamble, type Script, variablesOf } from "./emit.ts";

/** The workload as a script for Artillery 2, in the one form that holds functions too: TypeScript. */
export function artilleryScript(script: Script): string {
  const how = "Run it with: npx artillery run load.ts";
  const url = "new URL(SERVER)";
  return `${preamble(script, how, variablesOf(script))}
${constants(script, "process.env[name]")}
const CLOSED = ${script.shapes[0]?.kind === "closed"};
/** Each user of a step asks so often, or so long (milliseconds). */
const REQUESTS_EACH = ${requestsEach(script)};
const STEP_MS = ${script.extent.durationMs ?? "Number.POSITIVE_INFINITY"};

export const config = {
  target: ${url}.origin,
  phases: ${phases(script)},
  http: { timeout: ${Math.max(1, Math.ceil(script.timeoutMs / 1000))}, maxSockets: 1 },
  plugins: { ensure: {} },
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
  const over = Date.now() >= context.vars.until || context.vars.asked >= REQUESTS_EACH;
  next(!over);
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
      ${begin.replace("\n  ", "\n      ")}
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
function phases({ shapes, extent }: Script): string {
  const { requests, durationMs } = extent;
  const all = shapes.flatMap((shape, index): readonly object[] => {
    if (shape.kind === "closed") {
      const wait = Math.ceil((durationMs ?? 60_000) / 1000);
      const name = `${shape.users} users`;
      const last = index === shapes.length - 1;
      return [{ name, duration: 1, arrivalCount: shape.users }, ...(last ? [] : [{ pause: wait }])];
    }
    const seconds = Math.max(1, Math.round((durationMs ?? ((requests ?? 1) * 1000) / shape.perSecond) / 1000));
    const count = Math.max(1, Math.min(requests ?? Number.POSITIVE_INFINITY, Math.round(shape.perSecond * seconds)));
    return [{ name: `${shape.perSecond} a second`, duration: seconds, arrivalCount: count }];
  });
  return indent(all);
}

/** Artillery divides no requests among its users: each of the smallest step has its part, rounded up. */
function requestsEach({ shapes, extent }: Script): string {
  const users = shapes.map((shape) => (shape.kind === "closed" ? shape.users : 1));
  if (extent.requests === undefined) return "Number.POSITIVE_INFINITY";
  return String(Math.ceil(extent.requests / Math.max(1, ...users)));
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
