/** How many lines of a child's stderr are quoted. */
const LAST_LINES = 5;

/** The end of stderr; before it the line that names the error, where a long trace has pushed it up. */
export function lastWords(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const cause = lines.findIndex((line) => /^\s*(?:\w+(?:Error|Exception)\b|(?:error|fatal|panic)\b)/i.test(line));
  const pushedUp = cause >= 0 && cause < lines.length - LAST_LINES;
  const told = pushedUp ? [lines[cause], "...", ...lines.slice(2 - LAST_LINES)] : lines.slice(-LAST_LINES);
  const text = told.join("\n");
  return text === "" ? "" : ` Its last words on stderr: ${text}`;
}
