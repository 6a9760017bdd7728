import type { Report } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { print } from "./formats.ts";
import { fileLook } from "./look.ts";
import type { Outputs } from "./settings.ts";
import type { World } from "./world.ts";

/**
 * Shows the HTML report: the file of `--report html=`, else one among the temporary files. Where nothing can be
 * shown it says why, and in any case where the file is. A browser that does not open is no error of the run.
 * `lost` are the files that could not be written.
 */
export async function showReport(
  report: Report,
  outputs: Outputs,
  lost: ReadonlySet<string>,
  world: World,
): Promise<void> {
  const say = (text: string) => world.stderr.write(`mcp-compliance: ${escapeTerminal(text)}\n`);
  let path: string;
  try {
    path =
      (await writtenPage(outputs, lost, world)) ??
      (await world.writeTemporary("report.html", await print(report, "html", fileLook(outputs.verbose))));
  } catch (error) {
    await say(
      `--open: the HTML report could not be written: ${error instanceof Error ? error.message : String(error)}`,
    );
    return;
  }
  const shown = await world.show(path);
  await say(
    shown.shown
      ? `the HTML report is ${path}`
      : `--open: the HTML report was not shown, as ${shown.why}. It is ${path}`,
  );
}

async function writtenPage(outputs: Outputs, lost: ReadonlySet<string>, world: World): Promise<string | undefined> {
  for (const { format, file } of outputs.reports) {
    if (format === "html" && !lost.has(file) && (await world.kindOf(file)) === "file") return world.absolute(file);
  }
  return undefined;
}
