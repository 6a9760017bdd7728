import { cells, widthOf } from "./width.ts";

/** Colours of a text for a terminal, or nothing at all. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  cyan(text: string): string;
}

const ESC = "\u001b[";

export function paintWith(color: boolean): Paint {
  const paint = (on: number, off: number) => (text: string) =>
    color && text !== "" ? `${ESC}${on}m${text}${ESC}${off}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
    cyan: paint(36, 39),
  };
}

/**
 * Breaks a text (without colours and controls) into lines of at most `width` columns, between words where it can.
 * Addresses are never broken: a link that cannot be clicked is none. Line feeds in it stay.
 */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(width, 8)));
}

function wrapLine(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const size = widthOf(word);
    if (line !== "" && used + 1 + size <= width) {
      line += ` ${word}`;
      used += 1 + size;
      continue;
    }
    // A long word begins on the line that is there, if a good part of it fits.
    const breaks = size > width && !/^[("'<]*https?:\/\//.test(word);
    if (line !== "" && !(breaks && width - used > 12)) {
      lines.push(line);
      line = "";
      used = 0;
    }
    const start = line === "" ? "" : `${line} `;
    const pieces = breaks ? breakWord(word, width - widthOf(start), width) : [word];
    lines.push(...pieces.slice(0, -1).map((piece, at) => (at === 0 ? start + piece : piece)));
    const last = pieces.at(-1) ?? "";
    line = pieces.length === 1 ? start + last : last;
    used = widthOf(line);
  }
  lines.push(line);
  return lines;
}

/** How far back from the end of a line a comma is looked for. Columns. */
const LOOK_BACK = 24;

/** Pieces of a word without blanks (JSON, mostly): after a comma where there is one near, else where the line ends. */
function breakWord(word: string, first: number, width: number): readonly string[] {
  const pieces: string[] = [];
  let room = first;
  let piece: { readonly text: string; readonly width: number }[] = [];
  let used = 0;
  for (const cell of cells(word)) {
    if (used + cell.width > room) {
      const comma = piece.findLastIndex((one) => one.text === ",");
      const end =
        comma >= 0 && piece.length - comma <= LOOK_BACK && comma + 1 < piece.length ? comma + 1 : piece.length;
      pieces.push(textOf(piece.slice(0, end)));
      piece = piece.slice(end);
      used = piece.reduce((columns, one) => columns + one.width, 0);
      room = width;
    }
    piece.push(cell);
    used += cell.width;
  }
  pieces.push(textOf(piece));
  return pieces;
}

function textOf(piece: readonly { readonly text: string }[]): string {
  return piece.map((cell) => cell.text).join("");
}

/** Cuts a line to `width` columns, with `mark` at the end where something was left out. */
export function clip(text: string, width: number, mark: string): string {
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(mark);
  let line = "";
  let used = 0;
  for (const cell of cells(text)) {
    if (used + cell.width > room) break;
    line += cell.text;
    used += cell.width;
  }
  return line + mark;
}

/** Fills up with blanks to `width` columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
