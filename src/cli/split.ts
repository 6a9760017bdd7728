import { UserFault } from "../model/mod.ts";

/**
 * Splits one string into words as a POSIX shell does: blanks divide, quotes group, a backslash takes the next
 * character as it is. Nothing is expanded. On Windows a backslash is a plain character (paths), except before a
 * quote.
 * @throws UserFault on a quote that is not closed, and on shell syntax that would need a shell.
 */
export function splitCommand(text: string, windows = false): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const next = text[at + 1];
    if (char === "\\" && quote !== "'" && takesNext(next, quote, windows)) {
      at += 1;
      // A backslash before the end of a line joins the two lines.
      if (next !== "\n") word = (word ?? "") + (next ?? "");
    } else if (quote !== "'" && needsShell(char, word, next, quote)) {
      throw new UserFault(
        `The command holds "${char}", which only a shell understands. Put it in single quotes if the server is to ` +
          `get it, write the value out, or give the shell as the command: -- sh -c '...'`,
      );
    } else if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === '"' || (char === "'" && !windows) || (char === "'" && word === undefined)) {
      quote = char as '"' | "'";
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) throw new UserFault(`The command has an opening ${quote} that is never closed: ${text}`);
  if (word !== undefined) words.push(word);
  return words;
}

function takesNext(next: string | undefined, quote: string | undefined, windows: boolean): boolean {
  if (next === undefined) return false;
  if (windows) return next === '"';
  return quote === undefined || next === '"' || next === "\\" || next === "$" || next === "`" || next === "\n";
}

/** Pipes, redirections, lists, variables: without a shell they would do something else than what was meant. */
function needsShell(
  char: string,
  word: string | undefined,
  next: string | undefined,
  quote: string | undefined,
): boolean {
  if (char === "$") return next !== undefined && /[A-Za-z_{(]/.test(next);
  if (char === "`") return true;
  if (quote !== undefined) return false;
  if (char === "&") return next === undefined || next === "&" || /\s/.test(next);
  if (char === "~") return word === undefined && (next === undefined || next === "/" || /\s/.test(next));
  return char === "|" || char === ";" || char === "<" || char === ">";
}
