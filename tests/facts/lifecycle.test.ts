import { describe, expect, it } from "vitest";
import { isObject, type Json } from "../../src/model/json.ts";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import type { RunOptions } from "../../src/suite.ts";
import { runInMemory } from "../support/matrix.ts";
import {
  answering,
  headerOf,
  httpText,
  jsonOf,
  methodOf,
  mutant,
  resultOf,
  said,
  setting,
  stdioLines,
  type Twisting,
  telling,
  tool,
  withHeaders,
  withTools,
  wrapHttp,
} from "../support/mutate.ts";

/** What the lifecycle checks say of a server: outcome and details by id. */
async function lifecycle(
  revision: Revision,
  transport: TransportKind,
  twists: readonly Twisting[],
  changes: Partial<RunOptions> = {},
) {
  const made = mutant({ name: "test", revisions: [revision] }, ...twists);
  const { report } = await runInMemory(made.server(revision), revision, transport, {
    only: ["lifecycle"],
    concurrency: 8,
    ...changes,
  });
  return Object.fromEntries(report.tests.map((one) => [one.id, { outcome: one.outcome, details: one.details }]));
}

function metaOf(json: Json | undefined) {
  const params = isObject(json) ? json["params"] : undefined;
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta : undefined;
}

const UNAUTHORIZED = JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32001, message: "Unauthorized" } });

describe("an answer that may not be the server's own", () => {
  it.each([301, 401, 429, 503])("leaves everything open where initialize gets HTTP %i", async (status) => {
    const refuse = wrapHttp((request, next) =>
      methodOf(request) === "initialize"
        ? httpText(status, UNAUTHORIZED, [["Content-Type", "application/json"]])
        : next(request),
    );
    const found = await lifecycle("2025-11-25", "http", [refuse]);
    expect(found["lifecycle-init"]?.outcome).toBe("unknown");
    expect(found["lifecycle-ping"]?.outcome).toBe("unknown");
    expect(Object.values(found).filter((one) => one.outcome === "fail")).toEqual([]);
  });

  it("is no refusal of a request without _meta", async () => {
    const gateway = wrapHttp((request, next) =>
      methodOf(request) !== "" && metaOf(jsonOf(request)) === undefined
        ? httpText(403, UNAUTHORIZED, [["Content-Type", "application/json"]])
        : next(request),
    );
    const found = await lifecycle("2026-07-28", "http", [gateway]);
    expect(found["lifecycle-meta-required"]?.outcome).toBe("unknown");
    expect(found["lifecycle-meta-protocol-version-required"]?.outcome).toBe("pass");
  });

  it("passes with a note where it is HTTP 400 without a body, and is open where it is another status", async () => {
    const bare = (status: number) =>
      wrapHttp((request, next) =>
        methodOf(request) !== "" && metaOf(jsonOf(request)) === undefined ? httpText(status, "no") : next(request),
      );
    const noted = await lifecycle("2026-07-28", "http", [bare(400)]);
    expect(noted["lifecycle-meta-required"]).toMatchObject({ outcome: "pass" });
    expect(noted["lifecycle-meta-required"]?.details).toContain("intermediary");
    const open = await lifecycle("2026-07-28", "http", [bare(500)]);
    expect(open["lifecycle-meta-required"]?.outcome).toBe("unknown");
  });
});

describe("silence", () => {
  it("of ping alone fails ping", async () => {
    const found = await lifecycle("2025-11-25", "stdio", [answering("ping", () => [])], {
      timeoutMs: 100,
      only: ["lifecycle-ping"],
    });
    expect(found["lifecycle-ping"]?.outcome).toBe("fail");
  });

  it("of everything leaves ping open", async () => {
    const after = (message: { readonly [key: string]: Json }) => message["method"] === "initialize";
    const mute = stdioLines({
      heard: (line) => (after(JSON.parse(line)) ? [line] : []),
    });
    const found = await lifecycle("2025-11-25", "stdio", [mute], { timeoutMs: 100, only: ["lifecycle-ping"] });
    expect(found["lifecycle-ping"]?.outcome).toBe("unknown");
  });

  it("after a broken request leaves its check open", async () => {
    const found = await lifecycle(
      "2026-07-28",
      "stdio",
      [
        answering(
          ({ request }) => !("_meta" in (isObject(request?.params) ? request.params : {})),
          () => [],
        ),
      ],
      { only: ["lifecycle-meta-required"] },
    );
    expect(found["lifecycle-meta-required"]?.outcome).toBe("unknown");
  });

  it.each(["http", "stdio"] as const)("instead of an acknowledgement fails listen over %s", async (transport) => {
    const found = await lifecycle(
      "2026-07-28",
      transport,
      [telling((message) => (String(message["method"]).includes("acknowledged") ? [] : message))],
      { timeoutMs: 300, only: ["lifecycle-subscriptions-listen"] },
    );
    expect(found["lifecycle-subscriptions-listen"]?.outcome).toBe("fail");
    expect(found["lifecycle-subscriptions-listen"]?.details).toContain("acknowledgement");
  });

  it("of a slow tool says nothing of progress tokens", async () => {
    const slow = tool("now", {}, () => ({ kind: "later", run: () => new Promise(() => {}) }));
    const found = await lifecycle("2025-11-25", "http", [withTools([slow], "only")], {
      timeoutMs: 200,
      only: ["lifecycle-progress-token"],
    });
    expect(found["lifecycle-progress-token"]?.outcome).toBe("pass");
  });
});

