import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DENO_PERMISSIONS } from "../../src/launcher/runtimes.ts";
import type { Revision } from "../../src/model/revision.ts";
import type { Target } from "../../src/model/target.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { REAL_SERVERS } from "../real/servers.ts";
import { type Built, built, HERE } from "../support/built.ts";
import { startReal } from "../support/real.ts";
import { reference } from "../support/reference.ts";
import { node24 } from "./node24.ts";

/**
 * The same report wherever the tool runs. The words that start it: the bundle on two Nodes, the sources on Bun and Deno
 * (with no permission but the documented ones), the executable.
 */
type Start = readonly [name: string, words: (made: Built) => readonly string[]];

const second = node24();
const STARTS: readonly Start[] = [
  [`Node ${process.versions.node}`, ({ main }) => [process.execPath, main]],
  ...("path" in second ? [["Node 24", ({ main }) => [second.path, main]] satisfies Start] : []),
  ["Bun", () => [resolve("node_modules/bun/bin/bun.exe"), resolve("src/main.ts")]],
  [
    "Deno",
    () => [
      ...[resolve("node_modules/deno/deno"), "run", "--no-prompt", "--cached-only"],
      ...[...DENO_PERMISSIONS, resolve("src/main.ts")],
    ],
  ],
  ["executable", ({ executable }) => [executable]],
];

let made: Built;
let folder: string;
beforeAll(async () => {
  if ("none" in second) console.warn(`Node 24 is left out: ${second.none}`);
  folder = mkdtempSync(join(tmpdir(), "everywhere-"));
  if (HERE !== undefined) made = await built();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The report of one run, without what differs between two runs of the same. */
async function reportOf(start: Start, target: Target, options: readonly string[]): Promise<unknown> {
  const given = target.kind === "http" ? [target.url] : ["--", target.command, ...target.args];
  const env =
    target.kind === "http" ? [] : Object.entries(target.env).flatMap(([key, value]) => ["-E", `${key}=${value}`]);
  const [command = "", ...words] = [
    ...start[1](made),
    ...["test", "--format", "json", "--concurrency", "4", ...options, ...env, ...given],
  ];
  const text = await new Promise<string>((done) => {
    execFile(
      command,
      words,
      { maxBuffer: 64e6, env: { ...process.env, NO_COLOR: "1", TMPDIR: folder } },
      (error, stdout, stderr) => done(stdout === "" ? `${stderr} ${error?.message}` : stdout),
    );
  });
  const { timestamp, ...report } = parse(text, start[0]);
  expect(typeof timestamp).toBe("string");
  return JSON.parse(stable(JSON.stringify(report)));
}

function parse(text: string, name: string): { readonly [member: string]: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} gave no report: ${text}`);
  }
}

/** Times, how many messages fell into them, and what is made of randomness: ids, tokens, nonces. */
function stable(text: string): string {
  return text
    .replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0')
    .replaceAll(/\d+(?:\.\d+)? ms\b/g, "N ms")
    .replaceAll(/"\d+ messages were held/g, '"N messages were held')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/\b[0-9a-f]{16,}\b/g, "HEX");
}

/** One after the other: each has the server for itself. All are compared with the first. */
async function sameEverywhere(target: Target, options: readonly string[]): Promise<unknown> {
  const [first, ...others] = STARTS;
  if (first === undefined) throw new Error("no runtime");
  const expected = await reportOf(first, target, options);
  for (const start of others) {
    expect(await reportOf(start, target, options), start[0]).toEqual(expected);
  }
  return expected;
}

describe.runIf(HERE !== undefined)("the same report everywhere", () => {
  test.each<Revision>(["2025-11-25", "2026-07-28"])(
    "the reference server, all of %s",
    { timeout: 120_000 },
    async (revision) => {
      const server = reference("dual");
      const listening = await listenHttp(server.http);
      try {
        const target: Target = { kind: "http", url: listening.url, headers: [] };
        const report = await sameEverywhere(target, ["--spec-version", revision]);
        expect(report).toMatchObject({ specVersion: revision, grade: "A", summary: { failed: 0 } });
      } finally {
        server.close();
        await listening.close();
      }
    },
  );

  test.each([
    ["honest http", "2026-07-28"],
    ["everything stdio", "2025-11-25"],
    ["plain stdio", "2025-11-25"],
  ])("%s", { timeout: 120_000 }, async (name, revision) => {
    const server = REAL_SERVERS.find((one) => one.name === name);
    if (server === undefined) throw new Error(`tests/real/servers.ts has no ${name}`);
    const served = await startReal(server.start);
    try {
      const report = await sameEverywhere(served.target, ["--spec-version", revision]);
      expect(report).toMatchObject({ specVersion: revision });
    } finally {
      await served.stop();
    }
  });
});
