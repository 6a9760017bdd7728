/** Verdicts where something stands between the rule and the server: nobody may be failed, or passed, for another's answer. */
import { describe, expect, it } from "vitest";
import { judgeRule } from "../../src/engine/judge.ts";
import type { ProbeRun } from "../../src/model/recording.ts";
import type { Revision } from "../../src/model/revision.ts";
import type { Rule } from "../../src/model/rule.ts";
import transportBatchReject from "../../src/rules/transport/transport-batch-reject.ts";
import transportConcurrent from "../../src/rules/transport/transport-concurrent.ts";
import transportGetRemoved from "../../src/rules/transport/transport-get-removed.ts";
import transportHeaderMethodRequired from "../../src/rules/transport/transport-header-method-required.ts";
import transportHeaderNameMismatch from "../../src/rules/transport/transport-header-name-mismatch.ts";
import transportHeaderVersionRequired from "../../src/rules/transport/transport-header-version-required.ts";
import transportNotification202 from "../../src/rules/transport/transport-notification-202.ts";
import transportPost from "../../src/rules/transport/transport-post.ts";
import transportSessionId from "../../src/rules/transport/transport-session-id.ts";
import transportSessionIgnored from "../../src/rules/transport/transport-session-ignored.ts";
import transportSessionInvalid from "../../src/rules/transport/transport-session-invalid.ts";
import { greeting, recording, run, type Said } from "../facts/recordings.ts";

const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";
const SERVED = { method: "server/discover", result: { supportedVersions: [MODERN], capabilities: {} } } as const;
const MISMATCH = { code: -32020, message: "Header mismatch" };

function outcome(rule: Rule, revision: Revision, runs: readonly ProbeRun[]): string {
  const about = rule.revisions[revision];
  if (about === undefined) throw new Error(`${rule.id} does not hold in ${revision}`);
  const verdict = judgeRule(about, recording(revision, runs), revision);
  return verdict.outcome === "pass" && verdict.notes.length > 0 ? "pass, noted" : verdict.outcome;
}

function first(said: Partial<Said>, revision: Revision): readonly ProbeRun[] {
  return revision === MODERN
    ? [run("lifecycle/discover", [{ label: "discover", method: "server/discover", ...said }], revision)]
    : [run("lifecycle/handshake", [{ label: "initialize", method: "initialize", ...said }], revision)];
}

const NOBODYS = { error: { code: -32000, message: "no" } };

describe("the first POST", () => {
  it.each<[string, Partial<Said>, string, string]>([
    ["a result", { result: {} }, "pass", "pass"],
    ["400 with a JSON-RPC error", { status: 400, ...NOBODYS }, "pass", "pass"],
    ["404 with a JSON-RPC error", { status: 404, ...NOBODYS }, "pass", "pass"],
    ["404 with other JSON", { status: 404, body: { detail: "Not Found" } }, "fail", "fail"],
    ["405", { status: 405 }, "fail", "fail"],
    ["406", { status: 406 }, "fail", "unknown"],
    ["400 without a message", { status: 400 }, "unknown", "unknown"],
    ["500 without a message", { status: 500 }, "unknown", "unknown"],
    ["401", { status: 401, ...NOBODYS }, "unknown", "unknown"],
    ["429", { status: 429 }, "unknown", "unknown"],
    ["502", { status: 502 }, "unknown", "unknown"],
    ["302", { status: 302 }, "unknown", "unknown"],
  ])("%s", (_name, said, legacy, modern) => {
    expect(outcome(transportPost, LEGACY, first(said, LEGACY))).toBe(legacy);
    expect(outcome(transportPost, MODERN, first(said, MODERN))).toBe(modern);
  });
});

