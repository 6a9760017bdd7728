import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { readArgv } from "../../src/cli/argv.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { checkConfig } from "../../src/cli/config-table.ts";
import { parseJsonc } from "../../src/cli/jsonc.ts";
import { splitCommand } from "../../src/cli/split.ts";

const PAGES = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith(".md"),
);

/** Lines of shell fences that call the tool, without their comment and what the shell does with the output. */
function calls(page: string): readonly string[] {
  const fences = readFileSync(join(ROOT, page), "utf8").matchAll(/^```(?:sh|shell|bash)\n([\s\S]*?)^```/gm);
  return [...fences].flatMap(([, text = ""]) =>
    text.split("\n").flatMap((line) => {
      const call = line.replace(/\s+#.*$/, "").replace(/\s+[|>].*$/, "");
      return call.startsWith("mcp-compliance ") ? [call] : [];
    }),
  );
}

describe.each(PAGES.filter((page) => calls(page).length > 0))("%s", (page) => {
  it.each(calls(page))("%s", async (call) => {
    const [, name = "", ...rest] = splitCommand(call);
    if (name.startsWith("--")) return expect(["--help", "--version", "--licenses"]).toContain(name);
    const entry = COMMANDS.find((one) => one.name === name);
    if (entry === undefined) throw new Error(`there is no command "${name}"`);
    const { options, words } = await entry.load();
    expect(readArgv(rest, options, words).nearlyOurs).toEqual([]);
  });
});

describe("README.md", () => {
  it("shows a config that is read", () => {
    const text = /^```jsonc\n([\s\S]*?)^```/m.exec(readFileSync(join(ROOT, "README.md"), "utf8"))?.[1] ?? "";
    expect(checkConfig("README.md", parseJsonc("README.md", text))).toMatchObject({
      strict: true,
      minGrade: "B",
      specVersion: "2026-07-28",
    });
  });
});
