/**
 * Text that came from a server can hold anything: sequences that move the cursor or set the clipboard, marks that
 * reverse the reading order, characters that nobody sees. Each output has its one function here.
 */

/** Controls of C0 and C1, DEL, direction marks, line separators, and characters without any width or meaning to people. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function visible(char: string): string {
  const named = NAMED[char];
  if (named !== undefined) return named;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

/** One line for a terminal: nothing in it acts or hides; each such character is written out as `\x1b`. */
export function escapeTerminal(text: string): string {
  return text.replace(UNSAFE, visible);
}

/** JSON text whose characters are all visible; it reads back to the same value. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE, (char) => {
    if (char === "\n") return char;
    let escaped = "";
    for (let at = 0; at < char.length; at++) escaped += `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
