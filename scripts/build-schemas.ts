import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { KeywordCxt, Options } from "ajv";
import { _, Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type Core from "ajv/dist/core.js";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { definitions as of20251125 } from "../src/protocol/schemas/2025-11-25/mod.ts";
import { definitions as of20260728 } from "../src/protocol/schemas/2026-07-28/mod.ts";
import { AJV_OPTIONS } from "../src/protocol/schemas/server-schema-ajv.ts";
import type { Definitions } from "../src/protocol/schemas/shape.ts";
import { writeWhole } from "./write.ts";

/**
 * Compiles the schema modules of both revisions ahead of time, so that the tool compiles nothing and evaluates no text
 * when it starts: `compiled/schemas/<revision>.js` holds one exported function per definition and imports nothing.
 *
 *   npx tsx scripts/build-schemas.ts
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MOST_ERRORS = 50;
const REVISIONS: { readonly [revision: string]: Definitions } = {
  "2025-11-25": of20251125,
  "2026-07-28": of20260728,
};

/**
 * The class without unevaluated* and dynamic references, which would double the code: the modules use neither, and the
 * keywords that they use mean the same in it as in 2020-12.
 *
 * It knows the project's keywords (src/protocol/schemas/shape.ts) and holds the definitions, each by its name.
 */
export function compilerFor(definitions: Definitions): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    // The texts of the faults are made by src/protocol/schemas/explain.ts from keyword, parameters and value.
    messages: false,
    inlineRefs: false,
    discriminator: true,
    // `this.negotiated` inside the functions.
    passContext: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateSchema: false,
    addUsedSchema: false,
    code: { source: true, esm: true, optimize: 2 },
  });
  ajv.addKeyword({ keyword: "since", schemaType: "object", code: (cxt) => conditional(cxt, ">=") });
  ajv.addKeyword({ keyword: "until", schemaType: "object", code: (cxt) => conditional(cxt, "<") });
  ajv.addKeyword({
    keyword: "valueSince",
    schemaType: "object",
    error: { message: "", params: ({ params }) => _`{since: ${params.since}}` },
    code(cxt: KeywordCxt) {
      for (const [value, date] of Object.entries(cxt.schema as { readonly [value: string]: string })) {
        cxt.gen.if(_`${cxt.data} === ${value} && this.negotiated < ${date}`, () => {
          cxt.setParams({ since: _`${date}` });
          cxt.error();
        });
      }
    },
  });
  for (const [name, schema] of Object.entries(definitions)) {
    ajv.addSchema({ ...(schema === true ? {} : schema), $id: name });
  }
  return ajv;
}

/** Applies the schema of each date where the negotiated revision compares so with it. */
function conditional(cxt: KeywordCxt, comparison: ">=" | "<"): void {
  for (const date of Object.keys(cxt.schema)) {
    const holds = comparison === ">=" ? _`this.negotiated >= ${date}` : _`this.negotiated < ${date}`;
    cxt.gen.if(holds, () => {
      cxt.subschema({ keyword: cxt.keyword, schemaProp: date }, cxt.gen.name("valid"));
    });
  }
}

/** The source of the module with one exported function for each definition. */
export async function moduleOf(definitions: Definitions): Promise<string> {
  const names = Object.keys(definitions);
  const code = standaloneCode.default(compilerFor(definitions), Object.fromEntries(names.map((name) => [name, name])));
  return bundle(compact(code));
}

/** Inputs of all that was bundled so far: which packages the modules hold code of. */
const bundledInputs = new Set<string>();

