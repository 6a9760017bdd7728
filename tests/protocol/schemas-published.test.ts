import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject, Revision } from "../../src/model/mod.ts";
import { hasDefinition, validate } from "../../src/protocol/schemas/validators.ts";
import { needingShared, sharedJson, sharedPath } from "../support/shared.ts";
import { instancesOf, mutantsOf } from "./schemas-instances.ts";
import type { Difference, Judge } from "./schemas-published.ts";
import { DIFFERENCES, LEFT_OUT, published } from "./schemas-published.ts";

/** The published schemas with the named differences, against the project's compiled ones: they must agree everywhere. */

/** Definitions of older revisions that have another meaning under the same name. */
const OLDER_LEFT_OUT: { readonly [name: string]: string } = {
  JSONRPCMessage: "responses and errors had other names, and 2025-03-26 had batches",
  JSONRPCResponse: "meant a result only",
  PaginatedRequest: "had no envelope; no message is a bare one",
  ElicitResult: "sent by a client: the tool's own answers fit every revision",
};

const CURRENT: readonly Revision[] = ["2025-11-25", "2026-07-28"];

function schemaFile(revision: string): string {
  return `schema/${revision}/schema.json`;
}

function judgesOf(revision: string, differences: readonly Difference[] = DIFFERENCES[revision] ?? []) {
  return published(sharedJson(schemaFile(revision)) as JsonObject, differences);
}

/** Published examples that break the specification's own text. */
const UNSOUND_EXAMPLES: { readonly [file: string]: string } = {
  "ReadResourceResultResponse/read-resource-result-response.json":
    "a complete result without ttlMs and cacheScope, which server/utilities/caching requires of it",
};

interface Example {
  readonly definition: string;
  readonly file: string;
  readonly value: Json;
}

/** Published examples: one folder for each definition. 2025-11-25 has none. */
function examplesOf(revision: Revision): readonly Example[] {
  const folder = sharedPath(`schema/${revision}/examples`);
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((definition) =>
    readdirSync(`${folder}/${definition}`).map((file) => ({
      definition,
      file: `${definition}/${file}`,
      value: JSON.parse(readFileSync(`${folder}/${definition}/${file}`, "utf8")) as Json,
    })),
  );
}

/** Where the two do not agree about an instance or one of its mutants, in words; and how many were tried. */
function disagreements(
  theirs: Judge,
  ours: Judge,
  definition: string,
  value: Json,
  levels = 3,
): { tried: number; found: string[] } {
  const found: string[] = [];
  let tried = 0;
  for (const mutant of mutantsOf(value, levels)) {
    tried += 1;
    const wanted = theirs(definition, mutant.value);
    if (ours(definition, mutant.value) !== wanted) {
      found.push(
        `${definition} ${mutant.what}: published says ${wanted ? "sound" : "faulty"}: ${JSON.stringify(value)}`,
      );
    }
  }
  return { tried, found };
}

function ours(revision: Revision, negotiated?: string): Judge {
  return (definition, value) => validate(revision, definition, value, negotiated).length === 0;
}

for (const revision of CURRENT) {
  const there = sharedPath(schemaFile(revision)) !== undefined;
  describe.skipIf(!there)(needingShared(`the published schema of ${revision}`, schemaFile(revision)), () => {
    it("has no definition that the project lacks, but for those left out by name", () => {
      const { definitions } = judgesOf(revision);
      const lacking = Object.keys(definitions).filter((name) => !hasDefinition(revision, name));
      expect(lacking.sort()).toEqual(Object.keys(LEFT_OUT).sort());
    });

    it("judges generated instances as the project does, and their mutants", () => {
      const { definitions, fits } = judgesOf(revision);
      const own = ours(revision);
      const found: string[] = [];
      let tried = 0;
      for (const [name, schema] of Object.entries(definitions)) {
        if (LEFT_OUT[name] !== undefined) continue;
        const values = instancesOf(schema, definitions).filter((value) => fits(name, value));
        expect(values, `nothing was generated for ${name}`).not.toEqual([]);
        for (const [index, value] of values.entries()) {
          expect(validate(revision, name, value), `${name}: ${JSON.stringify(value)}`).toEqual([]);
          // The first two are the fullest and the barest; the others differ from the fullest in one member.
          const result = disagreements(fits, own, name, value, index < 2 ? 3 : 0);
          tried += result.tried;
          found.push(...result.found);
        }
      }
      expect(found.slice(0, 5)).toEqual([]);
      expect(tried).toBeGreaterThan(50_000);
    });

    it("differs in each named way", () => {
      const all = DIFFERENCES[revision] ?? [];
      const { definitions } = judgesOf(revision);
      for (const left of all) {
        const { fits } = judgesOf(
          revision,
          all.filter((one) => one !== left),
        );
        const differs = instancesOf(definitions[left.shows] ?? {}, definitions).some(
          (value) => disagreements(fits, ours(revision), left.shows, value).found.length > 0,
        );
        expect(differs, `without "${left.name}" the two agree: it can go`).toBe(true);
      }
    });

    const examples = examplesOf(revision);
    it.skipIf(examples.length === 0)("has examples that both take, and mutants that both judge alike", () => {
      const { fits } = judgesOf(revision);
      const found: string[] = [];
      let tried = 0;
      for (const { definition, file, value } of examples) {
        const sound = UNSOUND_EXAMPLES[file] === undefined;
        expect(fits(definition, value), `${file} under the published schema`).toBe(sound);
        expect(validate(revision, definition, value).length === 0, file).toBe(sound);
        const result = disagreements(fits, ours(revision), definition, value);
        tried += result.tried;
        found.push(...result.found);
      }
      expect(found.slice(0, 5)).toEqual([]);
      expect(examples.length).toBeGreaterThan(100);
      expect(tried).toBeGreaterThan(10_000);
    });
  });
}

for (const negotiated of ["2024-11-05", "2025-03-26", "2025-06-18"]) {
  const there = sharedPath(schemaFile(negotiated)) !== undefined;
  describe.skipIf(!there)(needingShared(`the published schema of ${negotiated}`, schemaFile(negotiated)), () => {
    it("judges as 2025-11-25 does where the older revision was negotiated", () => {
      const { definitions, fits } = judgesOf(negotiated);
      const newer = judgesOf("2025-11-25").definitions;
      const own = ours("2025-11-25", negotiated);
      const found: string[] = [];
      let compared = 0;
      for (const name of Object.keys(definitions)) {
        if (!hasDefinition("2025-11-25", name) || OLDER_LEFT_OUT[name] !== undefined) continue;
        compared += 1;
        // Instances of the newer revision too: what the older one does not know is what matters here.
        const values = [definitions, newer].flatMap((from) => instancesOf(from[name] ?? {}, from));
        for (const value of values) found.push(...disagreements(fits, own, name, value, 1).found);
      }
      expect(found.slice(0, 5)).toEqual([]);
      expect(compared).toBeGreaterThan(60);
    });
  });
}
