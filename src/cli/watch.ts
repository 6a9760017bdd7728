import { type Target, UserFault } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { paintWith } from "../report/layout.ts";
import type { Argv } from "./argv.ts";
import { applyBaseline, type Opened, openBaseline } from "./baseline.ts";
import { type Changes, changeLog } from "./changes.ts";
import type { Context } from "./command.ts";
import type { Format } from "./formats.ts";
import { SIGNAL_CODES } from "./interrupt.ts";
import { lookFor } from "./look.ts";
import { oneRun, progressFor, type RunSettings, recordingFile } from "./one-run.ts";
import { checkFiles, finish } from "./output.ts";
import { withRemarks } from "./remarks.ts";
import { type Settings, settle } from "./settings.ts";
import { BOTH_FORMS } from "./target.ts";
import { builtFolder, leftOut } from "./watch-paths.ts";
import type { World } from "./world.ts";

/** How long nothing may change until the next run begins: an editor or a build writes many files. ms. */
const DEBOUNCE = 500;
/** Somebody who never stops writing does not keep the next run off for ever. ms. */
const LONGEST_DEBOUNCE = 10 * DEBOUNCE;
/** Changes that are told of this soon after a run were made in it. ms. */
const AFTERMATH = 100;

const FORMATS: readonly Format[] = ["terminal", "markdown", "html"];

type StdioTarget = Extract<Target, { kind: "stdio" }>;
type WatchSettings = RunSettings & { readonly target: StdioTarget };

interface Planned {
  readonly settings: WatchSettings;
  readonly known: Opened | undefined;
}

/** Tests a command, and again at each change in its working directory, until it is interrupted. Resolves with 130. */
export async function watchTest(context: Context, first: Settings): Promise<number> {
  const { argv, world } = context;
  const settings = watchable(argv, first);
  await checkFiles(settings, settings.record, world);
  const known = await openBaseline(settings.baseline, false, world);
  const look = lookFor(world.stderr, argv, world);
  const paint = paintWith(look.color);
  const say = (text: string) => world.stderr.write(`${paint.dim(`mcp-compliance: ${escapeTerminal(text)}`)}\n`);

  const changes = changeLog();
  const stop = new AbortController();
  let code: number | undefined;
  let running = false;
  const off = world.onInterrupt((signal) => {
    if (code !== undefined) {
      void world.stderr.write("\n");
      world.exitNow(code);
      return;
    }
    code = SIGNAL_CODES[signal];
    stop.abort();
    const more = running ? "mcp-compliance: cancelling; once more stops at once.\n" : "";
    void world.stderr.write(`\n${more}`);
  });
  let failure: Error | undefined;
  const { folder, close } = await watchFor(settings, world, changes, (error) => {
    failure = error;
    stop.abort();
  }).catch((error: unknown) => {
    off();
    throw error;
  });

  try {
    for (const name of ["strict", "min-grade"]) {
      if (argv.values.has(name) || argv.flags.has(name))
        await say(`--${name} does not apply: a watch gives no verdict.`);
    }
    const watched = `watching ${folder}. Ctrl+C ends.`;
    let now: Planned = { settings, known };
    for (let round = 0; !stop.signal.aborted; round++) {
      if (round > 0) {
        const changed = await quiet(changes, world, stop.signal);
        if (stop.signal.aborted) break;
        if (world.stdout.isTTY) await world.stdout.write("\u001b[2J\u001b[H");
        await say(`${named(changed)} changed: testing again.`);
        const again = await settleAgain(argv, world);
        if (again instanceof UserFault) {
          for (const line of again.message.split("\n")) await say(line);
          await say(watched);
          continue;
        }
        now = again;
        for (const warning of now.settings.warnings) await say(warning);
      }
      running = true;
      const written = await runOnce(context, now, round === 0, changes, stop.signal);
      running = false;
      if (stop.signal.aborted) break;
      if (written.length > 0) {
        await say(
          `${named(written)} changed while this run went on, as in those before: the server seems to write it. ` +
            "The run was not repeated for that; a change now begins another.",
        );
      }
      if (changes.waiting()) continue;
      await say(watched);
    }
  } finally {
    off();
    await close();
  }
  if (failure !== undefined) throw cannotWatch(folder, failure);
  return code ?? SIGNAL_CODES.SIGINT;
}

/** @throws UserFault where --watch makes no sense with the rest. */
function watchable(argv: Argv, settings: Settings): WatchSettings {
  const { target, format } = settings;
  const refuse = (why: string) => new UserFault(`--watch ${why}`);
  if (settings.list) throw refuse("runs the checks, and --list only names them. Leave one of the two out.");
  if (settings.self) {
    throw refuse("needs a server that can change: it cannot be used with --self. Expected a command, as in node s.js.");
  }
  if (argv.flags.get("update-baseline") === true) {
    throw refuse("runs again and again: --update-baseline would take in whatever is broken just then. Run it alone.");
  }
  if (!FORMATS.includes(format)) {
    throw refuse(
      `is for people: --format ${format} would be one document after the other. Expected ${FORMATS.join(", ")}; a file ` +
        `is written anew by each run with --report ${format}=file.`,
    );
  }
  if (target === undefined) throw new UserFault(`Nothing to test: no target was given. ${BOTH_FORMS}`);
  if (target.kind !== "stdio") {
    throw refuse(
      "starts the server anew at each change, so it needs a command (stdio); who runs a URL has to restart it " +
        "himself. Expected a command, as in mcp-compliance test --watch -- node server.js.",
    );
  }
  // No gate applies; what the config says of them is for runs that end.
  return { ...settings, target, strict: false, minGrade: undefined };
}

