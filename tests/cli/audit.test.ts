import { beforeAll, describe, expect, it } from "vitest";
import type { Audited, AuditOptions } from "../../src/auditing.ts";
import { runCli } from "../../src/cli/cli.ts";
import { FORMATS } from "../../src/cli/formats.ts";
import { auditInMemory } from "../support/audit.ts";
import { mutant, setting, wrapHttp } from "../support/mutate.ts";
import { reference } from "../support/reference.ts";
import { call, fakeSuite, fakeWorld } from "./fakes.ts";

const URL_HERE = "http://127.0.0.1:3000/mcp";
/** A server whose name would act on a terminal, a build log and a page. */
const HOSTILE = "\u001b]0;owned\u0007##[error]<script>alert(1)</script>";

const samples: { conformant?: Audited; legacy?: Audited; defective?: Audited; dead?: Audited } = {};

beforeAll(async () => {
  samples.conformant = await auditInMemory(reference("2026-07-28"));
  samples.legacy = await auditInMemory(reference("2025-11-25"));
  const about = { name: "changed", revisions: ["2026-07-28"] } as const;
  const open = mutant(
    about,
    setting("server/discover", "/result/_meta/io.modelcontextprotocol~1serverInfo/name", HOSTILE),
    wrapHttp((request, next) =>
      next({ ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== "origin") }),
    ),
  );
  samples.defective = await auditInMemory(open.server("2026-07-28"));
  samples.dead = await auditInMemory(
    mutant(
      about,
      wrapHttp(() => ({ kind: "die" as const })),
    ).server("2026-07-28"),
  );
});

interface More extends Omit<Parameters<typeof call>[1] & object, "audit"> {
  readonly gives?: keyof typeof samples;
}

/** Calls the command; what the audit was asked to do stands in `asked`. */
async function audit(args: readonly string[], { gives = "conformant", ...more }: More = {}) {
  const asked: AuditOptions[] = [];
  const called = await call(["audit", ...args], {
    ...more,
    audit: async (options) => {
      asked.push(options);
      options.onPlan?.({ revision: "2026-07-28", checks: 14 });
      const sample = samples[gives];
      if (sample === undefined) throw new Error("no sample");
      return sample;
    },
  });
  return { ...called, asked };
}

describe("the SARIF of an audit", () => {
  it("is a series of alerts of its own", async () => {
    const { out } = await audit([URL_HERE, "--format", "sarif"]);
    expect(JSON.parse(out).runs[0].automationDetails.id).toBe("mcp-compliance/audit/2026-07-28/");
  });
});

describe("whose host may be audited", () => {
  it.each([
    URL_HERE,
    "http://127.0.0.2:8000/mcp",
    "http://[::1]:3000/mcp",
    "http://localhost/mcp",
    "http://2130706433/mcp",
    "http://0x7f.1/mcp",
  ])("this machine's: %s", async (url) => {
    const { code, asked } = await audit([url]);
    expect([code, asked.length]).toEqual([0, 1]);
  });

  it.each([
    "http://localhost.attacker.example/mcp",
    "http://127.0.0.1.nip.io/mcp",
    "http://localhost./mcp",
    "http://[::ffff:127.0.0.1]/mcp",
    "http://0.0.0.0/mcp",
    "http://192.168.1.4/mcp",
    "https://example.com/mcp",
  ])("nobody else's without permission: %s", async (url) => {
    const refused = await audit([url]);
    expect([refused.code, refused.asked.length, refused.out]).toEqual([2, 0, ""]);
    expect(refused.err).toContain(`Will not audit ${new URL(url).hostname}: `);
    expect(refused.err).toContain("--i-have-permission");
    const allowed = await audit([url, "--i-have-permission"]);
    expect([allowed.code, allowed.asked.length]).toEqual([0, 1]);
  });

  it("not that of a localhost which leads elsewhere", async () => {
    const elsewhere = await audit(["http://localhost/mcp"], { addresses: ["127.0.0.1", "10.0.0.5"] });
    expect([elsewhere.code, elsewhere.asked.length]).toEqual([2, 0]);
    expect(elsewhere.err).toContain("it leads to 10.0.0.5 here");
    expect((await audit(["http://localhost/mcp"], { addresses: ["::1"] })).code).toBe(0);
    const allowed = await audit(["http://localhost/mcp", "--i-have-permission"], { addresses: ["10.0.0.5"] });
    expect(allowed.code).toBe(0);
  });
});

