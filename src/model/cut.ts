/** Characters of one text that a report repeats; a server can make any text as long as it likes. */
const LIMIT = 4_000;
/** A remainder shorter than this is not worth the words that would stand in its place. */
const REMAINDER = 40;

/** Cuts a text, never in the middle of a character, and says how much is left out. */
export function cut(text: string, limit = LIMIT): string {
  if (text.length <= limit + REMAINDER) return text;
  const half = /[\ud800-\udbff]/.test(text[limit - 1] ?? "") ? limit - 1 : limit;
  return `${text.slice(0, half)}... (${text.length - half} more characters)`;
}
