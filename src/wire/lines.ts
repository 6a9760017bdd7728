import { decodeUtf8, joined } from "./text.ts";

export interface Line {
  readonly text: string;
  readonly end: "\n" | "\r\n" | "";
  readonly invalidUtf8?: true;
}

export interface LineSplitter {
  /** Takes bytes, cut anywhere. */
  push(bytes: Uint8Array): void;
  /** The output is over: what is left is a line without an end. */
  end(): void;
}

const LF = 10;
const CR = 13;

/**
 * Cuts bytes into lines. A line is decoded when it is whole, so no character is cut. A line of more than `limit` bytes
 * is not kept: `onTooLong` is told once, and what is left of it is passed over.
 */
export function lineSplitter(limit: number, onLine: (line: Line) => void, onTooLong: () => void): LineSplitter {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let skipping = false;

  function add(piece: Uint8Array): void {
    if (skipping || piece.length === 0) return;
    length += piece.length;
    if (length > limit) {
      pieces = [];
      skipping = true;
      onTooLong();
    } else pieces.push(piece);
  }

  function take(end: "\n" | ""): void {
    if (!skipping) {
      const bytes = joined(pieces);
      const crlf = end === "\n" && bytes.at(-1) === CR;
      onLine({ ...decodeUtf8(crlf ? bytes.subarray(0, -1) : bytes, true), end: crlf ? "\r\n" : end });
    }
    pieces = [];
    length = 0;
    skipping = false;
  }

  return {
    push(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
        add(bytes.subarray(from, at));
        take("\n");
        from = at + 1;
      }
      add(bytes.subarray(from));
    },
    end() {
      if (length > 0) take("");
    },
  };
}
