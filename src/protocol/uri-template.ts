/** A part of a URI template (RFC 6570): text as it stands, or an expression with its operator and variables. */
export type TemplatePart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "expression"; readonly operator: string; readonly variables: readonly string[] };

const VARCHAR = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})";
const VARSPEC = new RegExp(`^${VARCHAR}(?:\\.?${VARCHAR})*(?::[1-9][0-9]{0,3}|\\*)?$`);
/** Operators that have a meaning; = , ! @ | are kept for later and make a template that nobody can expand. */
const OPERATORS = "+#./;?&";
/** Characters that may not stand outside an expression: RFC 6570 section 2.1. */
const NO_LITERAL = /[\u0000-\u0020"'%<>\\^`{|}\u007f-\u009f]/;

/** The parts of a template, or what is wrong with it as the end of a sentence ("its { is never closed"). */
export function parseTemplate(template: string): readonly TemplatePart[] | { readonly fault: string } {
  const parts: TemplatePart[] = [];
  let rest = template;
  while (rest !== "") {
    const open = rest.search(/[{}]/);
    const text = open < 0 ? rest : rest.slice(0, open);
    const odd = oddLiteral(text);
    if (odd !== undefined) return { fault: odd };
    if (text !== "") parts.push({ kind: "literal", text });
    if (open < 0) return parts;
    if (rest[open] === "}") return { fault: "it has a } without a {" };
    const close = rest.indexOf("}", open);
    if (close < 0) return { fault: "its { is never closed" };
    const expression = readExpression(rest.slice(open + 1, close));
    if ("fault" in expression) return expression;
    parts.push(expression);
    rest = rest.slice(close + 1);
  }
  return parts;
}

function oddLiteral(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return "it has a % that begins no percent-encoded byte";
  // The letter of the grammar forbids the apostrophe too, a known slip: URIs may have it.
  const odd = [...text.replace(/%[0-9A-Fa-f]{2}|'/g, "")].find((char) => NO_LITERAL.test(char));
  return odd === undefined ? undefined : `it has the character ${JSON.stringify(odd)} outside an expression`;
}

function readExpression(inside: string): TemplatePart | { readonly fault: string } {
  const first = inside[0] ?? "";
  if ("=,!@|".includes(first) && first !== "") {
    return { fault: `its expression {${inside}} has the operator ${first}, which is reserved` };
  }
  const operator = first !== "" && OPERATORS.includes(first) ? first : "";
  const variables = inside.slice(operator.length).split(",");
  const bad = variables.find((one) => !VARSPEC.test(one));
  if (bad !== undefined) return { fault: `its expression {${inside}} names no variable as RFC 6570 has them` };
  return { kind: "expression", operator, variables: variables.map((one) => one.replace(/(?::\d+|\*)$/, "")) };
}

/**
 * True when a template could stand for a URI: generously, any text may stand for an expression. True as well for a
 * template that cannot be read.
 */
export function couldMatch(template: string, uri: string): boolean {
  const parts = parseTemplate(template);
  if ("fault" in parts) return true;
  let from = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "expression") continue;
    // The first occurrence leaves the most to the expressions that follow.
    const found = index === 0 ? (uri.startsWith(part.text) ? 0 : -1) : uri.indexOf(part.text, from);
    if (found < 0) return false;
    from = found + part.text.length;
  }
  const last = parts.at(-1);
  if (last === undefined) return uri === "";
  return last.kind === "expression" || (uri.endsWith(last.text) && from <= uri.length);
}