describe("a request without Mcp-Method", () => {
  const judge = (said: Partial<Said>, control: Partial<Said> = SERVED, after?: Partial<Said>) =>
    outcome(transportHeaderMethodRequired, MODERN, [
      greeting({}, MODERN),
      run("transport/method-header", [
        { label: "control", method: "server/discover", ...control },
        { label: "server/discover without Mcp-Method", method: "server/discover", faulty: true, ...said },
        ...(after === undefined ? [] : [{ label: "control after", method: "server/discover", ...after }]),
      ]),
    ]);

  it.each<[string, string, Partial<Said>, Partial<Said>?, Partial<Said>?]>([
    ["400 with -32020", "pass", { status: 400, error: MISMATCH }],
    ["200 with -32020", "fail", { status: 200, error: MISMATCH }],
    ["404 with -32020", "fail", { status: 404, error: MISMATCH }],
    ["400 with another code", "fail", { status: 400, error: { code: -32602, message: "" } }],
    ["a result", "fail", { result: {} }],
    ["a bare 400 before a sound request that is served", "pass, noted", { status: 400 }, SERVED, SERVED],
    ["a bare 400 before a sound request that is not", "unknown", { status: 400 }, SERVED, { status: 400 }],
    ["a bare 400 and nothing after it", "unknown", { status: 400 }],
    ["a bare 500", "unknown", { status: 500 }, SERVED, SERVED],
    ["401", "unknown", { status: 401, error: MISMATCH }],
    ["429", "unknown", { status: 429 }, SERVED, SERVED],
    ["-32020 for its twin too", "unknown", { status: 400, error: MISMATCH }, { status: 400, error: MISMATCH }],
  ])("%s", (_name, expected, said, control, after) => {
    expect(judge(said, control, after)).toBe(expected);
  });
});

describe("a request without MCP-Protocol-Version", () => {
  const judge = (said: Partial<Said>, legacy: Partial<Said>) =>
    outcome(transportHeaderVersionRequired, MODERN, [
      greeting({}, MODERN),
      run("transport/version-header", [
        { label: "control", ...SERVED },
        { label: "server/discover without MCP-Protocol-Version", method: "server/discover", faulty: true, ...said },
      ]),
      run(
        "lifecycle/dual-era",
        [
          { label: "legacy initialize", method: "initialize", ...legacy },
          { label: "legacy initialize 2025-03-26", method: "initialize", ...legacy },
        ],
        LEGACY,
      ),
    ]);

  it.each<[string, string, Partial<Said>, Partial<Said>]>([
    [
      "refused as it should be, by a server of both eras",
      "pass",
      { status: 400, error: MISMATCH },
      { result: { protocolVersion: "2025-03-26" } },
    ],
    ["served by a server of 2025-03-26", "skip", { result: {} }, { result: { protocolVersion: "2025-03-26" } }],
    [
      "served by a server of both eras that has no older clients",
      "fail",
      { result: {} },
      { result: { protocolVersion: "2025-11-25" } },
    ],
    ["served by a server of this revision only", "fail", { result: {} }, { status: 400, error: MISMATCH }],
    ["served, and the era is not known", "unknown", { result: {} }, { status: 503 }],
  ])("%s", (_name, expected, said, legacy) => {
    expect(judge(said, legacy)).toBe(expected);
  });
});

describe("Mcp-Name", () => {
  const judge = (own: Partial<Said>, other: Partial<Said>) =>
    outcome(transportHeaderNameMismatch, MODERN, [
      greeting({}, MODERN),
      run("transport/name-header", [
        { label: "resources/read with its Mcp-Name", method: "resources/read", ...own },
        { label: "resources/read with another Mcp-Name", method: "resources/read", faulty: true, ...other },
        { label: "control after", ...SERVED },
      ]),
    ]);
  const gone = { error: { code: -32602, message: "Resource not found" } };

  it.each<[string, string, Partial<Said>, Partial<Said>]>([
    ["both as they should be", "pass", { result: {} }, { status: 400, error: MISMATCH }],
    ["both served", "fail", { result: {} }, { result: {} }],
    ["refused for another reason either way", "unknown", gone, gone],
    ["the twin refused, the other told apart", "pass", gone, { status: 400, error: MISMATCH }],
    ["the twin refused as a mismatch", "unknown", { status: 400, error: MISMATCH }, { status: 400, error: MISMATCH }],
  ])("%s", (_name, expected, own, other) => {
    expect(judge(own, other)).toBe(expected);
  });
});

