import type { TestResult } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { clip, paintWith } from "../report/layout.ts";
import { resultLine } from "../report/result-line.ts";
import type { Look } from "./formats.ts";
import type { Out, World } from "./world.ts";

export interface Progress {
  /** Single results are shown. Where they are not, nobody need judge before the run is over. */
  readonly results: boolean;
  /**
   * How many checks there are, once that is known, and in which order a log has their results, whenever they come. On a
   * terminal somebody waits, and sees each as it comes.
   */
  plan(checks: number, order?: readonly string[]): void;
  status(line: string): void;
  result(result: TestResult): void;
  childStderr(text: string): void;
  /** From now on nothing more is shown: what still comes is of a run that was given up. */
  cancel(): void;
  /** Takes the live line off the screen and prints what is left. */
  end(): void;
}

const CLEAR = "\r\u001b[2K";

/** Between two pictures of the live line. ms. */
const FRAME = 125;

/** True where one line of stderr can be painted over and over: a terminal that knows how, and no build's log. */
export function liveLine(world: Pick<World, "env" | "stderr">): boolean {
  const { CI, TERM } = world.env;
  const build = CI !== undefined && CI !== "" && !/^(false|0)$/i.test(CI);
  return world.stderr.isTTY && TERM !== "dumb" && !build;
}

/**
 * What is shown while a run goes on. `lines` takes the results when `verbose`; `errors` is stderr: status lines, the
 * server's own stderr and, if `live`, one line that says how far the run is and how long it has taken.
 */
export function progressOn(options: {
  readonly lines: { readonly out: Out; readonly look: Look };
  readonly errors: { readonly out: Out; readonly look: Look };
  readonly verbose: boolean;
  /** False for machine formats without --verbose: no status lines. */
  readonly shown: boolean;
  readonly live: boolean;
  readonly world: Pick<World, "now" | "sleep">;
}): Progress {
  const { lines, errors, verbose, shown, world } = options;
  const paint = paintWith(errors.look.color);
  const { live } = options;
  const over = new AbortController();
  const began = world.now();
  const state = { done: 0, total: undefined as number | undefined, category: "", failed: 0, frame: 0 };
  /** Results that wait for one that stands before them, so that a run reads the same however much goes on at once. */
  const waiting = new Map<string, TestResult>();
  let order: readonly string[] = [];
  let next = 0;
  let onScreen = false;
  let cancelled = false;
  let rest = "";

  const clear = () => {
    if (onScreen) void errors.out.write(CLEAR);
    onScreen = false;
  };
  const say = (text: string) => {
    clear();
    void errors.out.write(text);
  };
  const draw = () => {
    if (!live || over.signal.aborted) return;
    const line = picture(state, world.now() - began, errors.look);
    // The terminal may be narrower than any report is made, and may have been made so since: a line that breaks stays.
    const columns = errors.out.columns ?? errors.look.width;
    void errors.out.write(`${CLEAR}${paint.dim(clip(line, columns - 1, ""))}`);
    onScreen = true;
  };
  const printChild = (line: string) => say(`${paint.dim(`server | ${escapeTerminal(line)}`)}\n`);
  const stop = () => {
    over.abort();
    clear();
  };

  const show = (result: TestResult) => {
    clear();
    void lines.out.write(`${resultLine(result, lines.look)}\n`);
  };
  const showInTurn = (result: TestResult) => {
    if (order.length === 0) return show(result);
    waiting.set(result.id, result);
    for (let id = order[next]; id !== undefined; id = order[next]) {
      const due = waiting.get(id);
      if (due === undefined) return;
      waiting.delete(id);
      next += 1;
      show(due);
    }
  };

  if (live) {
    void (async () => {
      while (!over.signal.aborted) {
        await world.sleep(FRAME, over.signal);
        state.frame += 1;
        draw();
      }
    })();
  }

  return {
    results: verbose || live,
    plan(checks, given = []) {
      state.total = checks;
      order = lines.out.isTTY ? [] : given;
    },
    status(line) {
      if (shown && !cancelled) say(`${paint.dim(escapeTerminal(line))}\n`);
    },
    result(result) {
      if (cancelled) return;
      state.done += 1;
      state.category = result.category;
      if (result.outcome === "fail") state.failed += 1;
      if (verbose) showInTurn(result);
      draw();
    },
    childStderr(text) {
      if (!verbose || cancelled) return;
      const all = (rest + text).split(/\r\n|\n/);
      rest = all.pop() ?? "";
      for (const line of all) printChild(line);
    },
    cancel() {
      cancelled = true;
      stop();
    },
    end() {
      stop();
      if (rest !== "" && !cancelled) printChild(rest);
      rest = "";
      for (const result of cancelled ? [] : waiting.values()) show(result);
      waiting.clear();
    },
  };
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const SPINNER_ASCII = ["|", "/", "-", "\\"];
const BAR = 20;

/** `⠙ ██████░░░░  41/99  tools, 2 failed  3 s`. */
function picture(
  state: {
    readonly done: number;
    readonly total: number | undefined;
    readonly category: string;
    readonly failed: number;
    readonly frame: number;
  },
  ms: number,
  look: Look,
): string {
  const spinner = look.unicode ? SPINNER : SPINNER_ASCII;
  const turn = spinner[state.frame % spinner.length] ?? "";
  if (state.total === undefined) return `${turn} Asking which revision the server speaks  ${elapsed(ms)}`;
  const filled = Math.floor((state.done / Math.max(1, state.total)) * BAR);
  const [full, empty] = look.unicode ? ["█", "░"] : ["#", "."];
  const bar = full.repeat(filled) + empty.repeat(BAR - filled);
  const done = `${String(state.done).padStart(String(state.total).length)}/${state.total}`;
  const failed = state.failed === 0 ? "" : `, ${state.failed} failed`;
  return `${turn} ${bar}  ${done}  ${state.category || "asking"}${failed}  ${elapsed(ms)}`;
}

function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
}
