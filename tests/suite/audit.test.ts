import { describe, expect, it } from "vitest";
import { AUDIT_ALIASES } from "../../src/model/aliases.ts";
import { RULES } from "../../src/rules/mod.ts";
import { judgeRecording } from "../../src/suite.ts";
import { auditInMemory, expectReadOnly, idsWith, verdictsOf } from "../support/audit.ts";
import { rpcError } from "../support/auth.ts";
import {
  errorOf,
  headerOf,
  httpAnswer,
  httpText,
  jsonOf,
  methodOf,
  mutant,
  reheaded,
  setting,
  WITH_TOKEN,
  withAuth,
  withHeaders,
  wrapHttp,
} from "../support/mutate.ts";
import { MEMORY_URL, reference } from "../support/reference.ts";

const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";
const ALL = AUDIT_ALIASES.map((one) => one.id);
const JSON_TYPE = [["Content-Type", "application/json"]] as const;

type Twisting = Parameters<typeof mutant>[1];

/** The reference of these eras, with one thing changed. */
function twisted(eras: typeof MODERN | typeof LEGACY | "dual", ...twists: readonly Twisting[]) {
  const revision = eras === LEGACY ? LEGACY : MODERN;
  return mutant({ name: "changed", revisions: [revision], options: { eras } }, ...twists).server(revision);
}

const anyOrigin = wrapHttp((request, next) => next(withHeaders(request, { Origin: null })));

describe("the reference server", () => {
  it.each([MODERN, "dual"] as const)("is conformant in all eleven rules as %s", async (eras) => {
    const audited = await auditInMemory(reference(eras));
    expect(idsWith(audited, "pass")).toEqual(ALL);
    expect(audited.audit.era).toEqual({ kind: "modern", dual: eras === "dual" });
    expect(audited.audit.exitCode).toBe(0);
    expect(audited.audit.summary).toBe("11 probes, 0 violations, 0 inconclusive -- CONFORMANT");
    expectReadOnly(audited.recording, MEMORY_URL);
  });

  it("has gaps and no defect as a server of 2025-11-25", async () => {
    const audited = await auditInMemory(reference(LEGACY));
    expect(idsWith(audited, "pass")).toEqual(["origin-403", "notification-202", "accept-both"]);
    expect(idsWith(audited, "gap")).toHaveLength(8);
    expect(audited.audit.era).toEqual({ kind: "legacy", revision: LEGACY });
    expect(audited.audit.exitCode).toBe(0);
    expect(audited.audit.summary).toBe(
      "3 probes, 0 violations, 0 inconclusive, 8 version gaps -- CONFORMANT (2025-11-25)",
    );
    expectReadOnly(audited.recording, MEMORY_URL);
  });

  it("has the same verdicts with one conversation at a time", async () => {
    for (const eras of [MODERN, LEGACY] as const) {
      const many = await auditInMemory(reference(eras), { concurrency: 8 });
      const one = await auditInMemory(reference(eras), { concurrency: 1 });
      expect(verdictsOf(one)).toEqual(verdictsOf(many));
    }
  });
});

