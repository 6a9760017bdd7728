import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { TOOL_VERSION } from "../../src/version.ts";

test("JSR would take the package: what its public API says is said in types, and nothing is missing", {
  timeout: 120_000,
}, () => {
  const { version, exports } = JSON.parse(readFileSync(join(ROOT, "deno.json"), "utf8"));
  expect(version).toBe(TOOL_VERSION);
  expect(exports["."]).toBe("./mod.ts");
  const words = [resolve("node_modules/deno/bin.cjs"), "publish", "--dry-run", "--allow-dirty", "--no-check"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const said = `${stdout}${stderr}`;
  expect(said).not.toMatch(/^(?:error|warning)/m);
  expect(said).toContain("Success Dry run complete");
  expect(status).toBe(0);
  const files = [...said.matchAll(/^ {3}file:\/\/\S*?\/(mod\.ts|(?:src|compiled|tests|scripts|schemas)\/\S+) /gm)].map(
    ([, path]) => path,
  );
  expect(files).toEqual(
    expect.arrayContaining(["mod.ts", "src/main.ts", "compiled/schemas/2026-07-28.js", "compiled/licences.js"]),
  );
  expect(files.filter((path) => /^(?:tests|scripts)\/|^compiled\/npm/.test(path ?? ""))).toEqual([]);
});
