/** One element of a document, as far as the tests need it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const VOID = new Set(["meta", "br", "link", "img", "input", "hr"]);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#10": "\n",
  "#35": "#",
  "#58": ":",
};

/**
 * Reads XML, or HTML that is written as strictly: every tag closed in its turn, every attribute quoted, every `<` and
 * `&` of the text written as a reference. Anything else throws.
 */
export function readMarkup(text: string, kind: "xml" | "html"): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open: Element[] = [root];
  const tag = /<(!--[\s\S]*?--|\?[^>]*\?|!doctype [^>]*|\/?[a-zA-Z][^<>"]*(?:"[^"<]*"[^<>"]*)*)>/gy;
  let at = 0;
  while (at < text.length) {
    const parent = open.at(-1) ?? root;
    // What stands in a script is no markup, but for its end.
    const next = text.indexOf(parent.name === "script" ? "</script" : "<", at);
    const raw = text.slice(at, next < 0 ? text.length : next);
    if (raw !== "") parent.children.push(/^(style|script)$/.test(parent.name) ? raw : decode(raw));
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(text);
    if (match === null) throw new Error(`no tag at ${next}: ${text.slice(next, next + 60)}`);
    at = tag.lastIndex;
    const inside = match[1] ?? "";
    if (inside.startsWith("?") || inside.startsWith("!")) continue;
    if (inside.startsWith("/")) {
      const closed = open.pop();
      if (closed?.name !== inside.slice(1)) throw new Error(`</${inside.slice(1)}> closes <${closed?.name}>`);
      continue;
    }
    const name = /^[^\s/]+/.exec(inside)?.[0] ?? "";
    const element = { name, attributes: attributesIn(inside.slice(name.length)), children: [] };
    (open.at(-1) ?? root).children.push(element);
    // In HTML what is drawn (SVG) may be closed in itself too.
    const empty = inside.endsWith("/") || (kind === "html" && VOID.has(name));
    if (!empty) open.push(element);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  return root;
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const rest = text.replace(/\s+([\w:-]+)(?:="([^"<]*)")?/g, (_, name: string, value = "") => {
    found[name] = decode(value);
    return "";
  });
  if (!/^\s*\/?$/.test(rest)) throw new Error(`attributes that are none: ${rest}`);
  return found;
}

function decode(text: string): string {
  return text.replace(/&([^;\s]{0,8};?)/g, (whole, name: string) => {
    const value = ENTITIES[name.replace(/;$/, "")];
    if (value === undefined || !name.endsWith(";")) throw new Error(`no reference: ${whole}`);
    return value;
  });
}

/** All elements of a name, wherever they stand. */
export function elements(root: Element, name: string): readonly Element[] {
  return root.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return child.name === name ? [child, ...elements(child, name)] : elements(child, name);
  });
}

export function everyElement(root: Element): readonly Element[] {
  return root.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...everyElement(child)]));
}

export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}
