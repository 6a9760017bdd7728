import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { project } from "./project.ts";

const README = "# x\n\n```sh\nnpm ci && npm run demo\n```\n\n```sh\nnpm ci && npm test\n```\n";
const COUNTS = " Test Files  2 passed (2)\n      Tests  7 passed (7)";

/** Runs .ci/run in a made-up project whose npm only writes down what it was asked for. */
function run(about: { readonly readme?: string; readonly failing?: string; readonly counts?: string }) {
  const root = project({
    "README.md": about.readme ?? README,
    "bin/npm": [
      "#!/usr/bin/env bash",
      '[ "$1" = --version ] && exit 0',
      `echo "$* CI=$CI $(cat | wc -c)" >> calls`,
      `[ "$1" = test ] && printf '%s\\n' '${about.counts ?? COUNTS}'`,
      `[ "$*" != '${about.failing ?? ""}' ]`,
    ].join("\n"),
    // Nothing is installed by a test.
    "bin/apt-get": "#!/usr/bin/env bash\nexit 1",
  });
  for (const name of ["npm", "apt-get"]) chmodSync(join(root, "bin", name), 0o755);
  cpSync(join(ROOT, ".ci/run"), join(root, ".ci/run"));
  const env = { ...process.env, PATH: `${join(root, "bin")}${delimiter}${process.env.PATH ?? ""}` };
  const { status, stdout, stderr } = spawnSync(join(root, ".ci/run"), { env, encoding: "utf8", input: "typed" });
  const calls = join(root, "calls");
  return {
    status,
    stdout,
    stderr,
    calls: existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [],
  };
}

test.skipIf(process.platform === "win32")("installs, checks, and calls what the README says, without input", () => {
  const { status, stdout, calls } = run({});
  expect(calls).toEqual([
    "ci CI=true 0",
    "run check CI=true 0",
    "run deno:check CI=true 0",
    "ci CI=true 0",
    "test CI=true 0",
  ]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/ci: PASSED after \d+ s\n Test Files {2}2 passed \(2\)\n {6}Tests {2}7 passed \(7\)\n$/);
});

test.skipIf(process.platform === "win32").each([
  ["a failing install", { failing: "ci" }, "install (exit code 1)"],
  ["a failing check", { failing: "run check" }, "checks (exit code 1)"],
  ["a failing type", { failing: "run deno:check" }, "types under Deno (exit code 1)"],
  ["a failing test", { failing: "test" }, "tests, as the README says (exit code 1)"],
  ["tests that say no count", { counts: "done" }, "did not say how many passed"],
  ["no test that passed", { counts: "      Tests  0 passed (0)" }, "no test passed"],
  ["a README without the command", { readme: "# x\n" }, "exactly one fenced line"],
  ["a README with two", { readme: `${README}${README}` }, "exactly one fenced line"],
])("fails on %s", (_, about, message) => {
  const { status, stdout, stderr } = run(about);
  expect(stderr).toContain(`ci: FAILED: `);
  expect(stderr).toContain(message);
  expect(stdout).not.toContain("PASSED");
  expect(status).toBe(1);
});
