/** Longest text that a pattern is filled with. */
const LONGEST = 2000;

/**
 * A short text that a regular expression is likely to match: the first alternative of each choice, the first character
 * of each class, `repeats` rounds for * and one more for +, the least for {m,n}. It is a guess to be tested: look-around
 * and back-references are left out. Undefined where the expression cannot be read.
 */
export function sampleOf(pattern: string, repeats: number): string | undefined {
  const reader: Reader = { pattern, at: 0, repeats };
  const text = readChoice(reader);
  return text === undefined || reader.at < pattern.length ? undefined : text;
}

interface Reader {
  readonly pattern: string;
  readonly repeats: number;
  at: number;
}

function readChoice(reader: Reader): string | undefined {
  const first = readSequence(reader);
  if (first === undefined) return undefined;
  while (reader.pattern[reader.at] === "|") {
    reader.at += 1;
    if (readSequence(reader) === undefined) return undefined;
  }
  return first;
}

function readSequence(reader: Reader): string | undefined {
  let text = "";
  while (reader.at < reader.pattern.length && !"|)".includes(reader.pattern[reader.at] ?? "")) {
    const atom = readAtom(reader);
    if (atom === undefined) return undefined;
    text += atom.repeat(readTimes(reader));
    if (text.length > LONGEST) return undefined;
  }
  return text;
}

/** How often the atom before stands in the sample. */
function readTimes(reader: Reader): number {
  const rest = reader.pattern.slice(reader.at, reader.at + 30);
  const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest);
  if (match === null) return 1;
  reader.at += match[0].length;
  const [, sign, least, comma, most] = match;
  if (sign === "?") return 0;
  if (sign !== undefined) return sign === "*" ? reader.repeats : Math.max(1, reader.repeats);
  const low = Math.min(Number(least), LONGEST);
  if (comma === undefined) return low;
  return Math.max(low, Math.min(reader.repeats, most === "" || most === undefined ? LONGEST : Number(most)));
}

function readAtom(reader: Reader): string | undefined {
  const char = reader.pattern[reader.at] ?? "";
  reader.at += 1;
  switch (char) {
    case "^":
    case "$":
      return "";
    case ".":
      return "a";
    case "(":
      return readGroup(reader);
    case "[":
      return readClass(reader);
    case "\\":
      return readEscape(reader);
    case "*":
    case "+":
    case "?":
      return undefined;
    default:
      return char;
  }
}

function readGroup(reader: Reader): string | undefined {
  const start = /^\?(?:(:|<[A-Za-z_$][\w$]*>)|(<?[=!]))/.exec(reader.pattern.slice(reader.at, reader.at + 80));
  if (start !== null) reader.at += start[0].length;
  const inside = readChoice(reader);
  if (inside === undefined || reader.pattern[reader.at] !== ")") return undefined;
  reader.at += 1;
  return start?.[2] === undefined ? inside : "";
}

const ESCAPES: { readonly [char: string]: string } = {
  d: "1",
  w: "a",
  s: " ",
  D: "a",
  W: "-",
  S: "a",
  n: "\n",
  t: "\t",
  r: "\r",
  b: "",
  B: "",
};

function readEscape(reader: Reader): string | undefined {
  const char = reader.pattern[reader.at] ?? "";
  reader.at += 1;
  if (char === "p" || char === "P") {
    const name = /^\{([^}]*)\}/.exec(reader.pattern.slice(reader.at));
    if (name === null) return undefined;
    reader.at += name[0].length;
    const upper = /^(?:Lu|Uppercase)/.test(name[1] ?? "");
    return /^N/.test(name[1] ?? "") ? "1" : upper ? "A" : "a";
  }
  if (char === "x" || char === "u") {
    const code = /^(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4})|([0-9A-Fa-f]{2}))/.exec(reader.pattern.slice(reader.at));
    if (code === null) return char;
    reader.at += code[0].length;
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "61", 16);
    return point > 0x10_ffff ? undefined : String.fromCodePoint(point);
  }
  if (/[1-9k]/.test(char)) return undefined;
  return ESCAPES[char] ?? char;
}

/** Characters to choose from where a class says what may not stand. */
const USUAL = "a1A-_ ./";

function readClass(reader: Reader): string | undefined {
  let end = reader.at;
  while (end < reader.pattern.length && (reader.pattern[end] !== "]" || end === reader.at)) {
    end += reader.pattern[end] === "\\" ? 2 : 1;
  }
  if (end >= reader.pattern.length) return undefined;
  const source = `[${reader.pattern.slice(reader.at, end)}]`;
  reader.at = end + 1;
  try {
    const set = new RegExp(`^${source}$`, "u");
    const usual = [...USUAL].find((one) => set.test(one));
    if (usual !== undefined) return usual;
    for (let code = 33; code < 1024; code += 1)
      if (set.test(String.fromCharCode(code))) return String.fromCharCode(code);
  } catch {
    return undefined;
  }
  return undefined;
}
