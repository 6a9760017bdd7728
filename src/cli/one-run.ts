import type { Recording, Report, Target } from "../model/mod.ts";
import type { Context } from "./command.ts";
import { lookFor } from "./look.ts";
import { liveLine, type Progress, progressOn } from "./progress.ts";
import type { Settings } from "./settings.ts";
import type { Suite } from "./suite-port.ts";

/** Settings of a run: somebody is there to be tested. */
export type RunSettings = Settings & { readonly target: Target };

/** What is shown while a run goes on, as its report format wants it. */
export function progressFor({ argv, world }: Pick<Context, "argv" | "world">, settings: Settings): Progress {
  const people = settings.format === "terminal";
  const stdout = { out: world.stdout, look: lookFor(world.stdout, argv, world) };
  const stderr = { out: world.stderr, look: lookFor(world.stderr, argv, world) };
  return progressOn({
    lines: people ? stdout : stderr,
    errors: stderr,
    verbose: settings.verbose,
    shown: people || settings.verbose,
    // A machine's report on the same terminal would stand among our lines.
    live: (people || !world.stdout.isTTY) && liveLine(world),
    world,
  });
}

/** One run from its first question to its report. The progress has ended when it resolves, and when it rejects. */
export async function oneRun(
  suite: Suite,
  settings: RunSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ readonly report: Report; readonly recording: Recording }> {
  const { target, specVersion, profile, only, skip, consent, retries, concurrency } = settings;
  const { timeoutMs, startupTimeoutMs, preflightTimeoutMs } = settings;
  try {
    return await suite.runSuite({
      target,
      specVersion,
      profile,
      only,
      skip,
      consent,
      retries,
      concurrency,
      timeoutMs,
      startupTimeoutMs,
      preflightTimeoutMs,
      signal,
      onStatus: (line) => progress.status(line),
      onPlan: ({ checks, order }) => progress.plan(checks, order),
      ...(progress.results ? { onTestComplete: (result) => progress.result(result) } : {}),
      onStderr: (text) => progress.childStderr(text),
    });
  } finally {
    progress.end();
  }
}

/** What `--record` keeps, as `finish` takes it. */
export function recordingFile(settings: Settings, recording: Recording) {
  const file = settings.record;
  return file === undefined ? undefined : { file, text: `${JSON.stringify(recording)}\n` };
}
