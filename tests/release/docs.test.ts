import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { BUN_TARGETS } from "../../scripts/release/targets.ts";
import { VARIABLE } from "../../src/launcher/pick.ts";
import { DENO_PERMISSIONS, RUNTIMES } from "../../src/launcher/runtimes.ts";

const text = readFileSync(join(ROOT, "docs/install.md"), "utf8");

test("the page on installing says what the launcher does", () => {
  expect(text).toContain(`\`${VARIABLE}=auto\``);
  for (const { id, name, minimum, variable, exact } of RUNTIMES) {
    expect(text).toContain(`| ${name} | ${exact === true ? "that of the package" : minimum} |`);
    expect(text).toMatch(new RegExp(`${VARIABLE}=[^|]*\`?${id}\``));
    if (variable !== undefined) expect(text).toContain(`\`${variable}\``);
  }
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(engines.node).toBe(`>=${RUNTIMES.at(-1)?.minimum.split(".")[0]}`);
});

test("and what Deno has to allow, and how many executables there are", () => {
  expect(text).toContain(`\`${DENO_PERMISSIONS.join(" ")}\``);
  expect(BUN_TARGETS).toHaveLength(8);
  expect(text).toMatch(/executables of all\s+eight targets/);
});
