/** A line without its end. `tooLong`: it went on; `text` is its beginning, one character more than the limit. */
export interface CutLine {
  readonly text: string;
  readonly tooLong: boolean;
}

export interface LineCutter {
  /** Takes text, cut anywhere, and gives the lines that are whole now. */
  push(text: string): readonly CutLine[];
}

/** As many characters (UTF-16) may stand in one line of a client: as much as in a body over HTTP. */
export const LONGEST_LINE = 8 * 1024 * 1024;

/** Cuts text into lines at each \n. Takes time and memory in proportion to what it is given, and no more memory than `limit`. */
export function lineCutter(limit = LONGEST_LINE): LineCutter {
  let pieces: string[] = [];
  let length = 0;

  const add = (piece: string): void => {
    const room = limit + 1 - length;
    if (room <= 0 || piece === "") return;
    const kept = piece.length > room ? piece.slice(0, room) : piece;
    pieces.push(kept);
    length += kept.length;
  };
  const take = (): CutLine => {
    const line = { text: pieces.join(""), tooLong: length > limit };
    pieces = [];
    length = 0;
    return line;
  };

  return {
    push(text) {
      const lines: CutLine[] = [];
      let from = 0;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
        add(text.slice(from, at));
        lines.push(take());
        from = at + 1;
      }
      add(text.slice(from));
      return lines;
    },
  };
}