describe("each rule, broken at a server that refuses initialize", () => {
  const asksUnknown = (method: string) => method.startsWith("x-probe/");
  const broken: { readonly [alias: string]: Twisting } = {
    "origin-403": anyOrigin,
    "get-405": httpAnswer((answer, request) => (request.method === "GET" ? httpText(404, "") : answer)),
    "delete-405": httpAnswer((answer, request) => (request.method === "DELETE" ? httpText(200, "gone") : answer)),
    "protocol-version-header": wrapHttp((request, next) =>
      next(
        headerOf(request, "mcp-protocol-version") === undefined
          ? withHeaders(request, { "MCP-Protocol-Version": MODERN })
          : request,
      ),
    ),
    "header-body-match": wrapHttp((request, next) => {
      const method = methodOf(request);
      const headers = headerOf(request, "mcp-method") === undefined || method === "" ? {} : { "Mcp-Method": method };
      return next(withHeaders(request, headers));
    }),
    "unknown-method-404": httpAnswer((answer, request) =>
      asksUnknown(methodOf(request)) ? reheaded(answer, {}, 200) : answer,
    ),
    "notification-202": httpAnswer((answer, request) =>
      methodOf(request).startsWith("notifications/") ? httpText(200, "{}", JSON_TYPE) : answer,
    ),
    "accept-both": httpAnswer((answer, request) =>
      methodOf(request) === "tools/list" && answer.status === 200
        ? reheaded(answer, { "Content-Type": "text/plain" })
        : answer,
    ),
    "session-id-ignored": wrapHttp((request, next) =>
      headerOf(request, "mcp-session-id") === undefined
        ? next(request)
        : httpText(400, rpcError(request, -32000, "no such session"), JSON_TYPE),
    ),
    "sse-no-buffering": httpAnswer((answer) => reheaded(answer, { "X-Accel-Buffering": null })),
  };

  it.each(ALL.filter((one) => one !== "no-initialize"))("%s is a defect, not a gap", async (alias) => {
    const twist = broken[alias];
    if (twist === undefined) throw new Error(`nothing breaks ${alias}`);
    const audited = await auditInMemory(twisted(MODERN, twist));
    expect(idsWith(audited, "defect")).toEqual([alias]);
    expect(idsWith(audited, "gap")).toEqual([]);
    expect(audited.audit.era).toEqual({ kind: "modern", dual: false });
    expect(audited.audit.exitCode).toBe(1);
    expect(audited.audit.summary).toMatch(/^11 probes, 1 violation, 0 inconclusive -- /);
    const line = audited.audit.lines.find((one) => one.id === alias);
    expect(line?.fixes.length).toBeGreaterThan(0);
    expect(line?.clauses[0]).toContain(`/specification/${MODERN}/`);
    const known = new Set(audited.recording.runs.flatMap((run) => run.exchanges.map((one) => one.id)));
    for (const one of line?.results.flatMap((result) => result.findings) ?? []) {
      expect(known.has(one.at.exchange)).toBe(true);
    }
    expectReadOnly(audited.recording, MEMORY_URL);
  });

  /** Mcp-Name is not compared for this method. */
  const nameless = (method: string) =>
    wrapHttp((request, next) => {
      const params = (jsonOf(request) as { params?: { name?: string; uri?: string } } | undefined)?.params;
      const name = params?.name ?? params?.uri;
      return next(
        methodOf(request) === method && name !== undefined ? withHeaders(request, { "Mcp-Name": name }) : request,
      );
    });

  it.each(["resources/read", "prompts/get"])(
    "header-body-match is a defect where Mcp-Name of %s is",
    async (method) => {
      const audited = await auditInMemory(twisted(MODERN, nameless(method)));
      expect(idsWith(audited, "defect")).toEqual(["header-body-match"]);
      expect(audited.audit.lines.find((one) => one.id === "header-body-match")?.details).toContain(method);
      expectReadOnly(audited.recording, MEMORY_URL);
    },
  );

  it("what only a call would show is left alone", async () => {
    const audited = await auditInMemory(twisted(MODERN, nameless("tools/call")));
    expect(idsWith(audited, "defect")).toEqual([]);
    expectReadOnly(audited.recording, MEMORY_URL);
  });

  it("no-initialize is a defect where initialize agrees to a revision that has none", async () => {
    const audited = await auditInMemory(twisted("dual", setting("initialize", "/result/protocolVersion", MODERN)));
    expect(idsWith(audited, "defect")).toEqual(["no-initialize"]);
    expect(audited.audit.summary).toContain("NOT CONFORMANT");
  });

  it("no-initialize is a SHOULD where the refusal names no version", async () => {
    const audited = await auditInMemory(
      twisted(
        MODERN,
        errorOf("initialize", () => ({ code: -32601, message: "Method not found" })),
      ),
    );
    expect(idsWith(audited, "defect")).toEqual(["no-initialize"]);
    expect(audited.audit.summary).toBe("11 probes, 1 violation, 0 inconclusive -- CONFORMANT BUT FOR A SHOULD");
    expect(audited.audit.exitCode).toBe(1);
  });

  it("says MUST or SHOULD as the specification does", async () => {
    const { audit } = await auditInMemory(reference(MODERN));
    const levels = Object.fromEntries(audit.lines.map((line) => [line.id, line.level]));
    expect(Object.entries(levels).flatMap(([id, level]) => (level === "MUST" ? [id] : []))).toEqual([
      "origin-403",
      "protocol-version-header",
      "header-body-match",
      "unknown-method-404",
      "no-initialize",
      "notification-202",
      "accept-both",
    ]);
    for (const id of ["get-405", "delete-405", "session-id-ignored", "sse-no-buffering"]) {
      expect(levels[id]).toBe("SHOULD");
    }
  });
});

