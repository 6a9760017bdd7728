/** What a stretch of an event stream holds, in the order of the wire. */
export type SseItem = SseEvent | SseComment;

/** One event with the fields that were present. Unlike a browser we also report events without `data`. */
export interface SseEvent {
  readonly kind: "event";
  readonly event?: string;
  readonly id?: string;
  /** Milliseconds. */
  readonly retry?: number;
  /** Lines are joined by \n; absent: no `data` field. */
  readonly data?: string;
}

/** A line that begins with a colon, without the colon and one space after it. */
export interface SseComment {
  readonly kind: "comment";
  readonly text: string;
}

export interface SseParser {
  /** Takes the next piece of decoded text, cut anywhere, and gives the items that it completes. */
  push(chunk: string): readonly SseItem[];
}

interface Fields {
  event?: string;
  id?: string;
  retry?: number;
  data?: string;
}

const LINE_END = /\r\n?|\n/g;
const BOM = "\uFEFF";

/**
 * An incremental parser of event streams, by the WHATWG standard (HTML, section 9.2.6). An event that the stream's end
 * cuts off before its blank line is never given, as the standard asks.
 */
export function sseParser(): SseParser {
  let line = "";
  let fields: Fields = {};
  let atStart = true;
  // A line ended by \r is complete at once; a \n that follows, maybe in the next piece, belongs to the same line end.
  let afterCr = false;

  function takeLine(items: SseItem[]): void {
    if (line === "") {
      if (Object.keys(fields).length > 0) items.push({ kind: "event", ...fields });
      fields = {};
      return;
    }
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (colon === 0) items.push({ kind: "comment", text: value });
    else takeField(fields, name, value);
  }

  return {
    push(chunk) {
      if (chunk === "") return [];
      const items: SseItem[] = [];
      let from = atStart && chunk.startsWith(BOM) ? 1 : 0;
      atStart = false;
      if (afterCr && chunk[from] === "\n") from += 1;
      afterCr = false;
      LINE_END.lastIndex = from;
      for (let match = LINE_END.exec(chunk); match !== null; match = LINE_END.exec(chunk)) {
        line += chunk.slice(from, match.index);
        takeLine(items);
        line = "";
        from = LINE_END.lastIndex;
        afterCr = match[0] === "\r" && from === chunk.length;
      }
      line += chunk.slice(from);
      return items;
    },
  };
}

function takeField(fields: Fields, name: string, value: string): void {
  if (name === "data") fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
  else if (name === "event") fields.event = value;
  else if (name === "id" && !value.includes("\0")) fields.id = value;
  else if (name === "retry" && /^[0-9]+$/.test(value)) {
    fields.retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }
}
