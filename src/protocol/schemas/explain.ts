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
const SILENT: ReadonlySet<string> = new Set(["if", "discriminator", "allOf", "oneOf", "not", "$ref", "propertyNames"]);

/** The faults behind the errors, one per place, in the order found. `name` is what the value as a whole is called. */
export function explain(errors: readonly SchemaError[], value: unknown, name: string): readonly SchemaFault[] {
  const kept: SchemaError[] = [];
  for (const error of errors) {
    if (error.keyword === "anyOf") collectAlternatives(kept, error);
    else if (!SILENT.has(error.keyword)) keep(kept, error);
  }
  if (kept.length === 0) kept.push({ instancePath: "", keyword: "schema", params: {} });
  return kept.map((error) => fault(error, value, name));
}

/** A second error at a place says less than the first, save that a list of values says more than a type. */
function keep(kept: SchemaError[], error: SchemaError): void {
  if (error.keyword === "required") {
    kept.push(error);
    return;
  }
  const before = kept.findIndex((one) => one.instancePath === error.instancePath && one.keyword !== "required");
  if (before === -1) kept.push(error);
  else if (kept[before]?.keyword === "type" && error.keyword === "enum") kept[before] = error;
}

/** An anyOf in the modules only asks for one of some members: their separate errors stand right before its own. */
function collectAlternatives(kept: SchemaError[], error: SchemaError): void {
  const members: unknown[] = [];
  for (;;) {
    const last = kept.at(-1);
    if (last?.keyword !== "required" || last.instancePath !== error.instancePath) break;
    members.unshift(last.params.missingProperty);
    kept.pop();
  }
  keep(kept, members.length > 0 ? { ...error, params: { members } } : error);
}

function fault(error: SchemaError, value: unknown, name: string): SchemaFault {
  const path = segments(error.instancePath);
  const label = labelOf(path, name);
  const there = at(value, path);
  const actual = describe(there);
  const pointer = error.instancePath;
  if (error.keyword === "required") {
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
    case "maxItems":
      return `an array of at most ${String(params.limit)} items`;
    case "anyOf":
      return Array.isArray(params.members)
        ? `an object with one of the members ${listed(params.members)}`
        : "one of the shapes that the specification names";
    default:
      return `as the specification says (${keyword})`;
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