describe("the exit code", () => {
  it.each([
    ["conformant", 0, "11 probes, 0 violations, 0 inconclusive -- CONFORMANT"],
    ["legacy", 0, "3 probes, 0 violations, 0 inconclusive, 8 version gaps -- CONFORMANT (2025-11-25)"],
    ["defective", 1, "11 probes, 1 violation, 0 inconclusive -- NOT CONFORMANT"],
    ["dead", 3, "11 probes, 0 violations, 11 inconclusive -- COULD NOT BE JUDGED"],
  ] as const)("of a server that is %s", async (gives, code, last) => {
    const called = await audit([URL_HERE], { gives });
    expect(called.code).toBe(code);
    expect(called.out.trimEnd().split("\n").at(-1)?.trim()).toBe(last);
    expect(called.err === "").toBe(code !== 3);
  });

  it("3 comes with the reason, on stderr", async () => {
    const { err } = await audit([URL_HERE, "--json"], { gives: "dead" });
    expect(err).toMatch(/^mcp-compliance: http:\/\/127\.0\.0\.1\/mcp could not be judged: There is no connection/);
  });
});

describe("what is asked of it", () => {
  it("headers, the credential from the environment, the time", async () => {
    const args = [URL_HERE, "-H", "X-Key: 1", "--auth-env", "TOKEN", "--timeout", "700", "--concurrency=2"];
    const { asked } = await audit(args, { env: { TOKEN: "Bearer abc" } });
    expect(asked[0]?.target).toEqual({
      kind: "http",
      url: URL_HERE,
      headers: [
        ["X-Key", "1"],
        ["Authorization", "Bearer abc"],
      ],
    });
    expect([asked[0]?.timeoutMs, asked[0]?.concurrency]).toEqual([700, 2]);
  });

  it("one request after the other where the server is somebody else's", async () => {
    expect((await audit([URL_HERE])).asked[0]?.concurrency).toBe(8);
    expect((await audit(["https://example.com/mcp", "--i-have-permission"])).asked[0]?.concurrency).toBe(1);
  });

  it.each([
    [[], "Which server? mcp-compliance audit <url>"],
    [["node", "server.js"], "Unexpected"],
    [["server.js"], '"server.js" is no URL, and an audit goes over HTTP'],
    [["localhost:3000/mcp"], "Write http://localhost:3000/mcp"],
    [["ftp://localhost/"], '"ftp" URLs cannot be tested'],
    [[URL_HERE, "--json", "--format", "sarif"], "--json and --format sarif contradict each other"],
    [[URL_HERE, "--timeout", "soon"], "--timeout"],
    [[URL_HERE, "--only", "origin-403"], "--only"],
    [[URL_HERE, "--auth-env", "NONE"], "NONE"],
    [["http://user:secret@127.0.0.1/mcp"], "--auth"],
  ] as const)("a mistake is told and is 2: %j", async (args, words) => {
    const { code, err, asked } = await audit(args);
    expect([code, asked.length]).toEqual([2, 0]);
    expect(err).toContain(words);
    expect(err).not.toContain("secret");
  });
});