describe("GET at a server of 2026-07-28", () => {
  const judge = (status: number, legacy: Partial<Said>) =>
    outcome(transportGetRemoved, MODERN, [
      greeting({}, MODERN),
      run("transport/removed-methods", [
        { label: "control", ...SERVED },
        { label: "GET", method: "GET", status },
      ]),
      run("lifecycle/dual-era", [{ label: "legacy initialize", method: "initialize", ...legacy }], LEGACY),
    ]);
  const refused = { status: 400, error: MISMATCH };

  it.each<[string, string, number, Partial<Said>]>([
    ["405", "pass", 405, { status: 503 }],
    ["404 of a server of one era", "fail", 404, refused],
    ["404 of a server of one era that refuses barely", "fail", 404, { status: 400 }],
    ["404 of a server of both", "skip", 404, { result: { protocolVersion: LEGACY } }],
    ["404, and a 403 to initialize", "unknown", 404, { status: 403 }],
    ["404, and a 500 to initialize", "unknown", 404, { status: 500 }],
    ["401", "unknown", 401, refused],
    ["302", "unknown", 302, refused],
  ])("%s", (_name, expected, status, legacy) => {
    expect(judge(status, legacy)).toBe(expected);
  });
});

describe("Mcp-Session-Id in 2026-07-28", () => {
  const judge = (said: Partial<Said>, after: Partial<Said> = SERVED) =>
    outcome(transportSessionIgnored, MODERN, [
      greeting({}, MODERN),
      run("transport/session-header", [
        { label: "control", ...SERVED },
        { label: "a request with Mcp-Session-Id", method: "server/discover", ...said },
        { label: "control after", method: "server/discover", ...after },
      ]),
    ]);

  it("is refused by the server, or by whoever refuses all", () => {
    expect(judge({ status: 404 })).toBe("fail");
    expect(judge({ status: 404 }, { status: 404 })).toBe("unknown");
    expect(judge({ status: 503 })).toBe("unknown");
    expect(judge(SERVED)).toBe("pass");
  });
});

describe("session ids of 2025-11-25", () => {
  const hello: ProbeRun = {
    ...greeting({}, LEGACY),
    exchanges: greeting({}, LEGACY).exchanges.map((one) => ({
      ...one,
      frames: one.frames.map((frame) =>
        frame.kind === "head" ? { ...frame, headers: [...frame.headers, ["Mcp-Session-Id", "s"] as const] } : frame,
      ),
    })),
  };
  const judge = (rule: Rule, missing: Partial<Said>, unknown: Partial<Said>, control: Partial<Said> = { result: {} }) =>
    outcome(rule, LEGACY, [
      hello,
      run(
        "transport/session",
        [
          { label: "control", method: "ping", ...control },
          { label: "without id", method: "ping", faulty: true, ...missing },
          { label: "unknown id", method: "ping", faulty: true, ...unknown },
        ],
        LEGACY,
      ),
    ]);

  it.each<[string, Partial<Said>, Partial<Said>, string, string]>([
    ["as they should be", { status: 400 }, { status: 404 }, "pass", "pass"],
    ["no id needed", { result: {} }, { result: {} }, "pass, noted", "pass, noted"],
    ["any id will do", { status: 400 }, { result: {} }, "pass", "fail"],
    ["400 for both", { status: 400 }, { status: 400 }, "pass", "pass, noted"],
    ["404 for both", { status: 404 }, { status: 404 }, "fail", "pass"],
    ["an error under 200", NOBODYS, { status: 404 }, "fail", "pass"],
    ["a gateway for the missing one", { status: 503 }, { result: {} }, "unknown", "unknown"],
    ["a Bearer wall", { status: 401 }, { status: 401 }, "unknown", "unknown"],
  ])("%s", (_name, missing, unknown, id, invalid) => {
    expect(judge(transportSessionId, missing, unknown)).toBe(id);
    expect(judge(transportSessionInvalid, missing, unknown)).toBe(invalid);
  });

  it("say nothing when the session itself is not served", () => {
    expect(judge(transportSessionId, { status: 404 }, { status: 404 }, { status: 404 })).toBe("unknown");
  });

  it("are not asked of a server that gives none", () => {
    const none = run("transport/session", [], LEGACY, { kind: "not-run", state: "absent", reason: "none" });
    expect(outcome(transportSessionId, LEGACY, [greeting({}, LEGACY), none])).toBe("skip");
  });
});

