import { runInNewContext } from "node:vm";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { type Script, variableFor } from "../../src/load/emit.ts";
import { artilleryScript } from "../../src/load/emit-artillery.ts";
import { k6Script } from "../../src/load/emit-k6.ts";
import { TOLERANCE } from "../../src/load/gates.ts";
import type { Revision } from "../../src/model/revision.ts";
import type { HttpRequest, HttpResponse } from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import { compose, dialectOf } from "../../src/protocol/dialects/mod.ts";
import { reference } from "../support/reference.ts";

const SECRET = "Bearer very-secret-0123456789";
const CLIENT = { name: "test", version: "1" };

function scriptFor(revision: Revision, more: Partial<Script> = {}): Script {
  const url = "http://127.0.0.1:1234/mcp";
  const spoken = { url, userHeaders: [], clientInfo: CLIENT, session: undefined, capabilities: {} };
  const sent = compose(dialectOf(revision), spoken, { id: 1, method: "tools/list", params: {} }, {});
  const body = JSON.parse(sent.kind === "http" ? (sent.body ?? "{}") : "{}");
  return {
    toolVersion: "0.0.0",
    url,
    revision,
    clientInfo: CLIENT,
    method: "tools/list",
    params: body.params ?? {},
    headers: dialectOf(revision).headers("tools/list", {}, {}, spoken),
    secrets: [["Authorization", "TOKEN"]],
    shapes: [
      { kind: "closed", users: 1 },
      { kind: "closed", users: 5 },
    ],
    extent: { durationMs: 2000 },
    connections: 50,
    timeoutMs: 5000,
    demands: { maxP95: 50, maxErrors: 0.01, minPerSecond: 10, tolerance: TOLERANCE },
    ...more,
  };
}

interface FetchRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: string;
}

interface Metric {
  readonly values: unknown[];
}

/** Runs a k6 script as k6 does: its top level once for each user, then its function again and again. */
async function runK6(text: string, answer: (request: HttpRequest) => HttpResponse, iterations: number) {
  const metrics = new Map<string, Metric>();
  class Stand {
    readonly metric: Metric = { values: [] };
    constructor(name: string) {
      metrics.set(name, this.metric);
    }
    add(value: unknown) {
      this.metric.values.push(value);
    }
  }
  const requests: HttpRequest[] = [];
  const http = {
    post(
      url: string,
      body: string,
      parameters: { readonly headers: Readonly<Record<string, string>>; readonly redirects: number },
    ) {
      expect(parameters.redirects).toBe(0);
      const headers: readonly Header[] = [...Object.entries(parameters.headers), ["Host", new URL(url).host]];
      const request = { method: "POST", path: new URL(url).pathname, headers, body };
      requests.push(request);
      const response = answer(request);
      if (response.kind !== "answer") return { status: 0, headers: {}, body: null, timings: { duration: 0 } };
      const text = response.body.kind === "text" ? response.body.text : "";
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: text,
        timings: { duration: 1 },
      };
    },
  };
  const modules: { readonly [name: string]: object } = {
    "k6/http": { default: http },
    k6: {
      fail(message: string) {
        throw new Error(message);
      },
    },
    "k6/metrics": { Counter: Stand, Rate: Stand, Trend: Stand },
  };
  const { code } = await transform(text, { loader: "js", format: "cjs" });
  const module = { exports: {} as { readonly options?: unknown; readonly default?: () => void } };
  runInNewContext(code, {
    module,
    exports: module.exports,
    require: (name: string) => ({ __esModule: true, ...modules[name] }),
    __ENV: { TOKEN: SECRET },
    URL,
  });
  for (let n = 0; n < iterations; n += 1) module.exports.default?.();
  return { options: module.exports.options, metrics, requests };
}

function answering(revision: Revision) {
  const server = reference(revision);
  return (request: HttpRequest): HttpResponse => {
    const response = server.http(request);
    if (response instanceof Promise) throw new Error("the reference server took its time");
    return response;
  };
}

