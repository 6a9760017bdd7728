import type { Header, StdioTarget, Target } from "../model/target.ts";

/** A value that must not be recorded. */
export interface Secret {
  readonly value: string;
  /** Surely a credential; else only its name or its look speaks for that, and doubt leaves it alone. */
  readonly sure: boolean;
}

const NAME = /key|token|secret|pass|auth|credential|cookie/i;
const SURE_NAME =
  /^(proxy-)?authorization$|^cookie$|(^|[-_.])(api[-_]?key|access[-_]?key|token|secret|password|passwd|pwd|credentials?)$/i;
/** Headers that say how to talk, not who talks: long values of these are no secrets. */
const PLAIN_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-type",
  "host",
  "mcp-protocol-version",
  "origin",
  "referer",
  "user-agent",
]);
const SCHEME = /^([A-Za-z][A-Za-z0-9-]*) +(\S.*)$/;
const SCHEME_WORDS = /^(bearer|basic|digest|token|apikey|api-key|dpop|negotiate|hmac|key)$/i;

/** A long value that mixes letters and digits, and is neither a path, an address nor a sentence. */
function looksRandom(value: string): boolean {
  return value.length >= 20 && /[A-Za-z]/.test(value) && /[0-9]/.test(value) && !isPlace(value);
}

function isPlace(value: string): boolean {
  return /^(\.{0,2}\/|~\/|[A-Za-z]:[\\/]|-|[a-z][a-z0-9+.-]*:\/\/)/i.test(value) || /\s/.test(value);
}

/**
 * Whether a secret may be taken out of messages. Short ones, plain words, numbers and dates may not: they could as well
 * be something that a rule has to see, and a number would leave broken JSON behind.
 */
export function isRedactable({ value, sure }: Secret): boolean {
  if (value.length < 8) return false;
  if (/^[\d\s.,:+_TZ-]+$/.test(value)) return false;
  if (/^[A-Za-z]+$/.test(value) && value.length < 20) return false;
  return sure || !(isPlace(value) || /^[A-Za-z]+([-_./:]+[A-Za-z]+)*$/.test(value));
}

/** The part of a header's value before its secret ("Bearer "), and the secret. */
function splitScheme(name: string, value: string): readonly [scheme: string, rest: string] {
  const match = SCHEME.exec(value);
  if (match?.[1] === undefined || match[2] === undefined) return ["", value];
  return /authorization$/i.test(name) || SCHEME_WORDS.test(match[1]) ? [`${match[1]} `, match[2]] : ["", value];
}

export function isSecretHeader([name, value]: Header): boolean {
  return !PLAIN_HEADERS.has(name.toLowerCase()) && (NAME.test(name) || looksRandom(value));
}

/** The value for the record: scheme word and names of cookies stay. */
export function maskedHeader([name, value]: Header, mark: string): string {
  if (/^cookie$/i.test(name)) return value.replace(/=[^;]*/g, `=${mark}`);
  return splitScheme(name, value)[0] + mark;
}

/** How much a check cuts off a bearer token, of at least which length (characters). */
const CUT = 6;
const LEAST_TO_CUT = 26;

function secretsOfHeader(header: Header): readonly Secret[] {
  const [name, value] = header;
  if (!isSecretHeader(header)) return [];
  const sure = SURE_NAME.test(name);
  if (/^cookie$/i.test(name)) {
    return value.split(";").map((one) => ({ value: one.slice(one.indexOf("=") + 1).trim(), sure }));
  }
  const [scheme, rest] = splitScheme(name, value);
  const secrets: Secret[] = [{ value: rest, sure }];
  // A check sends a bearer token without its end: what is left of it is as secret as the whole.
  if (/^bearer /i.test(scheme) && rest.length >= LEAST_TO_CUT) secrets.push({ value: rest.slice(0, -CUT), sure });
  if (/^basic /i.test(scheme)) {
    const pair = fromBase64(rest);
    const colon = pair.indexOf(":");
    if (colon !== -1) secrets.push({ value: pair, sure }, { value: pair.slice(colon + 1), sure });
  }
  return secrets;
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  } catch {
    return "";
  }
}

/** User name and password of a URL, and the values of its query that look like secrets. */
export function secretsOfUrl(text: string): readonly Secret[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const secrets: Secret[] = [];
  const password = decoded(url.password);
  const username = decoded(url.username);
  if (password !== "") secrets.push({ value: password, sure: true }, { value: `${username}:${password}`, sure: true });
  // A token in place of a user name.
  else if (username !== "") secrets.push({ value: username, sure: true });
  for (const [name, value] of url.searchParams) {
    if (NAME.test(name) || looksRandom(value)) secrets.push({ value, sure: SURE_NAME.test(name) });
  }
  return secrets;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function secretsOfNamed(name: string, value: string): readonly Secret[] {
  if (/:\/\//.test(value)) return secretsOfUrl(value);
  return NAME.test(name) || looksRandom(value) ? [{ value, sure: SURE_NAME.test(name) }] : [];
}

function secretsOfArgs({ args }: StdioTarget): readonly Secret[] {
  return args.flatMap((arg, index) => {
    const flag = /^--?([\w-]+)=(.*)$/.exec(arg);
    if (flag?.[1] !== undefined && flag[2] !== undefined) return secretsOfNamed(flag[1], flag[2]);
    const header = /^([\w-]+):\s*(\S.*)$/.exec(arg);
    if (header?.[1] !== undefined && header[2] !== undefined && !/^\/\//.test(header[2])) {
      return secretsOfHeader([header[1], header[2]]);
    }
    const before = /^--?([\w-]+)$/.exec(args[index - 1] ?? "")?.[1];
    if (before !== undefined && NAME.test(before) && !arg.startsWith("-")) return secretsOfNamed(before, arg);
    return /:\/\//.test(arg) ? secretsOfUrl(arg) : [];
  });
}

/** Everything that the user gave in confidence. */
export function secretsOf(target: Target): readonly Secret[] {
  const secrets =
    target.kind === "http"
      ? [...target.headers.flatMap(secretsOfHeader), ...secretsOfUrl(target.url)]
      : [
          ...Object.entries(target.env).flatMap(([name, value]) => secretsOfNamed(name, value)),
          ...secretsOfArgs(target),
        ];
  return secrets.filter(({ value }) => value !== "");
}
