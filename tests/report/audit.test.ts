import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Audit, AuditLine, AuditVerdict } from "../../src/model/audit.ts";
import { jsonAudit } from "../../src/report/audit-json.ts";
import { AUDIT_SCHEMA } from "../../src/report/audit-schema.ts";
import { terminalAudit } from "../../src/report/audit-terminal.ts";
import { widthOf } from "../../src/report/width.ts";
import { ACTIVE, COMMANDS, expectGolden } from "./golden.ts";
import { HOSTILE, hostileReport, SAMPLE } from "./sample.ts";

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(AUDIT_SCHEMA);

const failed = SAMPLE.tests.filter((test) => test.outcome === "fail");

function line(id: string, verdict: AuditVerdict, more: Partial<AuditLine> = {}): AuditLine {
  return {
    id,
    title: `The title of ${id}`,
    level: "MUST",
    verdict,
    details: verdict === "pass" ? "" : `why ${id}`,
    clauses: ["https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http"],
    results: [],
    gaps: [],
    fixes: [],
    ...more,
  };
}

/** One line of each verdict; `text` stands wherever a server has a say. */
function audit(text: string, results: AuditLine["results"]): Audit {
  return {
    audited: "2026-07-28",
    toolVersion: "0.1.0",
    url: "http://127.0.0.1:3000/mcp",
    timestamp: "2026-08-01T12:00:00.000Z",
    server: { name: text, version: text },
    era: { kind: "legacy", revision: text },
    lines: [
      line("origin-403", "pass"),
      line("get-405", "gap", { level: "SHOULD", gaps: ["transport-get-removed"], fixes: ["Answer GET with 405."] }),
      line("delete-405", "gap", { level: "SHOULD", details: "why get-405", gaps: ["transport-delete-removed"] }),
      line("notification-202", "defect", { results, details: text, fixes: [text] }),
      line("accept-both", "inconclusive", { details: text }),
      line("sse-no-buffering", "none", { level: "SHOULD", details: text }),
      line("no-initialize", "pass", { level: "MAY", details: text }),
    ],
    counts: { probes: 4, passed: 2, violations: 1, shoulds: 0, inconclusive: 1, gaps: 2 },
    conclusion: "defects",
    exitCode: 1,
    summary: "4 probes, 1 violation, 1 inconclusive, 2 version gaps -- NOT CONFORMANT",
    warnings: [text],
  };
}

const CALM = audit("a calm text", failed.slice(0, 1));
const WILD = audit(HOSTILE, hostileReport().tests);
const LOOK = { color: false, width: 80, unicode: true, verbose: false };

describe("terminalAudit()", () => {
  it("prints every verdict", () => expectGolden("audit.txt", terminalAudit(CALM, LOOK)));
  it("and with --verbose", () => expectGolden("audit-verbose.txt", terminalAudit(CALM, { ...LOOK, verbose: true })));

  it.each([40, 60, 80, 140])(
    "keeps to a width of %d, but for links and the last line, which programs read",
    (width) => {
      const lines = terminalAudit(CALM, { ...LOOK, width, verbose: true })
        .trimEnd()
        .split("\n");
      expect(lines.pop()?.trim()).toBe(CALM.summary);
      expect(lines.filter((one) => widthOf(one) > width && !one.includes("https://"))).toEqual([]);
    },
  );

  it("lets nothing that a server said act on the terminal or a log", () => {
    for (const verbose of [false, true]) {
      const text = terminalAudit(WILD, { ...LOOK, verbose });
      expect(text).not.toMatch(ACTIVE);
      expect(text).not.toMatch(COMMANDS);
    }
  });

  it("is ASCII where the terminal shows nothing else", () => {
    expect(terminalAudit(WILD, { ...LOOK, unicode: false, verbose: true })).toMatch(/^[\n -~]*$/);
  });

  it("colours nothing but where it is asked to", () => {
    expect(terminalAudit(CALM, LOOK)).not.toContain("\u001b[");
    expect(terminalAudit(CALM, { ...LOOK, color: true })).toContain("\u001b[31mDEFECT");
  });
});

describe("jsonAudit()", () => {
  it("holds to the published schema, whatever the server said", () => {
    for (const one of [CALM, WILD]) {
      validate(JSON.parse(jsonAudit(one)));
      expect((validate.errors ?? []).filter((error) => error.keyword !== "format")).toEqual([]);
    }
    expect(validate(JSON.parse(jsonAudit(CALM)))).toBe(true);
  });

  it("has a schema that is strict", () => {
    expect(validate({ ...JSON.parse(jsonAudit(CALM)), more: 1 })).toBe(false);
  });

  it("lets nothing act on what shows it", () => {
    expect(jsonAudit(WILD)).not.toMatch(ACTIVE);
    expect(jsonAudit(WILD)).not.toMatch(COMMANDS);
  });

  it("says of each era what it speaks", () => {
    const speaks = (era: Audit["era"]) => JSON.parse(jsonAudit({ ...CALM, era })).server;
    expect(speaks({ kind: "modern", dual: true })).toMatchObject({ era: "dual", speaks: "2026-07-28" });
    expect(speaks({ kind: "modern", dual: undefined })).toMatchObject({ era: "modern", speaks: "2026-07-28" });
    expect(speaks({ kind: "legacy", revision: undefined })).toMatchObject({ era: "legacy", speaks: null });
    expect(speaks({ kind: "claimed", revision: "2026-07-28" })).toMatchObject({ era: "claimed" });
    expect(speaks({ kind: "unknown", reason: "?" })).toMatchObject({ era: "unknown", speaks: null });
  });
});

it("schemas/audit.v1.json is this schema", () => {
  expectGolden("../../../schemas/audit.v1.json", `${JSON.stringify(AUDIT_SCHEMA, null, 2)}\n`);
});
