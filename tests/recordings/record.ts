// Records real servers anew, with their verdicts: npx tsx tests/recordings/record.ts [word of a name]...
// Read the difference of the verdicts before you keep it.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { runReal } from "../real/run.ts";
import { REAL_SERVERS } from "../real/servers.ts";
import { verdicts } from "../support/matrix.ts";
import { startReal } from "../support/real.ts";
import { RECORDED, recordingFile, verdictFile } from "./recorded.ts";

/** Where this copy of the project lies is nobody's business. */
const PLACES = [
  [fileURLToPath(new URL("../..", import.meta.url)), "/project/"],
  [process.execPath, "node"],
] as const;

// One of the servers has a tool that tells its whole environment, and it is called: it gets none of ours.
for (const name of Object.keys(process.env)) delete process.env[name];
process.env["PATH"] = "/usr/bin:/bin";

const words = process.argv.slice(2);
for (const { name, pin } of RECORDED.filter((one) => words.every((word) => one.name.includes(word)))) {
  const server = REAL_SERVERS.find((one) => one.name === name);
  if (server === undefined) throw new Error(`there is no server "${name}"`);
  const served = await startReal(server.start);
  try {
    const { report, recording } = await runReal(served, server, pin, 4);
    const text = PLACES.reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(recording));
    await writeFile(recordingFile(name, pin), gzipSync(text, { level: 9 }));
    await writeFile(verdictFile(name, pin), `${JSON.stringify(verdicts(report), null, 1)}\n`);
    console.log(`${name} (${pin}): ${report.grade} ${report.score}`);
  } finally {
    await served.stop();
  }
}