describe("what it prints", () => {
  it("each rule with its verdict, and a defect with exchange, clause and fix", async () => {
    const { out } = await audit([URL_HERE], { gives: "defective" });
    expect(out).toMatch(/DEFECT {2}origin-403 +MUST/);
    expect(out).toMatch(/PASS +get-405 +SHOULD/);
    for (const part of [
      "expected  HTTP 403",
      "sent      POST /mcp",
      "got       HTTP 200",
      "spec      https://",
      "fix ",
    ]) {
      expect(out).toContain(part);
    }
  });

  it("version gaps once, with their reason; --verbose with the clause and the fix of each", async () => {
    const brief = await audit([URL_HERE], { gives: "legacy" });
    expect(brief.out).toMatch(/GAP +get-405/);
    expect(brief.out.match(/The server speaks 2025-11-25/g)).toHaveLength(1);
    expect(brief.out).not.toContain("Answer GET at the endpoint with 405");
    const long = await audit([URL_HERE, "--verbose"], { gives: "legacy" });
    expect(long.out.replace(/\s+/g, " ")).toContain("Answer GET at the endpoint with 405");
    expect(long.out).toContain("specification/2026-07-28/basic/transports/streamable-http");
  });

  it.each(FORMATS)("nothing that acts on what reads it: %s", async (format) => {
    const { code, out } = await audit([URL_HERE, "--format", format], { gives: "defective" });
    expect(code).toBe(1);
    expect(out.endsWith("\n")).toBe(true);
    expect(out).not.toContain("\u001b]0;");
    expect(out).not.toMatch(/^##\[error\]/m);
    if (format === "terminal" || format === "json") expect(out).toContain("owned");
    if (format === "html" || format === "markdown") expect(out).not.toContain("<script>alert(1)");
    expect(out).toContain(format === "terminal" || format === "json" ? "origin-403" : "security-origin-validation");
  });

  it("JSON of its own for programs", async () => {
    const { out } = await audit([URL_HERE, "--json"], { gives: "legacy" });
    const json = JSON.parse(out) as { rules: { id: string; verdict: string }[] };
    expect(json).toMatchObject({
      schemaVersion: "1",
      kind: "audit",
      specVersion: "2026-07-28",
      server: { era: "legacy", speaks: "2025-11-25" },
      conclusion: "conformant",
      exitCode: 0,
      counts: { probes: 3, passed: 3, violations: 0, inconclusive: 0, gaps: 8 },
    });
    expect(json.rules.find((one) => one.id === "unknown-method-404")).toMatchObject({
      verdict: "gap",
      checks: [
        { id: "error-unknown-method", outcome: "pass" },
        { id: "error-method-code", outcome: "pass" },
        { id: "transport-method-not-found-404", outcome: "gap" },
      ],
    });
  });
});

describe("files", () => {
  it("several reports and the recording, and again over themselves", async () => {
    const args = [URL_HERE, "--report", "junit=a.xml", "--report", "terminal=a.txt", "--report", "json=a.json"];
    const first = await audit([...args, "--record", "run.json"]);
    expect(first.code).toBe(0);
    expect([...first.world.files.keys()].sort()).toEqual(["a.json", "a.txt", "a.xml", "run.json"]);
    expect(JSON.parse(first.world.files.get("run.json") ?? "")).toMatchObject({ format: "mcp-compliance-recording/1" });
    const files = Object.fromEntries(first.world.files);
    expect((await audit([...args, "--record", "run.json"], { files })).code).toBe(0);
  });

  it("nobody else's is replaced, and nothing is asked then", async () => {
    const { code, asked, world } = await audit([URL_HERE, "--report", "json=package.json"], {
      files: { "package.json": '{"name":"x"}' },
    });
    expect([code, asked.length, world.files.get("package.json")]).toEqual([2, 0, '{"name":"x"}']);
  });

  it("one that cannot be written is 2, whatever the server is", async () => {
    const { code, err } = await audit([URL_HERE, "--report", "json=a.json"], { full: ["a.json"], gives: "defective" });
    expect(code).toBe(2);
    expect(err).toContain("a.json could not be written");
  });
});

it("an interrupt ends it with 130, prints no part of it and writes nothing", async () => {
  const world = fakeWorld({ args: ["audit", URL_HERE, "--record", "run.json"] });
  const suite = fakeSuite(
    {
      audit: async ({ signal }) => {
        world.interrupt();
        expect(signal?.aborted).toBe(true);
        return samples.conformant as Audited;
      },
    },
    world,
  );
  expect(await runCli(world, async () => suite)).toBe(130);
  expect([world.out(), world.files.size]).toEqual(["", 0]);
  expect(world.err()).toContain("the audit is not complete");
});