describe("capabilities that are no object", () => {
  it("are one fault, and leave what depends on them open", async () => {
    const found = await lifecycle("2025-11-25", "http", [setting("initialize", "/result/capabilities", "all")]);
    expect(found["lifecycle-capabilities"]?.outcome).toBe("fail");
    expect(found["lifecycle-logging"]?.details).toBe(found["lifecycle-completions"]?.details);
    expect(found["lifecycle-logging"]?.outcome).toBe("unknown");
  });
});

describe("log messages", () => {
  const log = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };

  it("count on stdio, where nobody asked for any", async () => {
    const found = await lifecycle("2026-07-28", "stdio", [answering("tools/list", (message) => [log, message])]);
    expect(found["lifecycle-log-level-gating"]?.outcome).toBe("fail");
  });

  it("of a process that went over to an earlier revision do not count", async () => {
    const without = answering(
      ({ request, era }) => era === "legacy" && request?.method !== "initialize",
      (message) => [log, message],
    );
    const dual = { options: (options: object) => ({ ...options, eras: "dual" }) } as Twisting;
    const found = await lifecycle("2026-07-28", "stdio", [dual, without]);
    expect(found["lifecycle-log-level-gating"]?.outcome).toBe("pass");
  });
});

describe("responses", () => {
  it("are not looked for in the refusals of frameworks", async () => {
    const refuse = wrapHttp((request, next) =>
      headerOf(request, "origin") === undefined
        ? next(request)
        : httpText(403, '{"error":"forbidden"}', [["Content-Type", "application/json"]]),
    );
    const found = await lifecycle("2025-11-25", "http", [refuse], { only: [] });
    expect(found["lifecycle-jsonrpc"]?.outcome).toBe("pass");
  });

  it("fail where they have neither result nor error", async () => {
    const found = await lifecycle("2025-11-25", "stdio", [
      answering("prompts/list", ({ jsonrpc = null, id = null }) => ({ jsonrpc, id, prompts: [] })),
    ]);
    expect(found["lifecycle-jsonrpc"]?.outcome).toBe("fail");
    expect(found["lifecycle-jsonrpc"]?.details).toContain("neither");
  });
});

describe("requests of the server", () => {
  it("on the standing stream belong to the call in flight", async () => {
    const asking = tool("sampling twice", {}, (_args, context) =>
      context.era === "legacy" && "sampling" in context.clientCapabilities
        ? {
            kind: "ask",
            method: "sampling/createMessage",
            params: { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 1 },
            next: () => said("rejected"),
          }
        : said("nothing to ask"),
    );
    const found = await lifecycle("2025-11-25", "http", [withTools([asking])]);
    expect(found["lifecycle-sampling-capability"]?.outcome).toBe("pass");
  });
});

describe("a version", () => {
  it("that a dual-era server reads as legacy is told as a note", async () => {
    const found = await lifecycle("2026-07-28", "stdio", [
      { options: (options) => ({ ...options, eras: "dual" }) },
      resultOf("server/discover", (result) => result),
    ]);
    expect(found["lifecycle-meta-protocol-version-required"]?.outcome).toBe("pass");
    expect(found["lifecycle-dual-era"]?.details).toContain("earlier revisions");
  });

  it("in the header alone does not serve a request", async () => {
    const filled = wrapHttp((request, next) => next(withHeaders(request, { "MCP-Protocol-Version": "2026-07-28" })));
    const found = await lifecycle("2026-07-28", "http", [filled]);
    expect(found["lifecycle-version-unsupported"]?.outcome).toBe("fail");
  });
});