describe("k6Script()", () => {
  it.each(["2025-11-25", "2026-07-28"] as const)("does against a server of %s what a load does", async (revision) => {
    const { metrics, requests, options } = await runK6(k6Script(scriptFor(revision)), answering(revision), 5);
    expect(metrics.get("mcp_ok")?.values).toEqual([1, 1, 1, 1, 1]);
    expect(metrics.get("mcp_errors")?.values).toEqual([false, false, false, false, false]);
    expect(metrics.get("mcp_latency")?.values).toHaveLength(5);
    const methods = requests.map((one) => JSON.parse(one.body).method);
    const greeting = revision === "2025-11-25" ? ["initialize", "notifications/initialized"] : [];
    expect(methods).toEqual([...greeting, ...new Array(5).fill("tools/list")]);
    expect(
      requests.every((one) => one.headers.some(([name, value]) => name === "Authorization" && value === SECRET)),
    ).toBe(true);
    expect(options).toMatchObject({
      scenarios: {
        step_1: { executor: "constant-vus", vus: 1, duration: "2000ms", startTime: "0s" },
        step_2: { executor: "constant-vus", vus: 5, startTime: "4s" },
      },
      thresholds: { mcp_latency: ["p(95)<=50"], mcp_errors: ["rate<=0.01"], mcp_ok: ["rate>=10"] },
    });
  });

  it("counts as errors what a load counts as errors", async () => {
    const text = k6Script(scriptFor("2026-07-28"));
    const json = (status: number, message: object): HttpResponse => ({
      kind: "answer",
      status,
      headers: [["Content-Type", "application/json"]],
      body: { kind: "text", text: JSON.stringify(message) },
    });
    const answers: readonly ((id: number) => HttpResponse)[] = [
      () => json(500, {}),
      (id) => json(200, { jsonrpc: "2.0", id, error: { code: -32603, message: "no" } }),
      (id) => json(200, { jsonrpc: "2.0", id: id + 1, result: {} }),
      (id) => json(200, { jsonrpc: "2.0", id, result: { isError: true } }),
      (id) => json(200, { jsonrpc: "2.0", id, result: { resultType: "input_required" } }),
      (id) => ({ ...json(200, { jsonrpc: "2.0", id, result: {} }), headers: [["Content-Type", "text/html"]] }),
      () => ({ kind: "drop" }),
      (id) => json(200, { jsonrpc: "2.0", id, result: {} }),
    ];
    let n = 0;
    const { metrics } = await runK6(
      text,
      (request) => {
        n += 1;
        return (answers[n - 1] as (typeof answers)[number])(JSON.parse(request.body).id);
      },
      answers.length,
    );
    expect(metrics.get("mcp_errors")?.values).toEqual([true, true, true, true, true, true, true, false]);
    expect(metrics.get("mcp_ok")?.values).toEqual([1]);
  });

  it("trusts whom the load trusts, and says what is not the same", async () => {
    const scripts = (trust?: "anybody" | "own-authority") =>
      [k6Script, artilleryScript].map((write) => write(scriptFor("2026-07-28", trust === undefined ? {} : { trust })));
    const [k6 = "", artillery = ""] = scripts("anybody");
    expect((await runK6(k6, answering("2026-07-28"), 0)).options).toMatchObject({ insecureSkipTLSVerify: true });
    expect(artillery).toContain("tls: { rejectUnauthorized: false },");
    for (const text of scripts()) expect(text).not.toMatch(/insecureSkip|rejectUnauthorized|_CERT/);
    const [own = "", other = ""] = scripts("own-authority");
    expect(own).toContain("SSL_CERT_FILE");
    expect(other).toContain("NODE_EXTRA_CA_CERTS");
    expect(other).toContain("--min-rps is not in it");
    for (const text of scripts()) expect(text).toMatch(/^\/\/ Not in it: warm-up, repeated runs/m);
  });

  it("writes a rate as an arrival rate, and a number of requests as iterations", () => {
    const rate = k6Script(scriptFor("2026-07-28", { shapes: [{ kind: "open", perSecond: 2.5 }] }));
    expect(rate).toContain('"executor": "constant-arrival-rate"');
    expect(rate).toMatch(/"rate": 150,\s+"timeUnit": "60s"/);
    const count = k6Script(scriptFor("2026-07-28", { extent: { requests: 100 } }));
    expect(count).toMatch(/"executor": "shared-iterations",\s+"vus": 5,\s+"iterations": 100/);
  });
});