async function bundle(contents: string): Promise<string> {
  const bundled = await build({
    absWorkingDir: ROOT,
    metafile: true,
    stdin: { contents, resolveDir: ROOT, loader: "js" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    target: "es2022",
    minify: true,
    legalComments: "none",
  });
  for (const input of Object.keys(bundled.metafile.inputs)) bundledInputs.add(input);
  const [file] = bundled.outputFiles;
  if (file === undefined) throw new Error("esbuild gave no output for a schema module");
  return file.text;
}

/**
 * For every assertion ajv writes out the making of an error object and the growing of the list. A call in their place
 * makes the module less than half as long, which is time at every start, and bounds the list: about a server that sends
 * 10,000 broken tools, the first faults say enough. `errors` stays the length of the list, as the code around expects.
 */
function compact(code: string): string {
  const raised =
    /const (err\d+) = \{(?:instancePath(?::([^;]*?))?,schemaPath:"[^"]*",keyword:"(\w+)",params:([^;]*))?\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;
  const called = /\{instancePath(?::([^;]*?))?,parentData[^;]*?,rootData\}/g;
  const joined =
    /vErrors = vErrors === null \? (validate\d+\.errors) : vErrors\.concat\(\1\);errors = vErrors\.length;/g;
  const short = code
    .replaceAll(raised, (_all, _name, path?: string, keyword?: string, params?: string) => {
      // Inside an `if` ajv leaves the error empty: it is only counted.
      const more = keyword === undefined ? "" : `, ${path ?? "instancePath"}, "${keyword}", ${params}`;
      return `errors = (vErrors = add(vErrors${more})).length;`;
    })
    .replaceAll(joined, "errors = (vErrors = join(vErrors, $1)).length;")
    .replaceAll(called, (_all, path: string | undefined) => path ?? "instancePath")
    .replaceAll('{instancePath="", parentData, parentDataProperty, rootData=data}={}', 'instancePath=""');
  // What ajv writes may change with its version: better no build than a module that is half replaced.
  const left = /schemaPath:|parentData|\.concat\(|errors\+\+/.exec(short);
  if (left !== null) throw new Error(`ajv's code has another form than expected near: ${around(short, left.index)}`);
  return `${HELPERS}${short}`;
}

const HELPERS = `
function add(list, instancePath, keyword, params) {
  const error = { instancePath, keyword, params };
  if (list === null) return [error];
  if (list.length < ${MOST_ERRORS}) list.push(error);
  return list;
}
function join(list, more) {
  if (list === null) return more;
  for (const error of more) if (list.length < ${MOST_ERRORS}) list.push(error);
  return list;
}
`;

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 100), index + 200);
}

function typesOf(definitions: Definitions): string {
  const lines = Object.keys(definitions).map((name) => `export declare const ${name}: Check;`);
  return `import type { Check } from "../../src/protocol/schemas/explain.ts";\n${lines.join("\n")}\n`;
}

const DRAFT_06 = "http://json-schema.org/draft-06/schema";

/** The dialects in which servers write their schemas: each has a class of ajv that knows its meta-schema. */
const DIALECTS: { readonly [dialect: string]: { readonly uri: string; make(options: Options): Core.default } } = {
  "2020-12": { uri: "https://json-schema.org/draft/2020-12/schema", make: (options) => new Ajv2020(options) },
  "2019-09": { uri: "https://json-schema.org/draft/2019-09/schema", make: (options) => new Ajv2019(options) },
  "draft-07": { uri: "http://json-schema.org/draft-07/schema", make: (options) => new Ajv(options) },
  "draft-06": { uri: DRAFT_06, make: (options) => new Ajv(options).addMetaSchema(draft06) },
};

/** The meta-schema of a dialect, compiled: against it every schema that a server sends is checked. */
function metaSchemaModule({ uri, make }: (typeof DIALECTS)[string]): Promise<string> {
  const ajv = make({ ...AJV_OPTIONS, code: { source: true, esm: true, optimize: 2 } });
  return bundle(standaloneCode.default(ajv, { metaSchema: uri }));
}

const META_SCHEMA_TYPES = `import type { SchemaError } from "../../src/protocol/schemas/explain.ts";
export declare const metaSchema: {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
};
`;

/** Returns the files of packages that became part of the modules, relative to the project. */
export async function buildSchemas(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  // Made by earlier versions of this script.
  for (const name of ["ajv", "meta-schema"]) {
    for (const end of ["js", "d.ts"]) await rm(join(folder, `${name}.${end}`), { force: true });
  }
  for (const [dialect, one] of Object.entries(DIALECTS)) {
    const name = `meta-schema-${dialect}`;
    put(join(folder, `${name}.js`), `${HEADER}${selfTyped(name)}${await metaSchemaModule(one)}`);
    put(join(folder, `${name}.d.ts`), `${HEADER}${META_SCHEMA_TYPES}`);
  }
  for (const [revision, definitions] of Object.entries(REVISIONS)) {
    put(join(folder, `${revision}.js`), `${HEADER}${selfTyped(revision)}${await moduleOf(definitions)}`);
    put(join(folder, `${revision}.d.ts`), `${HEADER}${typesOf(definitions)}`);
  }
  return [...bundledInputs].filter((input) => input.includes("node_modules/"));
}

/** Files that are as they should be stay untouched: tests import them while others build. */
function put(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeWhole(path, text);
}

/** Tells Deno where the types are. */
function selfTyped(name: string): string {
  return `// @ts-self-types="./${name}.d.ts"\n`;
}

const HEADER = "// Made by scripts/build-schemas.ts from src/protocol/schemas. Do not edit.\n";

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildSchemas(join(ROOT, "compiled", "schemas"));
}
