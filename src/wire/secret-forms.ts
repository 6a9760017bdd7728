/** Takes secrets out of a text, however they are written there. Undefined where there are none to be looked for. */
export function findSecrets(values: ReadonlySet<string>, mark: string): ((text: string) => string) | undefined {
  if (values.size === 0) return undefined;
  // The longest form first, so that none leaves the end of a longer one behind.
  const forms = [...new Set([...values].flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const found = new RegExp(forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|"), "gi");
  return (text) => {
    // Escaped ones first: the beginning of one may look like another that is not escaped.
    const clean = ESCAPES.test(text) ? withoutEscaped(text, found, mark) : text;
    return clean.replace(found, mark);
  };
}

/** How a secret commonly stands in a text: as it is, in JSON, percent-encoded, in hexadecimal, in base64. */
function formsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = percentOf(value);
  const base64 = base64Of(value);
  return [
    value,
    // A value may have in it what looks like an escape, which is read where others of its characters are escaped.
    readable(value).plain,
    json,
    json.replaceAll("/", "\\/"),
    percent,
    percent.replaceAll("%20", "+"),
    hexOf(value),
    // What percent-encoding reads back to, byte by byte.
    binary(utf8(value)),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/**
 * Characters written in another way: escapes of JSON (and of JSON in JSON), percent-encoding (and that encoded again),
 * references of HTML. Counts are bounded, as a server can send nothing but backslashes.
 */
const ESCAPE =
  /\\{1,4}u([0-9a-f]{4})|\\{1,8}(["'/\\])|%(?:25){0,2}([0-9a-f]{2})|&#(\d{1,5});|&#x([0-9a-f]{1,4});|&(amp|lt|gt|quot|apos);/gi;
/** The same, to be asked only whether there is one. */
const ESCAPES = new RegExp(ESCAPE.source, "i");

const NAMED: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Looks for the secrets in the text as it reads without escapes, and takes out what they were written as. */
function withoutEscaped(text: string, found: RegExp, mark: string): string {
  const { plain, back } = readable(text);
  let clean = "";
  let from = 0;
  for (const match of plain.matchAll(found)) {
    clean += text.slice(from, back(match.index)) + mark;
    from = back(match.index + match[0].length);
  }
  return from === 0 ? text : clean + text.slice(from);
}

/** The text without escapes, and the way from a place in it to the one in the text; to be asked in ascending order. */
function readable(text: string): { readonly plain: string; back(at: number): number } {
  const pieces: string[] = [];
  /** Of each escape: its index in the plain text, and how many characters more it has than what it stands for. */
  const places: number[] = [];
  const extras: number[] = [];
  let length = 0;
  let from = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const [whole, unit, char, byte, decimal, hexadecimal, name] = match;
    const code = unit ?? byte ?? hexadecimal;
    const meant =
      char ??
      NAMED[name?.toLowerCase() ?? ""] ??
      String.fromCharCode(Number.parseInt(code ?? decimal ?? "", code === undefined ? 10 : 16));
    const before = text.slice(from, match.index);
    pieces.push(before, meant);
    places.push(length + before.length);
    extras.push(whole.length - meant.length);
    length += before.length + meant.length;
    from = match.index + whole.length;
  }
  pieces.push(text.slice(from));
  let next = 0;
  let extra = 0;
  return {
    plain: pieces.join(""),
    back(at) {
      for (; (places[next] ?? Number.POSITIVE_INFINITY) < at; next += 1) extra += extras[next] ?? 0;
      return at + extra;
    },
  };
}

function percentOf(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no such form.
    return value;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function utf8(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

function hexOf(value: string): string {
  return utf8(value)
    .map((byte) => hex(byte, 2))
    .join("");
}

/** Shortest piece of base64 that is looked for: anything shorter could be an accident. */
const SHORTEST_BASE64 = 10;

/**
 * The value in base64, alone and inside something longer: then it begins at one of three places in a group of
 * characters, and those that it shares with its neighbours are left.
 */
function base64Of(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const whole = encode(bytes);
  const inside = [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const shared = (before + bytes.length) % 3 === 0 ? 0 : 1;
    const text = encode(padded).replace(/=+$/, "");
    return text.slice(before === 0 ? 0 : before + 1, text.length - shared);
  });
  return [whole, ...inside].filter((form) => form.length >= SHORTEST_BASE64);
}

function encode(bytes: Uint8Array): string {
  return btoa(binary(bytes));
}

function binary(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
