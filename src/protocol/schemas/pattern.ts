/**
 * Regular expressions that a server wrote into its schemas. They are its own words, so they run, but never for long: a
 * pattern that can backtrack without end is not tried on a long text.
 */
export interface BoundedPattern {
  /** True where the text matches, false where it does not, undefined where trying could take too long. */
  test(text: string): boolean | undefined;
}

/** Steps that one match may take in the worst case: about a second. */
const BUDGET = 1e8;
/** Two to the power of this is within the budget. */
const LONGEST_FOR_NESTED = 24;
const LONGEST_PATTERN = 10_000;

/**
 * The pattern as JSON Schema reads it (ECMA-262, with the u flag, or without it where only that is valid: many patterns
 * in the field have escapes that the u flag forbids). Undefined: no regular expression either way.
 */
export function boundedPattern(source: string): BoundedPattern | undefined {
  const expression = compiled(source, "u") ?? compiled(source, "");
  if (expression === undefined) return undefined;
  const { repeats, nested } = backtracking(source);
  return {
    test(text) {
      const affordable =
        source.length <= LONGEST_PATTERN &&
        (nested ? text.length <= LONGEST_FOR_NESTED : Math.max(1, text.length) ** repeats <= BUDGET);
      return affordable ? expression.test(text) : undefined;
    },
  };
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** How many open-ended repetitions there are, and whether one repeats a group that can match in more than one way. */
function backtracking(source: string): { readonly repeats: number; readonly nested: boolean } {
  let repeats = 0;
  let nested = false;
  let group = { loose: false };
  const outer: { loose: boolean }[] = [];
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i];
    if (char === "\\") i += 1;
    else if (char === "[") i = endOfClass(source, i);
    else if (char === "(") {
      outer.push(group);
      group = { loose: false };
    } else if (char === "|") group.loose = true;
    else if (char === ")") {
      const inner = group;
      group = outer.pop() ?? { loose: false };
      if (inner.loose && openEnded(source, i + 1)) nested = true;
      group.loose ||= inner.loose;
    }
    if (openEnded(source, i + 1)) {
      repeats += 1;
      group.loose = true;
    }
  }
  return { repeats, nested };
}

/** A quantifier without a low upper bound stands here. */
function openEnded(source: string, at: number): boolean {
  if (source[at] === "*" || source[at] === "+") return true;
  const braces = /^\{(\d+)(,(\d*))?\}/.exec(source.slice(at, at + 24));
  if (braces === null) return false;
  const most = braces[2] === undefined ? braces[1] : braces[3];
  return most === "" || Number(most) > 10;
}

function endOfClass(source: string, from: number): number {
  for (let i = from + 1; i < source.length; i += 1) {
    if (source[i] === "\\") i += 1;
    else if (source[i] === "]") return i;
  }
  return source.length;
}
