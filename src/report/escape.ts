/**
 * Text that came from a server can hold anything: sequences that move the cursor or set the clipboard, marks that
 * reverse the reading order, characters that nobody sees. Each output has its one function here.
 */

/** Controls of C0 and C1, DEL, direction marks, line separators, invisible characters, and halves of surrogate pairs. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]|\u034f|\u17b4|\u17b5|\p{Surrogate}/gu;

/**
 * What the runner of a build takes for a command to itself wherever it stands in the log: `##[error]` of GitHub, `##vso[`
 * of Azure Pipelines, `##teamcity[`. Every format may be printed into a log.
 */
const RUNNER = /##(?=[a-z]*\[)/gi;

/** `::error::` and its like are commands of GitHub's runner at the beginning of a line, after blanks and colours too. */
const RUNNER_LINE = /^((?:[^\S\n]|\u001b\[\d*m)*):(?=:)/gm;

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
  return text.replace(UNSAFE, visible).replace(RUNNER, "#\\x23");
}

/** Finished text for a log, made of safe lines: none of them begins a command of the runner. */
export function disarmLines(text: string): string {
  return text.replace(RUNNER_LINE, "$1\\x3a");
}

/** The same for a terminal that shows only ASCII. */
export function escapeAscii(text: string): string {
  return escapeTerminal(text).replace(/[^ -~]/gu, visible);
}

/** JSON text whose characters are all visible; it reads back to the same value. Line feeds between members stay. */
export function escapeJson(json: string): string {
  return json
    .replace(UNSAFE, (char) => {
      if (char === "\n") return char;
      let escaped = "";
      for (let at = 0; at < char.length; at++) escaped += `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`;
      return escaped;
    })
    .replace(RUNNER, "#\\u0023");
}

/** Text or an attribute's value in XML 1.0. What XML cannot hold even as a reference was made visible before. */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replace(UNSAFE, (char) => (char === "\n" ? char : visible(char))));
}

/** Text or a quoted attribute's value in HTML. Line feeds stay. */
export function escapeHtml(text: string): string {
  return escapeXml(text);
}

const MARKUP: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeMarkup(text: string): string {
  return text
    .replace(/[&<>"']/g, (char) => MARKUP[char] ?? char)
    .replace(/[\ufffe\uffff]/g, visible)
    .replace(RUNNER, "#&#35;")
    .replace(RUNNER_LINE, "$1&#58;");
}

/**
 * Text within a line of GitHub Markdown: no emphasis, link, table cell, HTML, mention of a person or issue comes of it.
 * It may stand at the beginning of a list item or cell.
 */
export function escapeMarkdown(text: string): string {
  return (
    escapeTerminal(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replace(/[\\`*_[\]|~$]/g, "\\$&")
      .replace(/^(\s*)([-+#=]|\d+(?=[.)](?:\s|$)))/, (_, blanks: string, sign: string) =>
        /\d/.test(sign) ? `${blanks}${sign}\u200b` : `${blanks}\\${sign}`,
      )
      // An address that is spelled like this is text, and is still copied as it was.
      .replaceAll("://", ":\\/\\/")
      .replace(/\bwww\./gi, (word) => `${word.slice(0, -1)}\\.`)
      // Mentions and references are found in the finished text, so only a character between keeps them apart.
      .replace(/@(?=[\w-])|#(?=\d)|\bgh-(?=\d)/gi, "$&\u200b")
  );
}

/** Text as a code span of Markdown, with a longer fence than any inside. */
export function markdownCode(text: string): string {
  const safe = escapeTerminal(text);
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = safe.startsWith("`") || safe.endsWith("`") || safe === "" ? " " : "";
  return `${fence}${space}${safe}${space}${fence}`;
}

/** The message of a workflow command of GitHub: it can end no line and begin no other command. */
export function escapeCommand(text: string): string {
  const safe = text.replace(UNSAFE, (char) => (char === "\n" ? char : visible(char))).replace(RUNNER, "#\\x23");
  return safe.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property of a workflow command, such as its title. */
export function escapeCommandProperty(text: string): string {
  return escapeCommand(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