/** The config and the files that it names may be what has changed. */
async function settleAgain(argv: Argv, world: World): Promise<Planned | UserFault> {
  try {
    const settings = watchable(argv, await settle(argv, world));
    await checkFiles(settings, settings.record, world);
    return { settings, known: await openBaseline(settings.baseline, false, world) };
  } catch (error) {
    if (error instanceof UserFault) return error;
    throw error;
  }
}

/** One run, with its report where it was not cut short. Resolves with the files that the server seems to write. */
async function runOnce(
  { argv, world, suite }: Context,
  { settings, known }: Planned,
  first: boolean,
  changes: Changes,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const progress = progressFor({ argv, world }, settings);
  const cancel = new AbortController();
  const abort = () => {
    progress.cancel();
    cancel.abort();
  };
  stop.addEventListener("abort", abort);
  changes.begin(abort);
  if (stop.aborted) abort();
  try {
    const { report, recording } = await oneRun(suite, settings, progress, cancel.signal);
    if (!cancel.signal.aborted) {
      const held = applyBaseline(withRemarks(report, settings.only, settings.consent), known, suite);
      // One window of the browser is enough.
      const outputs = { ...settings, open: settings.open && first };
      await finish(held.report, outputs, argv, world, recordingFile(settings, recording), held.files);
    }
    // What the server wrote at its end may not have been told of yet.
    if (!cancel.signal.aborted) await world.sleep(AFTERMATH, stop);
  } catch (error) {
    if (!cancel.signal.aborted) throw error;
  } finally {
    stop.removeEventListener("abort", abort);
  }
  return changes.end(!cancel.signal.aborted);
}

/** Waits for a change, and then until there are no more. Resolves with the files. */
async function quiet(changes: Changes, world: World, stop: AbortSignal): Promise<readonly string[]> {
  await changes.next(stop);
  const changed = new Set(changes.take());
  const began = world.now();
  while (!stop.aborted && world.now() - began < LONGEST_DEBOUNCE) {
    await world.sleep(DEBOUNCE, stop);
    const more = changes.take();
    if (more.length === 0) break;
    for (const path of more) changed.add(path);
  }
  return [...changed];
}

/** Watches the server's working directory, and the files of its command that lie elsewhere. */
async function watchFor(
  { target, reports, output, record }: WatchSettings,
  world: World,
  changes: Changes,
  failed: (error: Error) => void,
): Promise<{ readonly folder: string; close(): Promise<void> }> {
  const folder = world.absolute(target.cwd ?? ".");
  if ((await world.kindOf(folder).catch(() => "nothing")) !== "folder") {
    throw new UserFault(`--watch: there is no folder ${folder} to watch. Expected the server's working directory.`);
  }
  const below = (path: string) => (path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`) ? path : undefined);
  const own = new Set([...reports.map(({ file }) => file), output, record].map((file) => file && world.absolute(file)));
  const also: string[] = [];
  const built: string[] = [];
  for (const word of [target.command, ...target.args]) {
    const path = world.absolute(/^([/\\]|[a-z]:)/i.test(word) ? word : `${folder}/${word}`);
    if ((await world.kindOf(path).catch(() => "nothing")) !== "file") continue;
    const dist = builtFolder((below(path) ?? "").slice(folder.length + 1).replaceAll("\\", "/"));
    if (dist !== undefined) built.push(dist);
    if (below(path) === undefined) also.push(path);
  }
  try {
    const { close } = await world.watch(folder, {
      also,
      ignores: (path) => leftOut(path, built) || own.has(world.absolute(`${folder}/${path}`)),
      changed: (path) => changes.note(path),
      failed,
    });
    return { folder, close };
  } catch (error) {
    throw cannotWatch(folder, error as Error);
  }
}

function cannotWatch(folder: string, error: Error): UserFault {
  const { code } = error as { readonly code?: unknown };
  const remedy =
    code === "ENOSPC"
      ? "The system watches no more files: raise fs.inotify.max_user_watches, or name a smaller folder with --cwd."
      : code === "EMFILE"
        ? "The system opens no more files: raise the limit (ulimit -n), or name a smaller folder with --cwd."
        : "Name another folder with --cwd, or test without --watch.";
  return new UserFault(`--watch: ${folder} cannot be watched: ${error.message}. ${remedy}`);
}

function named(paths: readonly string[]): string {
  const [first = "A file", ...rest] = paths;
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}
