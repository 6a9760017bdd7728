import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditTarget } from "../../src/auditing.ts";
import type { AuditEra } from "../../src/model/audit.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { type Listening, listenHttp } from "../../src/runtime/serve-http.ts";
import { expectReadOnly, idsWith } from "../support/audit.ts";
import { startReal } from "../support/real.ts";
import { reference } from "../support/reference.ts";
import { type Built, buildTool } from "../support/tool.ts";
import { REAL_SERVERS } from "./servers.ts";

interface Expected {
  readonly era: AuditEra;
  readonly defects: readonly string[];
  readonly last: string;
}

const LEGACY: AuditEra = { kind: "legacy", revision: "2025-11-25" };
const GAPS = "8 version gaps";

/** Each defect was looked at: these servers serve a foreign Origin, or send a body with 202. */
const EXPECTED: { readonly [name: string]: Expected } = {
  "sdk2 http": {
    era: { kind: "modern", dual: true },
    defects: [],
    last: "11 probes, 0 violations, 0 inconclusive -- CONFORMANT",
  },
  "sdk2 modern http": {
    era: { kind: "modern", dual: false },
    defects: [],
    last: "11 probes, 0 violations, 0 inconclusive -- CONFORMANT",
  },
  "sdk1 guarded http": {
    era: LEGACY,
    defects: [],
    last: `3 probes, 0 violations, 0 inconclusive, ${GAPS} -- CONFORMANT (2025-11-25)`,
  },
  "sdk1 http": {
    era: LEGACY,
    defects: ["origin-403"],
    last: `3 probes, 1 violation, 0 inconclusive, ${GAPS} -- NOT CONFORMANT`,
  },
  "hono-mcp http": {
    era: LEGACY,
    defects: ["origin-403", "notification-202"],
    last: `3 probes, 2 violations, 0 inconclusive, ${GAPS} -- NOT CONFORMANT`,
  },
  "everything http": {
    era: LEGACY,
    defects: ["origin-403"],
    last: `3 probes, 1 violation, 0 inconclusive, ${GAPS} -- NOT CONFORMANT`,
  },
};

it.each(Object.entries(EXPECTED))("%s is audited by reading alone", async (name, { era, defects, last }) => {
  const server = REAL_SERVERS.find((one) => one.name === name);
  if (server === undefined) throw new Error(`there is no server "${name}"`);
  const served = await startReal(server.start);
  try {
    if (served.target.kind !== "http") throw new Error("an audit goes over HTTP");
    const audited = await auditTarget({ target: served.target }, nodeRuntime());
    expect(audited.audit.era).toEqual(era);
    expect(idsWith(audited, "defect")).toEqual(defects);
    expect(idsWith(audited, "inconclusive")).toEqual([]);
    expect(audited.audit.summary).toBe(last);
    expect(audited.audit.exitCode).toBe(defects.length > 0 ? 1 : 0);
    expectReadOnly(audited.recording, served.target.url);
  } finally {
    await served.stop();
  }
});

it.each(["2026-07-28", "2025-11-25", "dual"] as const)("the reference server of %s, over a socket", async (eras) => {
  const server = reference(eras);
  const listening = await listenHttp(server.http);
  try {
    const audited = await auditTarget({ target: { kind: "http", url: listening.url, headers: [] } }, nodeRuntime());
    expect(audited.audit.conclusion).toBe("conformant");
    expectReadOnly(audited.recording, listening.url);
  } finally {
    server.close();
    await listening.close();
  }
});

it("a port that nobody listens on cannot be judged", async () => {
  const listening = await listenHttp(reference("dual").http);
  await listening.close();
  const { audit } = await auditTarget({ target: { kind: "http", url: listening.url, headers: [] } }, nodeRuntime());
  expect([audit.exitCode, audit.counts.gaps, audit.counts.violations]).toEqual([3, 0, 0]);
  expect(audit.warnings[0]).toContain("There is no connection");
});

it("a redirect to another host is not followed", async () => {
  const asked: string[] = [];
  const other = await listenHttp((request) => {
    asked.push(request.path);
    return { kind: "answer", status: 404, headers: [], body: { kind: "none" } };
  });
  const here: Listening = await listenHttp(() => ({
    kind: "answer",
    status: 307,
    headers: [["Location", other.url.replace("127.0.0.1", "localhost")]],
    body: { kind: "none" },
  }));
  try {
    const { audit } = await auditTarget({ target: { kind: "http", url: here.url, headers: [] } }, nodeRuntime());
    expect([asked, audit.exitCode]).toEqual([[], 3]);
  } finally {
    await Promise.all([here.close(), other.close()]);
  }
});

describe("the tool as a process", () => {
  let tool: Built;
  beforeAll(async () => {
    tool = await buildTool();
  });
  afterAll(() => tool.remove());

  async function audit(...args: readonly string[]) {
    const child = execFile(tool.command, [...tool.args, "audit", ...args], { env: { PATH: process.env["PATH"] } });
    const parts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name]?.on("data", (text) => (parts[name] += text));
    const [code] = await once(child, "close");
    return { code, ...parts };
  }

  it("ends with 0 for the reference server, and records what it asked", async () => {
    const server = reference("dual");
    const listening = await listenHttp(server.http);
    const folder = await mkdtemp(join(tmpdir(), "audit-"));
    try {
      const file = join(folder, "run.json");
      const { code, stdout, stderr } = await audit(listening.url, "--record", file);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout.trimEnd().split("\n").at(-1)?.trim()).toBe("11 probes, 0 violations, 0 inconclusive -- CONFORMANT");
      expectReadOnly(JSON.parse(await readFile(file, "utf8")), listening.url);
    } finally {
      server.close();
      await listening.close();
      await rm(folder, { recursive: true });
    }
  });

  it("ends with 3 where nobody answers, and with 2 where it may not ask", async () => {
    const listening = await listenHttp(reference("dual").http);
    await listening.close();
    expect((await audit(listening.url, "--json")).code).toBe(3);
    const refused = await audit("http://localhost.attacker.example/mcp");
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("--i-have-permission");
  });
});