describe("a server of both eras", () => {
  it("may answer initialize, GET and DELETE in the older way", async () => {
    const audited = await auditInMemory(
      twisted(
        "dual",
        httpAnswer((answer, request) => (request.method === "POST" ? answer : httpText(400, "no session"))),
      ),
    );
    expect(idsWith(audited, "none")).toEqual(["get-405", "delete-405"]);
    expect(idsWith(audited, "defect")).toEqual([]);
    expect(audited.audit.exitCode).toBe(0);
  });
});

describe("a server of an older era", () => {
  it("has a defect where a rule is as old as it", async () => {
    const audited = await auditInMemory(twisted(LEGACY, anyOrigin));
    expect(idsWith(audited, "defect")).toEqual(["origin-403"]);
    expect(audited.audit.exitCode).toBe(1);
    expect(audited.audit.lines[0]?.clauses[0]).toContain(`/specification/${LEGACY}/`);
  });

  it("has a defect where it reads no MCP-Protocol-Version, and a gap where it reads it", async () => {
    const blind = wrapHttp((request, next) => next(withHeaders(request, { "MCP-Protocol-Version": null })));
    const audited = await auditInMemory(twisted(LEGACY, blind));
    expect(idsWith(audited, "defect")).toEqual(["protocol-version-header"]);
    expectReadOnly(audited.recording, MEMORY_URL);
    const sound = await auditInMemory(reference(LEGACY));
    const line = sound.audit.lines.find((one) => one.id === "protocol-version-header");
    expect([line?.verdict, line?.results.map((one) => one.outcome)]).toEqual(["gap", ["pass"]]);
  });

  it("may refuse server/discover by the error of the later one", async () => {
    const refusing = (supported: readonly string[]) =>
      wrapHttp((request, next) => {
        if (methodOf(request) !== "server/discover") return next(request);
        const { id } = jsonOf(request) as { id: number };
        const error = { code: -32022, message: "Unsupported", data: { supported, requested: MODERN } };
        return httpText(400, JSON.stringify({ jsonrpc: "2.0", id, error }), JSON_TYPE);
      });
    const audited = await auditInMemory(twisted(LEGACY, refusing([LEGACY, "2025-06-18"])));
    expect(audited.audit.era).toEqual({ kind: "legacy", revision: LEGACY });
    expect(audited.audit.exitCode).toBe(0);
    expect(audited.audit.summary).toContain("CONFORMANT (2025-11-25)");
    expect(audited.audit.warnings).toEqual([]);
    expectReadOnly(audited.recording, MEMORY_URL);
    // Who says that it speaks the audited one, or says nothing, is not let off by it.
    for (const supported of [[MODERN, LEGACY], []]) {
      const other = await auditInMemory(twisted(LEGACY, refusing(supported)));
      expect(other.audit.exitCode).toBe(3);
      expect(other.audit.counts.gaps).toBe(0);
    }
  });

  it("has a gap in what came between it and 2025-11-25", async () => {
    const older = setting("initialize", "/result/protocolVersion", "2025-03-26");
    const { audit, report } = await auditInMemory(twisted(LEGACY, older));
    expect(audit.era).toEqual({ kind: "legacy", revision: "2025-03-26" });
    expect(audit.lines.find((one) => one.id === "protocol-version-header")?.gaps).toEqual([
      "transport-header-version-required",
      "transport-version-header-invalid",
    ]);
    expect(report.tests.find((one) => one.id === "transport-version-header-invalid")?.outcome).toBe("skip");
  });

  it("is not taken at its word where it agrees to any version", async () => {
    const echo = wrapHttp(async (request, next) => {
      const json = jsonOf(request) as { params?: { protocolVersion?: string } } | undefined;
      const asked = json?.params?.protocolVersion;
      const answer = await next({ ...request, body: request.body.replaceAll("2099-01-01", LEGACY) });
      if (methodOf(request) !== "initialize" || answer.kind !== "answer" || asked === undefined) return answer;
      return answer.body.kind === "text"
        ? { ...answer, body: { kind: "text", text: answer.body.text.replaceAll(LEGACY, asked) } }
        : answer;
    });
    // Nor is it held to what came with the version that it agrees to.
    const blind = wrapHttp((request, next) => next(withHeaders(request, { "MCP-Protocol-Version": null })));
    const audited = await auditInMemory(twisted(LEGACY, echo, blind));
    expect(verdictsOf(audited)["protocol-version-header"]).toBe("gap");
    expect(audited.audit.era).toEqual({ kind: "legacy", revision: undefined });
    expect(audited.audit.exitCode).toBe(0);
    expect(audited.audit.summary).toContain("CONFORMANT (an earlier revision)");
  });

  it("has a defect where it says that it speaks 2026-07-28 and has no server/discover", async () => {
    const audited = await auditInMemory(twisted(LEGACY, setting("initialize", "/result/protocolVersion", MODERN)));
    expect(audited.audit.era).toEqual({ kind: "claimed", revision: MODERN });
    expect(idsWith(audited, "defect")).toContain("no-initialize");
    expect(idsWith(audited, "gap")).toEqual([]);
    expect(idsWith(audited, "inconclusive")).toContain("protocol-version-header");
    expect(audited.audit.exitCode).toBe(1);
  });
});

