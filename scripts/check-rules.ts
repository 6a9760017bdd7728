/**
 * Rules, probes, catalogue, tests and rule book agree. What nobody has written yet is counted; `--complete` makes it a
 * failure (`--complete=core`: for the core profile only), `--missing` names it.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Probe, Rule } from "../src/model/mod.ts";
import { REVISIONS } from "../src/model/mod.ts";
import { CATALOGUE } from "../src/rules/catalogue.ts";
import { DIFFERENCES } from "./differences.ts";
import { conclude, modules, ROOT, sourceFiles } from "./files.ts";
import type { Found, Missing } from "./rule-checks.ts";
import { checkEverything } from "./rule-checks.ts";
import { readBook } from "./rulebook.ts";

const broken: string[] = [];

/** The default exports of the files `<folder>/<area>/<name>.ts`; a file that has none is a problem of its own. */
async function load<T>(folder: string): Promise<readonly Found<T>[]> {
  const found: Found<T>[] = [];
  for (const { area, name } of modules(ROOT, folder)) {
    const file = `${folder}/${area}/${name}.ts`;
    try {
      const loaded: { readonly default?: T } = await import(pathToFileURL(join(ROOT, file)).href);
      if (loaded.default === undefined) broken.push(`${file} has no default export`);
      else found.push({ area, name, value: loaded.default });
    } catch (error) {
      broken.push(`${file} does not load: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return found;
}

function paths(folder: string): readonly string[] {
  return modules(ROOT, folder).map(({ area, name }) => `${area}/${name}`);
}

for (const folder of ["src/rules", "src/probes"]) {
  const deep = sourceFiles(ROOT, folder).filter((file) => file.slice(folder.length + 1).split("/").length > 2);
  broken.push(...deep.map((file) => `${file} lies too deep: expected ${folder}/<area>/<name>.ts`));
}

const book = readBook(ROOT, REVISIONS);
const rules = await load<Rule>("src/rules");
const { problems, missing } = checkEverything({
  rules,
  probes: await load<Probe>("src/probes"),
  catalogue: CATALOGUE,
  mutants: paths("tests/mutants"),
  traps: paths("tests/traps"),
  book,
  differences: DIFFERENCES,
});

const complete = process.argv.find((arg) => arg === "--complete" || arg === "--complete=core");
const owed = missing.filter((one) => complete !== undefined && (complete === "--complete" || one.profile === "core"));
const say = ({ what, id, revision }: Missing) =>
  what === "rule" ? `rule ${id} is missing in ${revision}` : `rule ${id} has no ${what}`;

if (process.argv.includes("--missing")) for (const one of missing) console.log(say(one));
for (const what of ["rule", "mutants", "traps"] as const) {
  const count = missing.filter((one) => one.what === what).length;
  if (count > 0) console.log(`rules: still to write: ${what === "rule" ? "rules (per revision)" : what} ${count}`);
}
if (book === undefined) console.log("rules: there is no rule book here: not compared with it");
conclude(
  "rules",
  [...broken, ...problems, ...owed.map(say)],
  `${rules.length} rules agree with the catalogue${book === undefined ? "" : " and the rule book"}`,
);
