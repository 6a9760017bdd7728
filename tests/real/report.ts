// What every real server fails, with the exchange: npx tsx tests/real/report.ts [word of the name]... [--evidence] [--record folder]
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startReal } from "../support/real.ts";
import { runReal } from "./run.ts";
import { REAL_SERVERS } from "./servers.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    evidence: { type: "boolean", default: false },
    record: { type: "string" },
    concurrency: { type: "string", default: "8" },
  },
});
const wanted = REAL_SERVERS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
for (const server of wanted) {
  const served = await startReal(server.start);
  try {
    for (const pin of server.revisions) {
      const began = performance.now();
      const { report, recording } = await runReal(served, server, pin, Number(values.concurrency));
      const { summary } = report;
      const requests = recording.runs.flatMap((run) => run.exchanges.filter((one) => one.sent !== undefined)).length;
      console.log(
        `\n## ${server.name}@${report.specVersion} (${report.serverInfo.protocolVersion}): ${report.grade} ${report.score}, ` +
          `${summary.passed} passed, ${summary.failed} failed (${summary.unknown} unknown), ${summary.skipped} skipped, ` +
          `${requests} requests, ${Math.round(performance.now() - began)} ms`,
      );
      for (const warning of report.warnings) console.log(`  ! ${warning}`);
      for (const run of recording.runs) {
        if (run.outcome.kind === "broken") console.log(`  BROKEN ${run.probe}: ${run.outcome.reason}`);
      }
      for (const test of report.tests) {
        if (test.outcome === "unknown") console.log(`  unknown ${test.id}: ${test.details}`);
        if (test.outcome !== "fail") continue;
        console.log(`  FAIL ${test.id} (${test.level}${test.required ? ", required" : ""}) ${test.clauses[0]}`);
        for (const one of test.findings) {
          console.log(`    ${one.message} [${one.at.exchange}${one.at.pointer ?? ""}]`);
          if (one.expected !== undefined) console.log(`      expected ${one.expected}`);
          if (one.actual !== undefined) console.log(`      actual ${one.actual}`);
        }
        if (values.evidence) for (const one of test.evidence) console.log(indent(JSON.stringify(one, null, 1)));
      }
      if (values.record !== undefined) {
        await mkdir(values.record, { recursive: true });
        const file = `${server.name}@${report.specVersion}.json`.replaceAll(" ", "-");
        await writeFile(join(values.record, file), JSON.stringify(recording, null, 1));
      }
    }
  } finally {
    await served.stop();
  }
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "      ");
}
