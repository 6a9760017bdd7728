/** What a compiled function leaves about one failed assertion. `instancePath` is an RFC 6901 pointer. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly [name: string]: unknown };
}

/** A compiled definition. `this.negotiated` is the revision whose members are judged. */
export interface Check {
  (this: { readonly negotiated: string }, value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/** One thing that is wrong with a value. */
export interface SchemaFault {
  /** RFC 6901, into the value; of the object where a member is missing. */
  readonly pointer: string;
  /** A sentence without full stop: which part, what was expected, what is there. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** Says nothing of its own: the assertions inside have spoken. */
const SILENT: ReadonlySet<string> = new Set(["if", "discriminator"]);
/** Stand for the errors inside them. */
const ALTERNATIVES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);
const COLLECTIVE: ReadonlySet<string> = new Set(["contains", "not", "propertyNames"]);

/** The faults behind the errors, one per place, in the order found. `name` is what the value as a whole is called. */
export function explain(errors: readonly SchemaError[], value: unknown, name: string): readonly SchemaFault[] {
  const kept: SchemaError[] = [];
  for (const error of errors) {
    if (ALTERNATIVES.has(error.keyword)) kept.push(nearest(takeInside(kept, error), error));
    else if (COLLECTIVE.has(error.keyword)) {
      takeInside(kept, error);
      kept.push(error);
    } else if (!SILENT.has(error.keyword)) kept.push(error);
  }
  const told = onePerPlace(kept);
  if (told.length === 0) told.push({ instancePath: "", keyword: "schema", params: {} });
  return told.map((error) => fault(error, value, name));
}

/** A second error at a place says less than the first, save that a list of values says more than a type. */
function onePerPlace(errors: readonly SchemaError[]): SchemaError[] {
  const told: SchemaError[] = [];
  for (const error of errors) {
    const before = aboutMember(error)
      ? -1
      : told.findIndex((one) => one.instancePath === error.instancePath && !aboutMember(one));
    if (before === -1) told.push(error);
    else if (told[before]?.keyword === "type" && error.keyword === "enum") told[before] = error;
  }
  return told;
}

/**
 * What to tell about an anyOf or oneOf that no branch satisfied, instead of the errors of all branches: where each lacks
 * a member or has another type, that in one; else the error of the branch that got furthest.
 */
function nearest(inside: readonly SchemaError[], error: SchemaError): SchemaError {
  const here = inside.filter((one) => one.instancePath === error.instancePath);
  const all = (keyword: string) => here.length === inside.length && here.every((one) => one.keyword === keyword);
  if (inside.length === 0) return error;
  if (all("required")) return { ...error, params: { members: here.map((one) => one.params.missingProperty) } };
  if (all("type")) {
    const types = new Set(here.flatMap((one) => one.params.type as string | string[]));
    return { ...error, keyword: "type", params: { type: [...types] } };
  }
  return inside.reduce((best, one) => (nearness(one) > nearness(best) ? one : best));
}

/** A branch that fails deep down was meant more likely than one that fails early; one of another tag was not meant. */
function nearness(error: SchemaError): number {
  const depth = error.instancePath.split("/").length;
  if (error.keyword === "const") return depth - 1.5;
  return error.keyword === "type" ? depth : depth + 0.5;
}

/** Takes the last errors off the list as long as they are about the same value or a part of it. */
function takeInside(kept: SchemaError[], outer: SchemaError): readonly SchemaError[] {
  const inside: SchemaError[] = [];
  for (let last = kept.at(-1); last !== undefined && isWithin(last, outer); last = kept.at(-1)) {
    inside.unshift(last);
    kept.pop();
  }
  return inside;
}

/** Several errors of an object can each be about one of its members. */
function aboutMember({ params }: SchemaError): boolean {
  return MEMBER_PARAMS.some((name) => params[name] !== undefined);
}

const MEMBER_PARAMS = ["missingProperty", "additionalProperty", "unevaluatedProperty", "propertyName"];

function isWithin(inner: SchemaError, outer: SchemaError): boolean {
  return inner.instancePath === outer.instancePath || inner.instancePath.startsWith(`${outer.instancePath}/`);
}

function fault(error: SchemaError, value: unknown, name: string): SchemaFault {
  const path = segments(error.instancePath);
  const label = labelOf(path, name);
  const there = at(value, path);
  const actual = describe(there);
  const pointer = error.instancePath;
  if (error.params.missingProperty !== undefined) {
    const member = JSON.stringify(error.params.missingProperty);
    return {
      pointer,
      message: `${label} lacks the required member ${member}${membersOf(there)}`,
      expected: `a member ${member}`,
      actual,
    };
  }
  if (error.keyword === "valueSince") {
    const message = `${label} is ${JSON.stringify(there)}, which only ${String(error.params.since)} brought`;
    return { pointer, message, expected: "a value that the negotiated revision knows", actual };
  }
  const surplus = error.params.additionalProperty ?? error.params.unevaluatedProperty ?? error.params.propertyName;
  if (surplus !== undefined) {
    const member = JSON.stringify(surplus);
    return { pointer, message: `${label} must not have the member ${member}`, expected: `no member ${member}`, actual };
  }
  const expected = expectation(error);
  return { pointer, message: `${label} must be ${expected}, not ${actual}`, expected, actual };
}

/** Fits after "must be". */
function expectation({ keyword, params }: SchemaError): string {
  switch (keyword) {
    case "type":
      return typeWords(params.type);
    case "const":
      return JSON.stringify(params.allowedValue);
    case "enum":
      return `one of ${listed(params.allowedValues as readonly unknown[])}`;
    case "minimum":
      return `at least ${String(params.limit)}`;
    case "maximum":
      return `at most ${String(params.limit)}`;
    case "minItems":
    case "maxItems":
      return `an array of at ${keyword === "minItems" ? "least" : "most"} ${String(params.limit)} items`;
    case "anyOf":
      return Array.isArray(params.members)
        ? `an object with one of the members ${listed(params.members)}`
        : "of one of the shapes that its schema names";
    case "oneOf":
      return "of exactly one of the shapes that its schema names";
    case "pattern":
      return `a text that matches ${String(params.pattern)}`;
    case "minLength":
    case "maxLength":
      return `a text of at ${keyword === "minLength" ? "least" : "most"} ${String(params.limit)} characters`;
    case "uniqueItems":
      return "an array of different items";
    case "contains":
      return "an array with an item of the kind that its schema asks for";
    case "false schema":
      return "absent";
    default:
      return `as its schema says (${keyword}${params.limit === undefined ? "" : ` ${String(params.limit)}`})`;
  }
}

const TYPE_WORDS: { readonly [type: string]: string } = {
  object: "an object",
  array: "an array",
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
};

function typeWords(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((one) => TYPE_WORDS[String(one)] ?? String(one)).join(" or ");
}

/** What is there, in a few words; fits after "not". */
export function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `the string ${JSON.stringify(shortened(value, 60))}`;
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 1 ? "an array of 1 item" : `an array of ${value.length} items`;
  const names = Object.keys(value as object);
  return names.length === 0 ? "an empty object" : `an object with ${listed(names)}`;
}

function membersOf(value: unknown): string {
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return names.length === 0 ? "" : ` (it has ${listed(names)})`;
}

function listed(values: readonly unknown[]): string {
  const most = 8;
  const shown = values.slice(0, most).map((one) => JSON.stringify(typeof one === "string" ? shortened(one, 40) : one));
  return values.length > most ? `${shown.join(", ")} and ${values.length - most} more` : shown.join(", ");
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function segments(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function at(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as { readonly [name: string]: unknown })[name];
  }
  return here;
}

/** `tools[0].inputSchema`, as people write it. */
function labelOf(path: readonly string[], name: string): string {
  if (path.length === 0) return name;
  let label = "";
  for (const part of path) {
    if (/^\d+$/.test(part)) label += `[${part}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(part)) label += label === "" ? part : `.${part}`;
    else label += `[${JSON.stringify(shortened(part, 60))}]`;
  }
  return label;
}