describe("what cannot be judged", () => {
  it("a host that nobody answers at: 3, and no gap", async () => {
    const audited = await auditInMemory(
      twisted(
        MODERN,
        wrapHttp(() => ({ kind: "die" as const })),
      ),
    );
    expect(idsWith(audited, "inconclusive")).toEqual(ALL);
    expect(audited.audit.exitCode).toBe(3);
    expect(audited.audit.summary).toBe("11 probes, 0 violations, 11 inconclusive -- COULD NOT BE JUDGED");
    expect(audited.audit.era.kind).toBe("unknown");
  });

  it.each([MODERN, LEGACY] as const)("a credential that is missing at %s: 3, and how to give it", async (eras) => {
    const audited = await auditInMemory(twisted(eras, withAuth()));
    expect(idsWith(audited, "inconclusive")).toEqual(ALL);
    expect(audited.audit.exitCode).toBe(3);
    expect(audited.audit.warnings[0]).toContain("--auth");
    expect(audited.audit.warnings.join()).not.toMatch(/grade|--spec-version/);
  });

  it("a credential that is given: judged, and in no recording", async () => {
    const audited = await auditInMemory(twisted(MODERN, withAuth()), { headers: WITH_TOKEN.headers ?? [] });
    expect(idsWith(audited, "pass")).toEqual(ALL);
    const token = WITH_TOKEN.headers?.[0]?.[1].split(" ")[1] ?? "?";
    expect(JSON.stringify(audited.recording)).not.toContain(token);
  });

  it("a page of HTML, a gateway that refuses all, a flood of 429: 3 each", async () => {
    for (const answer of [
      httpText(200, "<html></html>", [["Content-Type", "text/html"]]),
      httpText(503, "busy"),
      httpText(403, "forbidden"),
      httpText(429, "later"),
    ]) {
      const { audit } = await auditInMemory(
        twisted(
          MODERN,
          wrapHttp(() => answer),
        ),
      );
      expect([answer.status, audit.exitCode, audit.counts.violations, audit.counts.gaps]).toEqual([
        answer.status,
        3,
        0,
        0,
      ]);
    }
  });

  it("one rule alone: no defect found, which is not the same as conformant", async () => {
    const gateway = wrapHttp((request, next) => (request.method === "DELETE" ? httpText(503, "") : next(request)));
    const audited = await auditInMemory(twisted(MODERN, gateway));
    expect(idsWith(audited, "inconclusive")).toEqual(["delete-405"]);
    expect(audited.audit.exitCode).toBe(0);
    expect(audited.audit.summary).toBe("11 probes, 0 violations, 1 inconclusive -- NO DEFECT FOUND");
  });

  it.each([1, 2, 5, 8])("a server that falls silent after %i requests: not for its initialize", async (most) => {
    let asked = 0;
    const audited = await auditInMemory(
      twisted(
        MODERN,
        wrapHttp((request, next) => {
          asked += 1;
          return asked > most ? { kind: "die" as const } : next(request);
        }),
      ),
    );
    expect(idsWith(audited, "defect")).toEqual([]);
    expect(audited.audit.exitCode).toBe(3);
  });

  it("what was not seen is not called conformant beside a SHOULD that is not kept", async () => {
    const audited = await auditInMemory(
      twisted(
        MODERN,
        wrapHttp((request, next) => (request.method === "DELETE" ? httpText(503, "") : next(request))),
        httpAnswer((answer, request) => (request.method === "GET" ? httpText(404, "") : answer)),
      ),
    );
    expect(idsWith(audited, "defect")).toEqual(["get-405"]);
    expect(audited.audit.summary).toMatch(/1 inconclusive -- A SHOULD IS NOT KEPT, NOT ALL COULD BE JUDGED$/);
    expect(audited.audit.exitCode).toBe(1);
  });

  it("a refusal of everything is no defence against a foreign Origin", async () => {
    let asked = 0;
    const audited = await auditInMemory(
      twisted(
        MODERN,
        wrapHttp((request, next) => {
          asked += 1;
          return asked === 1 ? next(request) : httpText(403, "");
        }),
      ),
    );
    expect(verdictsOf(audited)["origin-403"]).toBe("inconclusive");
    // The one answer that came was of a right media type.
    expect(idsWith(audited, "pass")).toEqual(["accept-both"]);
    expect(audited.audit.exitCode).toBe(3);
  });
});

