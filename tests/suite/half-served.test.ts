import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import type { HttpResponse } from "../../src/model/serving.ts";
import { runInMemory } from "../support/matrix.ts";
import { answering, httpText, methodOf, mutant, WITH_TOKEN, wrapHttp } from "../support/mutate.ts";

const REVISION = "2026-07-28";
const JSON_TYPE = [["Content-Type", "application/json"]] as const;

/** The reference, which answers all but server/discover so. */
function serving(other: (body: string) => HttpResponse) {
  return mutant(
    { name: "answers discovery alone", revisions: [REVISION] },
    wrapHttp((request, next) => (methodOf(request) === "server/discover" ? next(request) : other(request.body))),
  ).server(REVISION);
}

async function outcomeOf(server: Parameters<typeof runInMemory>[0], id: string): Promise<string | undefined> {
  const { report } = await runInMemory(server, REVISION, "http", { only: [id] });
  return report.tests.find((one) => one.id === id)?.outcome;
}

it.each([
  ["500", () => httpText(500, "")],
  ["202", () => httpText(202, "")],
  ["an empty 200", () => httpText(200, "", JSON_TYPE)],
  ["another id", () => httpText(200, '{"jsonrpc":"2.0","id":"other","result":{}}', JSON_TYPE)],
  ["500 with a result", (body: string) => httpText(500, resultFor(body), JSON_TYPE)],
])("lists that are answered with %s agree with no declaration", async (_, other) => {
  expect(await outcomeOf(serving(other), "lifecycle-capability-handlers-match")).toBe("unknown");
});

function resultFor(body: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: (JSON.parse(body) as { id?: unknown }).id, result: {} });
}

it("a result under an error's status is no answer to server/discover", async () => {
  const server = mutant(
    { name: "500 with results", revisions: [REVISION] },
    wrapHttp(async (request, next) => {
      const response = await next(request);
      return response.kind === "answer" ? { ...response, status: 500 } : response;
    }),
  ).server(REVISION);
  expect(await outcomeOf(server, "lifecycle-discover")).toBe("unknown");
});

it("a server that gives every request back has been asked nothing about its logs", async () => {
  const server = mutant(
    { name: "echo", revisions: [REVISION] },
    wrapHttp((request) => httpText(200, request.body, JSON_TYPE)),
  ).server(REVISION);
  expect(await outcomeOf(server, "lifecycle-log-level-gating")).toBe("unknown");
});

describe.each(REVISIONS)(
  "a server of %s that lists its tools and turns every call down in the same words",
  (revision) => {
    const server = (answer: (message: JsonObject) => JsonObject) =>
      mutant(
        { name: "turns all down", revisions: [revision] },
        answering(
          ({ request }) => ["tools/call", "completion/complete"].includes(request?.method ?? ""),
          (message) => ({ jsonrpc: "2.0", id: message["id"] ?? null, ...answer(message) }),
        ),
      ).server(revision);
    const run = async (
      answer: (message: JsonObject) => JsonObject,
      transport: "http" | "stdio",
    ): Promise<ReadonlyMap<string, string>> => {
      const only = ["tools-call-unknown", "error-missing-params", "lifecycle-completions"];
      const { report } = await runInMemory(server(answer), revision, transport, { only });
      return new Map(report.tests.map((one) => [one.id, one.outcome]));
    };

    it.each(["http", "stdio"] as const)("is not credited with it (%s)", async (transport) => {
      const outcomes = await run(() => ({ error: { code: -32000, message: "no" } }), transport);
      expect([...outcomes.values()]).toEqual(["unknown", "unknown", "unknown"]);
    });

    it("is credited where the words are other ones", async () => {
      const outcomes = await run(
        (message) => ({ error: { code: -32602, message: `bad: ${String(message["id"])}` } }),
        "http",
      );
      expect(outcomes.get("tools-call-unknown")).toBe("pass");
      expect(outcomes.get("error-missing-params")).toBe("pass");
    });
  },
);

it("a 401 to everybody does not show that a credential is asked for", async () => {
  const server = mutant(
    { name: "401 to all", revisions: [REVISION] },
    wrapHttp(() => httpText(401, "", [["WWW-Authenticate", "Bearer"]])),
  ).server(REVISION);
  const target = { kind: "http", url: "http://127.0.0.1/mcp", headers: WITH_TOKEN.headers ?? [] } as const;
  const { report } = await runInMemory(server, REVISION, "http", { target, only: ["security-auth-required"] });
  expect(report.tests.map((one) => one.outcome)).toEqual(["unknown"]);
});
