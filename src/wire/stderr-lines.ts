/** Characters of one line, and of all lines of a run, that are passed on. */
const LONGEST_LINE = 8_000;
const MOST = 1_000_000;

export interface StderrLines {
  hear(text: string): void;
  /** The run is over: what is left is a line without an end. */
  end(): void;
}

/**
 * Passes a child's stderr on, line by line, so that a secret is found wherever the pieces were cut. There is an end to
 * it: who floods stderr is told to nobody for ever.
 */
export function stderrLines(tell: (text: string) => void, redact: (text: string) => string): StderrLines {
  let line = "";
  let told = 0;
  /** The rest of a line that was too long is passed over. */
  let skipping = false;

  function say(text: string): void {
    if (told >= MOST) return;
    told += text.length + 1;
    tell(`${redact(text)}\n`);
    if (told >= MOST) tell("(the server writes more than is shown here)\n");
  }

  function add(piece: string): void {
    if (skipping) return;
    line += piece;
    if (line.length <= LONGEST_LINE) return;
    say(`${line.slice(0, LONGEST_LINE)} (the line goes on)`);
    line = "";
    skipping = true;
  }

  return {
    hear(text) {
      if (told >= MOST) return;
      const [first = "", ...more] = text.split(/\r?\n/);
      add(first);
      for (const next of more) {
        if (!skipping) say(line);
        line = "";
        skipping = false;
        add(next);
      }
    },
    end() {
      if (line !== "") say(line);
      line = "";
    },
  };
}