describe("artilleryScript()", () => {
  async function load(text: string, fetch?: (url: string, request: FetchRequest) => Promise<Response>) {
    const { code } = await transform(text, { loader: "ts", format: "cjs" });
    const module = { exports: {} as Record<string, unknown> };
    const world = {
      module,
      exports: module.exports,
      process: { env: { TOKEN: SECRET } },
      URL,
      performance,
      fetch,
      __filename: "/load.js",
    };
    runInNewContext(code, world);
    return module.exports as {
      readonly config: {
        readonly phases: unknown;
        readonly ensure: unknown;
        readonly processor: string;
        readonly target: string;
      };
      readonly scenarios: unknown;
      prepare(request: Record<string, unknown>, context: object, events: object, next: () => void): void;
      examine(request: object, response: object, context: object, events: object, next: () => void): void;
      open(context: object, events: object, next: (error?: unknown) => void): void;
    };
  }

  it("is one file with its functions in it, and sends what a load sends", async () => {
    const text = artilleryScript(scriptFor("2026-07-28"));
    // npx without a version takes one that reads no TypeScript where Node is older.
    expect(text).toContain("npx artillery@latest run load.ts");
    const script = await load(text);
    expect(script.config).toMatchObject({
      target: "http://127.0.0.1:1234",
      processor: "/load.js",
      phases: [{ arrivalCount: 1, duration: 1 }, { pause: 2 }, { arrivalCount: 5, duration: 1 }],
      ensure: { thresholds: [{ "mcp.latency.p95": 50 }] },
    });
    const counted: [string, string, number][] = [];
    const events = { emit: (kind: string, name: string, value: number) => counted.push([kind, name, value]) };
    const context = { vars: {} as Record<string, unknown> };
    const request: Record<string, unknown> = {};
    let called = 0;
    const next = () => {
      called += 1;
    };
    script.open(context, events, next);
    script.prepare(request, context, events, next);
    const answer = answering("2026-07-28")({
      method: "POST",
      path: "/mcp",
      headers: Object.entries({ ...(request["headers"] as object), Host: "127.0.0.1:1234" }) as Header[],
      body: String(request["body"]),
    });
    if (answer.kind !== "answer" || answer.body.kind !== "text") throw new Error("no text came");
    script.examine(
      request,
      { statusCode: answer.status, headers: { "content-type": "application/json" }, body: answer.body.text },
      context,
      events,
      next,
    );
    expect(called).toBe(3);
    expect(counted).toMatchObject([
      ["counter", "mcp.ok", 1],
      ["counter", "mcp.errors", 0],
      ["histogram", "mcp.latency", expect.any(Number)],
    ]);
    script.examine(request, { statusCode: 503, headers: {}, body: "" }, context, events, next);
    expect(counted.at(-1)).toEqual(["counter", "mcp.error.http_503", 1]);
  });

  it("opens a session for each user on 2025-11-25, and sends its id with every request", async () => {
    const answer = answering("2025-11-25");
    const sent: HttpRequest[] = [];
    const ask = (headers: Readonly<Record<string, string>>, body: string) => {
      const all: readonly Header[] = [...Object.entries(headers), ["Host", "127.0.0.1:1234"]];
      const request: HttpRequest = { method: "POST", path: "/mcp", headers: all, body };
      sent.push(request);
      const response = answer(request);
      if (response.kind !== "answer") throw new Error("no answer came");
      return { ...response, text: response.body.kind === "text" ? response.body.text : "" };
    };
    const script = await load(artilleryScript(scriptFor("2025-11-25")), async (url, { headers, body, redirect }) => {
      expect([url, redirect]).toEqual(["http://127.0.0.1:1234/mcp", "manual"]);
      const { status, headers: own, text } = ask(headers, body);
      return new Response(text === "" ? null : text, { status, headers: Object.fromEntries(own) });
    });
    const kinds: string[] = [];
    const events = { emit: (_: string, name: string, value: number) => value === 1 && kinds.push(name) };
    for (let user = 0; user < 2; user += 1) {
      const context = { vars: {} as Record<string, unknown> };
      await new Promise<void>((resolve, reject) => {
        script.open(context, events, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
      });
      for (let n = 0; n < 2; n += 1) {
        const request: Record<string, unknown> = {};
        script.prepare(request, context, events, () => {});
        const { status, text } = ask(request["headers"] as Record<string, string>, String(request["body"]));
        const response = { statusCode: status, headers: { "content-type": "application/json" }, body: text };
        script.examine(request, response, context, events, () => {});
      }
    }
    expect(kinds.filter((name) => name !== "mcp.latency")).toEqual(new Array(4).fill("mcp.ok"));
    const of = (method: string) => sent.filter((one) => JSON.parse(one.body).method === method);
    const value = (one: HttpRequest, wanted: string) =>
      one.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    expect([of("initialize").length, of("notifications/initialized").length]).toEqual([2, 2]);
    expect(of("initialize").map((one) => value(one, "mcp-session-id"))).toEqual([undefined, undefined]);
    const sessions = of("tools/list").map((one) => value(one, "mcp-session-id"));
    expect([sessions[0] === sessions[1], sessions[2] === sessions[3], new Set(sessions).size]).toEqual([true, true, 2]);
    expect(sent.every((one) => value(one, "authorization") === SECRET)).toBe(true);
  });

  it("refuses what Artillery cannot say", () => {
    expect(() => artilleryScript(scriptFor("2026-07-28", { extent: { requests: 100 } }))).toThrow(/--duration/);
  });
});

describe("secrets", () => {
  it.each([
    ["k6", k6Script],
    ["artillery", artilleryScript],
  ])("never stand in a script for %s, and a URL with a query comes from the environment", (_name, write) => {
    const text = write(scriptFor("2026-07-28", { url: "https://host.example/mcp?api_key=very-secret" }));
    expect(text).not.toContain("very-secret");
    expect(text).toContain("MCP_URL, TOKEN");
    expect(variableFor("X-Api-Key")).toBe("MCP_HEADER_X_API_KEY");
  });
});
