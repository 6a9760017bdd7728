import { UserFault } from "../model/mod.ts";
import { didYouMean, nearest } from "../model/nearest.ts";

interface OptionBase {
  readonly description: string;
  readonly alias?: string;
  /** Heading of the help text under which it stands. */
  readonly group?: string;
  /** Left out of the help text. */
  readonly hidden?: boolean;
  /** What the help text calls it: of a boolean that is on by itself, the way to turn it off. */
  readonly shown?: string;
}

/** One option. The shape is an argument definition of citty, with what citty does not know added. */
export type Option =
  | (OptionBase & { readonly type: "boolean" })
  | (OptionBase & {
      readonly type: "string";
      readonly valueHint: string;
      /** May be given more than once. */
      readonly many?: boolean;
    })
  | (OptionBase & { readonly type: "enum"; readonly options: string[]; readonly valueHint?: string });

export type Options = Readonly<Record<string, Option>>;

/** What the words that are no options of ours are: a target with its own options, or a fixed number of plain words. */
export type Words = { readonly kind: "target" } | { readonly kind: "plain"; readonly names: readonly string[] };

export interface Argv {
  /** Options that take a value, in the order given. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlyMap<string, boolean>;
  /** The target's words, or the plain words. */
  readonly words: readonly string[];
  /** The words came after `--`, or part of them did. */
  readonly divided: boolean;
  /** Names of our options that stood after the beginning of a command target and before any `--`. */
  readonly afterCommand: readonly string[];
  /** Options in the server's words, before any `--`, that are nearly ours: a slip of the pen takes a gate away. */
  readonly nearlyOurs: readonly { readonly word: string; readonly meant: string }[];
}

export function isUrl(word: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(word);
}

/**
 * Reads the arguments of one command. Our options are recognized anywhere before `--`. What else stands after the
 * first word of a command target belongs to the server; before it, and with a URL, an unknown option is an error.
 * @throws UserFault on an unknown option, a missing or unexpected value, or too many plain words.
 */
export function readArgv(argv: readonly string[], options: Options, words: Words): Argv {
  const values = new Map<string, string[]>();
  const flags = new Map<string, boolean>();
  const found: string[] = [];
  const afterCommand: string[] = [];
  const nearlyOurs: { word: string; meant: string }[] = [];
  const byName = names(options);
  let divided = false;
  const serverWords = () => words.kind === "target" && found[0] !== undefined && !isUrl(found[0]);

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") {
      divided = true;
      found.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      found.push(word);
      continue;
    }
    const hit = recognize(word, byName);
    if (hit === undefined) {
      if (serverWords()) {
        const meant = nearestLong(word, byName);
        if (meant !== undefined) nearlyOurs.push({ word, meant });
        found.push(word);
        continue;
      }
      throw unknownOption(word, byName, words);
    }
    const option = options[hit.name];
    if (option === undefined) continue;
    if (serverWords()) afterCommand.push(hit.spelled);
    if (option.type === "boolean") {
      flags.set(hit.name, flagValue(hit));
      continue;
    }
    if (hit.negated) throw new UserFault(`${hit.spelled}: only options that are on or off can be negated with --no-.`);
    let value = hit.value;
    if (value === undefined) {
      at += 1;
      value = argv[at];
      if (value === undefined || value === "--" || recognizedLong(value, byName)) {
        throw missingValue(hit.spelled, option, value);
      }
    }
    if (option.type === "enum") value = choice(hit.spelled, value, option.options);
    values.set(hit.name, [...(values.get(hit.name) ?? []), value]);
  }
  if (words.kind === "plain") checkPlain(found, words.names);
  return { values, flags, words: found, divided, afterCommand, nearlyOurs };
}

interface Hit {
  readonly name: string;
  /** As the user wrote it, without the value. */
  readonly spelled: string;
  readonly negated: boolean;
  readonly value: string | undefined;
}

function names(options: Options): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, option] of Object.entries(options)) {
    map.set(`--${name}`, name);
    if (option.alias !== undefined) map.set(`-${option.alias}`, name);
    if (option.type === "boolean") map.set(`--no-${name}`, name);
  }
  return map;
}

function recognize(word: string, byName: ReadonlyMap<string, string>): Hit | undefined {
  const equals = word.indexOf("=");
  const spelled = word.startsWith("--") && equals > 0 ? word.slice(0, equals) : word;
  const name = byName.get(spelled);
  if (name !== undefined) {
    const value = spelled === word ? undefined : word.slice(equals + 1);
    return { name, spelled, negated: spelled === `--no-${name}`, value };
  }
  // `-HName: value` and `-EKEY=value`: one-letter options with the value attached, where it looks like one.
  const short = word.slice(0, 2);
  const attached = byName.get(short);
  const rest = word.slice(2);
  if (attached === undefined || short.startsWith("--") || rest === "") return undefined;
  const looksRight = short === "-H" ? rest.includes(":") : short === "-E" ? /^=?[A-Za-z_]\w*=/.test(rest) : false;
  if (!looksRight) return undefined;
  return { name: attached, spelled: short, negated: false, value: rest.replace(/^=/, "") };
}

function recognizedLong(word: string, byName: ReadonlyMap<string, string>): boolean {
  return word.startsWith("--") && recognize(word, byName) !== undefined;
}

function flagValue(hit: Hit): boolean {
  if (hit.value === undefined) return !hit.negated;
  if (!hit.negated && /^(true|yes|on|1)$/i.test(hit.value)) return true;
  if (!hit.negated && /^(false|no|off|0)$/i.test(hit.value)) return false;
  throw new UserFault(`${hit.spelled} takes no value, but got "${hit.value}". Write ${hit.spelled} alone.`);
}

/** The one of `choices` that was written, case aside. @throws UserFault naming all, and the nearest. */
export function choice(spelled: string, value: string, choices: readonly string[]): string {
  const found = choices.find((one) => one.toLowerCase() === value.toLowerCase());
  if (found !== undefined) return found;
  const all = choices.join(", ");
  throw new UserFault(`${spelled}: "${value}" is not one of ${all}.${didYouMean(value, choices)}`);
}

function missingValue(spelled: string, option: Option, next: string | undefined): UserFault {
  const hint =
    option.type === "enum" ? option.options.join("|") : option.type === "string" ? option.valueHint : "value";
  const base = `${spelled} needs a value: ${spelled} <${hint}>.`;
  if (next === undefined || next === "--") return new UserFault(base);
  return new UserFault(`${base} ${next} is an option; if it is meant as the value, write ${spelled}=${next}.`);
}

function nearestLong(word: string, byName: ReadonlyMap<string, string>): string | undefined {
  if (!word.startsWith("--")) return undefined;
  return nearest(
    word.split("=")[0] ?? word,
    [...byName.keys()].filter((one) => one.startsWith("--")),
  );
}

function unknownOption(word: string, byName: ReadonlyMap<string, string>, words: Words): UserFault {
  const spelled = word.startsWith("--") ? (word.split("=")[0] ?? word) : word;
  const meant = nearestLong(word, byName);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  const divide = words.kind === "target" ? " Options of the server's command go after it, or after --." : "";
  return new UserFault(
    `Unknown option ${spelled}.${hint}${hint === "" ? " See --help for the options." : ""}${divide}`,
  );
}

function checkPlain(found: readonly string[], wanted: readonly string[]): void {
  const extra = found[wanted.length];
  if (extra === undefined) return;
  const takes = wanted.length === 0 ? "takes no arguments" : `takes ${wanted.map((one) => `<${one}>`).join(" ")}`;
  throw new UserFault(`Unexpected argument "${extra}": this command ${takes}.`);
}
