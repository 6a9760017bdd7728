import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateRegistry, staleFiles } from "../../scripts/generate-registry.ts";
import { project } from "./project.ts";

function registry(files: readonly string[]): { readonly probes: string; readonly rules: string } {
  const [probes, rules] = generateRegistry(project(Object.fromEntries(files.map((file) => [file, ""]))));
  return { probes: probes?.text ?? "", rules: rules?.text ?? "" };
}

/** The names in the generated list, in its order. */
function listed(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}(\w+),$/gm)].map((match) => match[1] ?? "");
}

test("rules stand in the catalogue's order, core before full, unknown ones last", () => {
  const { rules } = registry([
    "src/rules/tools/zz-not-in-the-catalogue.ts",
    "src/rules/tools/tools-name-unique.ts",
    "src/rules/tools/tools-list.ts",
    "src/rules/transport/transport-post.ts",
    "src/rules/catalogue.ts",
    "src/rules/mod.ts",
  ]);
  expect(listed(rules)).toEqual(["transportPost", "toolsList", "toolsNameUnique", "zzNotInTheCatalogue"]);
  expect(rules).toContain('import toolsList from "./tools/tools-list.ts";');
  expect(rules).not.toContain('from "./mod.ts"');
});

test("probes stand by area in report order, and by name", () => {
  const { probes } = registry([
    "src/probes/tools/list.ts",
    "src/probes/transport/post.ts",
    "src/probes/tools/call-twice.ts",
    "src/probes/greeting/hello.ts",
  ]);
  expect(listed(probes)).toEqual(["greetingHello", "transportPost", "toolsCallTwice", "toolsList"]);
});

test("the order of the directory does not matter", () => {
  const files = ["src/rules/tools/tools-list.ts", "src/rules/errors/error-invalid-json.ts", "src/probes/tools/list.ts"];
  expect(registry(files)).toEqual(registry([...files].reverse()));
});

test("two files that would have one name are refused", () => {
  expect(() => registry(["src/probes/a/b-c.ts", "src/probes/a-b/c.ts"])).toThrow(
    /a-b\/c\.ts and a\/b-c\.ts|a\/b-c\.ts and a-b\/c\.ts/,
  );
});

test("an empty folder gives an empty list", () => {
  expect(registry([]).rules).toContain("export const RULES: readonly Rule[] = [];");
});

test("a new file makes the committed registry stale", () => {
  const root = project({ "src/rules/tools/tools-list.ts": "" });
  const generated = generateRegistry(root);
  expect(staleFiles(root, generated).map((file) => file.path)).toEqual(["src/probes/mod.ts", "src/rules/mod.ts"]);
  const written = project(Object.fromEntries(generated.map((file) => [file.path, file.text])));
  expect(staleFiles(written, generated)).toEqual([]);
  expect(readFileSync(join(written, "src/rules/mod.ts"), "utf8")).toMatch(/^\/\/ Generated/);
});
