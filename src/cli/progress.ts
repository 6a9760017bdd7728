import type { TestResult } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { clip, paintWith } from "../report/layout.ts";
import { resultLine } from "../report/result-line.ts";
import type { Look } from "./formats.ts";
import type { Out } from "./world.ts";

export interface Progress {
  /** Single results are shown. Where they are not, nobody need judge before the run is over. */
  readonly results: boolean;
  status(line: string): void;
  result(result: TestResult): void;
  childStderr(text: string): void;
  /** Takes the transient line off the screen and prints what is left. */
  end(): void;
}

const CLEAR = "\r\u001b[2K";

/**
 * What is shown while a run goes on. `lines` takes the results when `verbose`; `errors` is stderr: status lines,
 * the server's own stderr and, on a terminal, one transient line that says how far the run is.
 */
export function progressOn(options: {
  readonly lines: { readonly out: Out; readonly look: Look };
  readonly errors: { readonly out: Out; readonly look: Look };
  readonly verbose: boolean;
  /** False for machine formats without --verbose: nothing is shown. */
  readonly shown: boolean;
}): Progress {
  const { lines, errors, verbose, shown } = options;
  const paint = paintWith(errors.look.color);
  const transient = shown && !verbose && errors.out.isTTY;
  let onScreen = false;
  let done = 0;
  let rest = "";

  const clear = () => {
    if (onScreen) void errors.out.write(CLEAR);
    onScreen = false;
  };
  const say = (text: string) => {
    clear();
    void errors.out.write(text);
  };
  const printChild = (line: string) => say(`${paint.dim(`server | ${escapeTerminal(line)}`)}\n`);

  return {
    results: verbose || transient,
    status(line) {
      if (shown) say(`${paint.dim(escapeTerminal(line))}\n`);
    },
    result(result) {
      done += 1;
      if (verbose) {
        clear();
        void lines.out.write(`${resultLine(result, lines.look)}\n`);
      } else if (transient) {
        const text = clip(`${done} checked: ${result.id}`, errors.look.width - 1, "");
        void errors.out.write(`${CLEAR}${paint.dim(text)}`);
        onScreen = true;
      }
    },
    childStderr(text) {
      if (!verbose) return;
      const all = (rest + text).split(/\r\n|\n/);
      rest = all.pop() ?? "";
      for (const line of all) printChild(line);
    },
    end() {
      if (rest !== "") printChild(rest);
      rest = "";
      clear();
    },
  };
}
