import { readFile, writeFile } from "node:fs/promises";
import { gather, judge, type Recording, report } from "mcp-compliance";

// All that was said, as plain JSON without secrets...
const { report: graded, recording } = await gather("https://example.com/mcp");
await writeFile("run.json", JSON.stringify(recording));
await writeFile("report.html", await report(graded, "html"));

// ... can be judged again, offline, whole or in part, and printed in any format.
const kept = JSON.parse(await readFile("run.json", "utf8")) as Recording;
console.log(await report(judge(kept, { only: ["tools"] }), "markdown"));
