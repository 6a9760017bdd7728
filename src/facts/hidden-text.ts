import { andThen, type Fact, fact, known } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { toolList } from "./lists.ts";

/** One text of a tool that a person or a model reads, with its place. */
export interface ToolText {
  readonly tool: string;
  readonly text: string;
  readonly at: { readonly exchange: string; readonly pointer: string };
}

/** Names, titles, descriptions, and the descriptions in the schemas of all listed tools. */
export const toolTexts: Fact<readonly ToolText[]> = fact("texts of tools", [toolList.entries], (recording) =>
  andThen(toolList.entries.of(recording), (entries) =>
    known(
      entries.flatMap(({ item, at }) => {
        if (!isObject(item)) return [];
        const tool = typeof item["name"] === "string" ? item["name"] : "(without a name)";
        return textsIn(item, 0).map(({ text, pointer }) => ({
          tool,
          text,
          at: { exchange: at.exchange, pointer: `${at.pointer}${pointer}` },
        }));
      }),
    ),
  ),
);

const TEXT_MEMBERS = new Set(["name", "title", "description"]);
const DEEPEST = 12;

function textsIn(value: JsonObject, depth: number): readonly { readonly text: string; readonly pointer: string }[] {
  if (depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (typeof one === "string") return TEXT_MEMBERS.has(key) ? [{ text: one, pointer }] : [];
    const inner: readonly (readonly [string, Json])[] = Array.isArray(one)
      ? (one as readonly Json[]).map((each, index) => [`/${index}`, each] as const)
      : [["", one]];
    return inner.flatMap(([index, each]) =>
      isObject(each)
        ? textsIn(each, depth + 1).map((found) => ({ text: found.text, pointer: `${pointer}${index}${found.pointer}` }))
        : [],
    );
  });
}

const TAG_BASE = 0xe0000;
const BLACK_FLAG = 0x1f3f4;

/** What runs of Unicode tag characters spell, those of emoji flags left out (black flag, letters, end of tag). */
export function tagRuns(text: string): readonly string[] {
  const runs: string[] = [];
  let run = "";
  let flag = false;
  let before = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isTag = code >= TAG_BASE && code <= TAG_BASE + 0x7f;
    if (isTag && run === "" && !flag && before === BLACK_FLAG) flag = true;
    if (isTag && !flag)
      run += code >= TAG_BASE + 0x20 && code < TAG_BASE + 0x7f ? String.fromCharCode(code - TAG_BASE) : "";
    // The end of a tag sequence ends the flag; what follows it belongs to none.
    if (flag && (!isTag || code === TAG_BASE + 0x7f)) flag = false;
    if (!isTag && run !== "") {
      runs.push(run);
      run = "";
    }
    before = code;
  }
  return run === "" ? runs : [...runs, run];
}

const ZERO_WIDTH = /(?:\u200b|\u200c|\u200d|\u2060|\ufeff){8,}/g;

/** What long runs of two kinds of zero-width characters spell when they are read as bits of ASCII, eight each. */
export function zeroWidthRuns(text: string): readonly string[] {
  return [...text.matchAll(ZERO_WIDTH)].flatMap(([run]) => {
    const kinds = [...new Set(run)];
    const [one, two] = kinds;
    if (one === undefined || two === undefined || kinds.length !== 2) return [];
    return [
      [one, two],
      [two, one],
    ].flatMap(([zero]) => {
      const bits = [...run].map((char) => (char === zero ? "0" : "1")).join("");
      const letters = (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join("");
      return /^[\x20-\x7e]{4,}$/.test(letters) ? [letters] : [];
    });
  });
}

/** Any invisible or direction-changing characters: worth a remark, proof of nothing. */
export function hasInvisible(text: string): boolean {
  return /[\u200b\u2060\u202a-\u202e\u2066-\u2069]/.test(text);
}

const STEERING =
  /\b(ignore (all |any )?(previous|prior|other)|do not (tell|mention|inform|reveal)|don't (tell|mention)|without (telling|informing) the user|secretly|before (using|calling) any other tool)\b/i;

/** A phrase that steers the model, as it stands in the text. */
export function steeringPhrase(text: string): string | undefined {
  return STEERING.exec(text)?.[0];
}

/** A name as it looks: compatibility forms folded and characters that show nothing taken out. */
export function lookOf(name: string): string {
  return name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}]/gu, "");
}

/** The parts of a text that a person does not see: HTML comments, and what stands behind much emptiness. */
export function hiddenParts(text: string): string {
  const comments = [...text.matchAll(/<!--([\s\S]*?)(-->|$)/g)].map((one) => one[1] ?? "");
  const behind = /(?: {200,}|(?:\r?\n[ \t]*){40,})([\s\S]*)$/.exec(text)?.[1] ?? "";
  return [...comments, behind].join("\n");
}

/** How many names that are no plain words are looked for one by one: the rest would take too long. */
const MOST_ODD_NAMES = 200;

/** Looks for names in texts as whole words, case and all. The work grows with the text, not with the number of names. */
export function nameFinder(names: readonly string[]): (text: string) => ReadonlySet<string> {
  const plain = new Set(names.filter((name) => /^[\w.-]+$/.test(name)));
  const odd = names.filter((name) => name !== "" && !plain.has(name)).slice(0, MOST_ODD_NAMES);
  return (text) => {
    const found = new Set(odd.filter((name) => standsIn(text, name)));
    for (const [word] of text.matchAll(/[\w.-]+/g)) {
      // A sentence may end, or a member begin, at a dot.
      for (let end = word.length; end > 0; end = word.lastIndexOf(".", end - 1)) {
        const start = word.slice(0, end);
        if (plain.has(start)) found.add(start);
      }
    }
    return found;
  };
}

function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + name.length] ?? " "];
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
