import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { denoWords } from "../../scripts/release/deno.ts";
import { DENO_TARGETS } from "../../scripts/release/targets.ts";
import { DENO_PERMISSIONS } from "../../src/launcher/runtimes.ts";
import { type Listening, listenHttp } from "../../src/runtime/serve-http.ts";
import { reference } from "../support/reference.ts";

const DENO = resolve("node_modules/deno/bin.cjs");

/** Beside us: it talks with the server in this process. */
function deno(...words: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }> {
  return new Promise((done) => {
    const env = { ...process.env, NO_COLOR: "1" };
    execFile(process.execPath, [DENO, ...words], { env }, (error, stdout, stderr) => {
      done({ status: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` });
    });
  });
}

let listening: Listening;
const server = reference("dual");
beforeAll(async () => {
  listening = await listenHttp(server.http);
});
afterAll(async () => {
  server.close();
  await listening.close();
});

describe("the sources under deno run, never asking", () => {
  const run = (permissions: readonly string[], ...words: readonly string[]) =>
    deno(
      "run",
      "--no-prompt",
      "--cached-only",
      ...permissions,
      "src/main.ts",
      "test",
      "--only",
      "lifecycle-ping,lifecycle-init",
      ...words,
    );
  const stdio = ["--", process.execPath, "tests/servers/plain.mjs", "stdio"];

  test("a URL needs the network, the environment and the config", async () => {
    const needed = ["--allow-net", "--allow-env", "--allow-read"];
    const { status, said } = await run(needed, listening.url, "--spec-version", "2025-11-25");
    expect(said).toContain("2 checks: 2 passed");
    expect(status).toBe(0);
    for (const left of needed) {
      const less = await run(
        needed.filter((one) => one !== left),
        listening.url,
      );
      expect(less.status, left).not.toBe(0);
    }
  });

  test("a command needs children as well, and no network", async () => {
    const { status, said } = await run(["--allow-run", "--allow-env", "--allow-read"], ...stdio);
    expect(said).toContain("2 checks: 2 passed");
    expect(status).toBe(0);
    const refused = await run(["--allow-env", "--allow-read"], ...stdio);
    expect(refused.said).toContain("--allow-run");
    expect(refused.status).not.toBe(0);
  });
});

describe("build:deno", () => {
  test("compiles for Deno's targets, with the permissions that a run needs and no others", () => {
    expect(DENO_TARGETS).toHaveLength(5);
    for (const target of DENO_TARGETS) {
      const words = denoWords(target, "main.js", "out");
      expect(words.filter((word) => word.startsWith("--allow-"))).toEqual([...DENO_PERMISSIONS]);
      expect(words).toContain(`--target=${target.deno}`);
      expect(words.slice(-3)).toEqual(["--output", "out", "main.js"]);
    }
  });

  test("says what is missing", () => {
    const build = (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
      spawnSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "scripts/release/deno.ts", ...words], {
        encoding: "utf8",
        env: { ...process.env, ...env },
      });
    const gone = build({ DENORT_BIN: "/nowhere/denort" }, "--only", "linux-x64");
    expect(gone).toMatchObject({
      status: 1,
      stderr: "build:deno: DENORT_BIN names /nowhere/denort, which is not there\n",
    });
    expect(build({ DENORT_BIN: "/nowhere/denort" }).stderr).toContain("DENORT_BIN is for one target");
    expect(build({}, "--only", "plan9-x64").stderr).toContain("There are linux-x64, linux-arm64,");
  });
});
