/**
 * Writes the pages under docs/ that are made from the code: the rules, the options, the exit codes, the fields of the
 * report, the numbers of the methodology, and the repairs, whose code is run by the tests. Committed, so that they can be
 * read where the code is; `--check` only compares.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configPage } from "./docs/config.ts";
import { exitCodePage } from "./docs/exit-codes.ts";
import { fixingPage } from "./docs/fixing.ts";
import { methodologyPage } from "./docs/methodology.ts";
import { loadCommands, optionPage } from "./docs/options.ts";
import { schemaPage } from "./docs/report-schema.ts";
import { rulePages } from "./docs/rules.ts";
import { conclude, isMain, ROOT } from "./files.ts";
import { type Generated, staleFiles } from "./generate-registry.ts";

export async function generateDocs(): Promise<readonly Generated[]> {
  const commands = await loadCommands();
  return [
    ...rulePages(),
    optionPage(commands),
    configPage(),
    exitCodePage(commands),
    schemaPage(),
    methodologyPage(),
    fixingPage(),
  ];
}

if (isMain(import.meta.url)) {
  const stale = staleFiles(ROOT, await generateDocs());
  if (process.argv.includes("--check")) {
    conclude(
      "docs",
      stale.map((file) => `${file.path} is not what the code says: npm run docs`),
      "docs/ says what the code says",
    );
  } else {
    for (const file of stale) {
      mkdirSync(dirname(join(ROOT, file.path)), { recursive: true });
      writeFileSync(join(ROOT, file.path), file.text);
    }
    console.log(stale.length === 0 ? "docs: up to date" : `docs: wrote ${stale.map((file) => file.path).join(", ")}`);
  }
}
