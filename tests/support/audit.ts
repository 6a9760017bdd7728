import { expect } from "vitest";
import { type Audited, auditTarget } from "../../src/auditing.ts";
import type { Recording } from "../../src/model/recording.ts";
import type { Server } from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import { memoryEdge } from "./matrix.ts";
import { MEMORY_URL } from "./reference.ts";

export interface AuditChanges {
  readonly url?: string;
  readonly headers?: readonly Header[];
  readonly concurrency?: number;
}

/** Audits a server in memory. */
export async function auditInMemory(server: Server, changes: AuditChanges = {}): Promise<Audited> {
  const { url = MEMORY_URL, headers = [], concurrency = 4 } = changes;
  try {
    return await auditTarget(
      { target: { kind: "http", url, headers }, timeoutMs: 1500, concurrency },
      memoryEdge(server),
    );
  } finally {
    server.close();
  }
}

/** alias -> verdict */
export function verdictsOf({ audit }: Audited): { readonly [id: string]: string } {
  return Object.fromEntries(audit.lines.map((line) => [line.id, line.verdict]));
}

export function idsWith(audited: Audited, verdict: string): readonly string[] {
  return audited.audit.lines.filter((line) => line.verdict === verdict).map((line) => line.id);
}

/** What an audit may ask. Names that nobody has are made up by the probes. */
const READS =
  /^(initialize|ping|server\/discover|(tools|resources|prompts)\/list|resources\/templates\/list|resources\/read|prompts\/get|subscriptions\/listen|x-probe\/[a-z]+|conformance\/none-[a-z]+)$/;
/** The first answers initialize; the others are refused or without effect: no such request, no such notification. */
const NOTIFICATIONS = /^notifications\/(initialized|cancelled|x-probe)$/;

/** Nothing in the recording calls, writes, ends a session or leaves the origin of the target. */
export function expectReadOnly(recording: Recording, url: string): void {
  const sent = recording.runs
    .flatMap((run) => run.exchanges)
    .flatMap((one) => (one.sent === undefined ? [] : [one.sent]));
  expect(sent.length).toBeGreaterThan(0);
  for (const one of sent) {
    if (one.kind !== "http") throw new Error("an audit goes over HTTP");
    expect(new URL(one.url).origin).toBe(new URL(url).origin);
    const header = (name: string) => one.headers.find(([key]) => key.toLowerCase() === name)?.[1];
    expect(["POST", "GET", "DELETE"]).toContain(one.method);
    expect(header("mcp-method") ?? "").not.toBe("tools/call");
    if (one.method !== "POST") {
      // GET in a session opens its stream and closes it again; DELETE would end the session.
      if (one.method === "DELETE") expect(header("mcp-session-id"), "DELETE of a session").toBeUndefined();
      expect(one.body).toBeUndefined();
      continue;
    }
    const message: unknown = JSON.parse(one.body ?? "null");
    const { method, id, params } = message as { method?: string; id?: unknown; params?: { requestId?: unknown } };
    expect(method, one.body).toMatch(id === undefined ? NOTIFICATIONS : READS);
    if (method === "notifications/cancelled") expect(params?.requestId).toMatch(/^never-issued-/);
  }
}