describe("a redirect", () => {
  it("to another host is not followed", async () => {
    const away = wrapHttp(() => httpText(307, "", [["Location", "http://attacker.example/mcp"]]));
    const audited = await auditInMemory(twisted(MODERN, away));
    expectReadOnly(audited.recording, MEMORY_URL);
    expect(audited.audit.exitCode).toBe(3);
  });
});

describe("the audit's names", () => {
  it("stand for rules that there are, and that a run which only reads can judge", () => {
    for (const alias of AUDIT_ALIASES) {
      expect(alias.rules.length).toBeGreaterThan(0);
      for (const id of alias.rules) {
        const rule = RULES.find((one) => one.id === id);
        expect(rule?.revisions[alias.revision]?.transports, id).toContain("http");
      }
      for (const id of alias.earlier ?? []) {
        const rule = RULES.find((one) => one.id === id);
        expect(Object.keys(rule?.revisions ?? {}), id).toEqual([LEGACY]);
      }
    }
  });
});

describe("its report and its recording", () => {
  it("tell of the same results, gaps as skips, in every format's shape", async () => {
    const { audit, report } = await auditInMemory(twisted(LEGACY, anyOrigin));
    expect(report.warnings[0]).toContain(audit.summary);
    expect(report.tests.filter((one) => one.outcome === "fail").map((one) => one.id)).toEqual([
      "security-origin-validation",
    ]);
    // What makes the exit code 1 is no optional matter, whatever mark it has in the graded catalogue.
    expect(report.tests.find((one) => one.outcome === "fail")?.required).toBe(true);
    expect(report.overall).toBe("fail");
    const gap = report.tests.find((one) => one.id === "transport-get-removed");
    expect(gap?.outcome).toBe("skip");
    expect(gap?.details).toMatch(/^Version gap: /);
    expect(report.tests.map((one) => one.id)).not.toContain("lifecycle-version-negotiate");
  });

  it("can be judged again by the rules of the catalogue", async () => {
    const { recording } = await auditInMemory(twisted(MODERN, anyOrigin));
    const again = judgeRecording(JSON.parse(JSON.stringify(recording)), {
      only: ["security-origin-validation"],
      skip: [],
      profile: "core",
    });
    expect(again.tests[0]?.outcome).toBe("fail");
  });
});