describe("a notification", () => {
  const judge = (...answers: readonly Partial<Said>[]) =>
    outcome(transportNotification202, MODERN, [
      greeting({}, MODERN),
      run("transport/notifications", [
        { label: "control", ...SERVED },
        ...answers.map((one) => ({ label: "notification", method: "notifications/x-probe", ...one })),
      ]),
    ]);

  it("is judged on its own: one finding stands, one gap leaves the whole open", () => {
    expect(judge({ status: 400 }, { status: 404 })).toBe("pass");
    expect(judge({ status: 400 }, { status: 503 })).toBe("unknown");
    expect(judge({ status: 204 }, { status: 503 })).toBe("fail");
    expect(judge({ status: 400 }, { status: 500 })).toBe("unknown");
    expect(judge({ status: 202, body: { ok: true } }, { status: 400 })).toBe("fail");
  });
});

describe("a batch", () => {
  const judge = (revision: Revision, said: Partial<Said>) =>
    outcome(transportBatchReject, revision, [
      greeting({}, revision),
      run(
        "transport/batch",
        [
          { label: "control", method: "ping", result: {} },
          { label: "batch", method: "ping", faulty: true, ...said },
        ],
        revision,
      ),
    ]);

  it.each<[string, Partial<Said>, string, string]>([
    ["an array of results", { body: [{ jsonrpc: "2.0", id: 1, result: {} }] }, "fail", "fail"],
    ["one result", { result: {} }, "pass, noted", "fail"],
    ["one error", { error: { code: -32600, message: "" } }, "pass", "pass"],
    ["a bare 400", { status: 400 }, "pass", "pass"],
    ["a bare 500", { status: 500 }, "unknown", "unknown"],
    ["500 with an error", { status: 500, error: { code: -32603, message: "" } }, "pass", "pass"],
    ["429", { status: 429 }, "unknown", "unknown"],
  ])("%s", (_name, said, legacy, modern) => {
    expect(judge(LEGACY, said)).toBe(legacy);
    expect(judge(MODERN, said)).toBe(modern);
  });
});

describe("parallel requests", () => {
  const judge = (after: Partial<Said>, ...answers: readonly Partial<Said>[]) =>
    outcome(transportConcurrent, MODERN, [
      greeting({}, MODERN),
      run("transport/concurrent", [
        ...answers.map((one) => ({ label: "round 1", method: "server/discover", ...one })),
        { label: "control after", method: "server/discover", ...after },
      ]),
    ]);

  it("are judged by their ids; refusals for load are none", () => {
    const crossed = { body: { jsonrpc: "2.0", id: "another", result: {} } };
    expect(judge(SERVED, SERVED, SERVED, SERVED)).toBe("pass");
    expect(judge(SERVED, SERVED, crossed)).toBe("fail");
    expect(judge({ status: 500 }, SERVED, crossed)).toBe("fail");
    expect(judge(SERVED, SERVED, SERVED, { status: 429 })).toBe("pass, noted");
    expect(judge(SERVED, SERVED, { status: 429 }, { status: 503 })).toBe("unknown");
    expect(judge({ status: 500 }, SERVED, SERVED, SERVED)).toBe("unknown");
  });
});
