/** Readers of the formats that are not ours: what they take is what the reports must be. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { validateXML } from "xmllint-wasm";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const json = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, "utf8"));

/** What is wrong with a value under the schema that is published with the tool; [] where nothing is. */
export const reportProblems = problemsUnder(
  new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true }),
  json(here("../../schemas/report.v1.json")),
);

/** The same under SARIF 2.1.0's schema. It is of draft 04, of whose own words it uses "id" alone. */
export const sarifProblems = (() => {
  const {
    id: _,
    $schema: __,
    ...schema
  } = json(createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
  return problemsUnder(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }), schema);
})();

function problemsUnder(ajv: Ajv | Ajv2020, schema: Record<string, unknown>): (value: unknown) => readonly string[] {
  addFormats.default(ajv as Ajv);
  const validate = ajv.compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

const XSD = readFileSync(here("./junit.xsd"), "utf8");

/** What libxml2 has to say about a JUnit report, as XML and under the schema; [] where it is sound. */
export async function junitProblems(...texts: readonly string[]): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: texts.map((contents, at) => ({ fileName: `report-${at}.xml`, contents })),
    schema: [XSD],
    // A recording of a megabyte is no attack on the reader.
    extension: "schema",
  });
  return errors.map((error) => error.message);
}

/** The HTML that CommonMark with GitHub's extensions makes of a text; HTML in it is let through, to be looked at. */
export function renderMarkdown(text: string): string {
  return micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}
