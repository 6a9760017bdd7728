import { describe, expect, it } from "vitest";
import { isObject } from "../../src/model/json.ts";
import { REVISIONS, type Revision } from "../../src/model/revision.ts";
import type { HttpRequest, HttpResponse } from "../../src/model/serving.ts";
import type { HttpTarget } from "../../src/model/target.ts";
import {
  BEARER,
  behind,
  every,
  firstTime,
  type Gate,
  hostGuard,
  moved,
  on,
  originGuard,
  outOfScope,
  page,
  tokenGuard,
  tooMany,
  unauthorized,
  withMetadata,
} from "../support/gateway.ts";
import { expectPlaces, ids, type Ran, runInMemory } from "../support/matrix.ts";
import { jsonOf, TOKEN, WITH_TOKEN } from "../support/mutate.ts";
import { MEMORY_URL, reference } from "../support/reference.ts";
import { asksUnknown } from "../support/unknown-method.ts";

interface Case {
  readonly name: string;
  readonly gate: () => Gate;
  /** The user has a token. */
  readonly token?: boolean;
  /** Checks that are about what the gateway does, and do fail. */
  readonly fails?: { readonly [R in Revision]?: readonly string[] };
}

const FEATURES = ["tools/", "prompts/", "resources/", "completion/", "logging/", "ping", "subscriptions/"];

const CASES: readonly Case[] = [
  { name: "401 with a JSON-RPC body to everything", gate: () => on(unauthorized(BEARER)) },
  {
    name: "401 without a challenge to everything",
    gate: () => on(unauthorized()),
    fails: { "2026-07-28": ["security-www-authenticate"] },
  },
  { name: "401 to everything, though there is a token", token: true, gate: () => on(unauthorized(BEARER)) },
  { name: "401 to tools/call alone", gate: () => on(unauthorized(BEARER), "tools/call") },
  { name: "401 to all but the greeting", gate: () => withMetadata(on(unauthorized(BEARER), ...FEATURES)) },
  { name: "401 to whom it does not know", token: true, gate: () => tokenGuard(TOKEN, unauthorized(BEARER)) },
  {
    name: "403 to whom it does not know",
    token: true,
    gate: () => tokenGuard(TOKEN, page(403)),
    fails: { "2026-07-28": ["security-auth-required", "security-auth-malformed"] },
  },
  {
    name: "403 with a challenge to prompts and resources",
    token: true,
    gate: () => on(outOfScope, "prompts/", "resources/"),
  },
  { name: "403 with a challenge to tools/call, without a token", gate: () => on(outOfScope, "tools/call") },
  { name: "a bare 403 to everything", gate: () => on(page(403)) },
  { name: "a bare 403 to everything, though there is a token", token: true, gate: () => on(page(403)) },
  { name: "a bare 403 to another host than its own", gate: () => hostGuard(page(403), ["mcp.example.com"]) },
  { name: "a bare 403 to a foreign host, its own passes", gate: () => hostGuard(page(403), ["127.0.0.1"]) },
  { name: "a bare 403 to every Origin", gate: () => originGuard(page(403)) },
  { name: "429 to everything, for ever", gate: () => on(tooMany) },
  { name: "429 to tools/call, for ever", gate: () => on(tooMany, "tools/call") },
  { name: "429 to every fifth request", gate: () => every(5, tooMany) },
  { name: "429 to every request, the first time", gate: () => firstTime(tooMany) },
  { name: "502 with a page to everything", gate: () => on(page(502)) },
  { name: "502 with a page to lists", gate: () => on(page(502), "tools/list", "prompts/list", "resources/list") },
  { name: "503 to every seventh request", gate: () => every(7, page(503)) },
  { name: "504 to tools/call and prompts/get", gate: () => on(page(504), "tools/call", "prompts/get") },
  { name: "302 to a login page for everything", gate: () => on(moved) },
  { name: "a bare 403 to what is no JSON-RPC", gate: () => firewall(page(403)) },
  { name: "502 with a page to what is no JSON-RPC", gate: () => firewall(page(502)) },
  {
    name: "401 with a JSON-RPC body to methods that it does not know",
    gate: () => withMetadata(methodFilter(unauthorized(BEARER))),
  },
  {
    // The older revision has no word for a refusal without a JSON-RPC error: whoever gives it, clients get no answer.
    // And what its page shows of the inside, it shows whoever wrote it.
    name: "400 with a page to methods that it does not know",
    gate: () => methodFilter(page(400)),
    fails: {
      "2025-11-25": ["error-unknown-method", "security-error-no-internal-ip"],
      "2026-07-28": ["security-error-no-internal-ip"],
    },
  },
];

/** Turns down POSTs that are no JSON-RPC. */
function firewall(answer: () => HttpResponse): Gate {
  return (request) => {
    const json = jsonOf(request);
    const sound = isObject(json) ? json["jsonrpc"] === "2.0" && "method" in json : Array.isArray(json);
    return request.method === "POST" && !sound ? answer() : undefined;
  };
}

function methodFilter(answer: (request: HttpRequest) => HttpResponse): Gate {
  return (request) => (asksUnknown(request) ? answer(request) : undefined);
}

function run(one: Case, revision: Revision): Promise<Ran> {
  const headers = one.token === true ? (WITH_TOKEN.headers ?? []) : [];
  const target: HttpTarget = { kind: "http", url: MEMORY_URL, headers };
  return runInMemory(behind(reference(revision), one.gate()), revision, "http", { target, concurrency: 4 });
}

describe.each(REVISIONS)("nothing that a gateway says is laid to the server (%s)", (revision) => {
  it.each(CASES)("$name", async (one) => {
    const ran = await run(one, revision);
    const meant = one.fails?.[revision] ?? [];
    const failed = ids(ran.report, "fail");
    expect(failed.filter((text) => !meant.includes(text.split(":")[0] ?? ""))).toEqual([]);
    expect(meant.filter((id) => !failed.some((text) => text.startsWith(`${id}:`)))).toEqual([]);
    expectPlaces(ran);
  });

  it("the reference itself has nothing that is not evaluable", async () => {
    const open = await run({ name: "no gateway", gate: () => () => undefined }, revision);
    expect(ids(open.report, "unknown")).toEqual([]);
  });
});
