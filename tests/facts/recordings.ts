import type { Exchange, Frame } from "../../src/model/exchange.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { ProbeRun, Recording, RunOutcome } from "../../src/model/recording.ts";
import type { Revision } from "../../src/model/revision.ts";

/** One request with its answer, as over HTTP. `status` and `answer`: undefined is none. */
export interface Said {
  readonly label: string;
  readonly method: string;
  readonly params?: JsonObject;
  readonly result?: Json;
  readonly error?: JsonObject;
  readonly status?: number;
  /** The body in place of the response. */
  readonly body?: Json;
  readonly faulty?: boolean;
}

let lastId = 0;

export function exchange(said: Said, revision: Revision = "2026-07-28"): Exchange {
  lastId += 1;
  const id = lastId;
  const { label, method, params, result, error, status = 200, body, faulty } = said;
  const answer =
    body ??
    (result !== undefined
      ? { jsonrpc: "2.0", id, result }
      : error === undefined
        ? undefined
        : { jsonrpc: "2.0", id, error });
  const text = answer === undefined ? "" : JSON.stringify(answer);
  const frames: Frame[] = [
    { kind: "head", at: 0, status, headers: [["content-type", "application/json"]] },
    { kind: "body", at: 0, text, bytes: text.length },
  ];
  const message = { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
  return {
    id: `probe#${id}`,
    label,
    part: "ask",
    connection: "main",
    revision,
    sent: {
      kind: "http",
      method: "POST",
      url: "http://localhost/mcp",
      headers: [],
      body: JSON.stringify(message),
      ids: [id],
    },
    at: 0,
    ms: 1,
    frames,
    ending: { kind: "complete" },
    ...(faulty === undefined ? {} : { faulty }),
  };
}

/** The greeting of a server with these capabilities. */
export function greeting(capabilities: JsonObject, revision: Revision, version: string = revision): ProbeRun {
  return revision === "2026-07-28"
    ? run("lifecycle/discover", [
        { label: "discover", method: "server/discover", result: { supportedVersions: [version], capabilities } },
      ])
    : run(
        "lifecycle/handshake",
        [{ label: "initialize", method: "initialize", result: { protocolVersion: version, capabilities } }],
        revision,
      );
}

export function run(
  probe: string,
  said: readonly Said[],
  revision?: Revision,
  outcome: RunOutcome = { kind: "done" },
): ProbeRun {
  return { probe, exchanges: said.map((one) => exchange(one, revision)), outcome };
}

export function recording(revision: Revision, runs: readonly ProbeRun[], more: Partial<Recording> = {}): Recording {
  return {
    format: "mcp-compliance-recording/1",
    toolVersion: "0",
    revision,
    target: { transport: "http", name: "http://localhost/mcp", headerNames: [] },
    timestamp: "2026-01-01T00:00:00Z",
    consent: { tools: [], tokenInQuery: false },
    warnings: [],
    chosen: "",
    reached: true,
    runs,
    ...more,
  };
}
