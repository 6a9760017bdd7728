import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Basis, Category, Level, Required, Revision, TransportKind } from "../src/model/mod.ts";

/** What the rule book says of one rule in one revision: the members that the code has to agree with. */
export interface BookEntry {
  readonly id: string;
  readonly category: Category;
  readonly profile: "core" | "full";
  readonly required: Required;
  readonly transports: readonly TransportKind[];
  readonly since?: string | null;
  readonly until?: string | null;
  readonly basis: Basis;
  readonly level: Level;
  readonly clauses: readonly string[];
}

export type Book = { readonly [R in Revision]?: readonly BookEntry[] };

/** The rule book that lies beside the project on its authors' machines; undefined elsewhere. */
export function readBook(root: string, revisions: readonly Revision[]): Book | undefined {
  const folder = join(dirname(root), "shared", "rulebook");
  try {
    return Object.fromEntries(
      revisions.map((revision) => [revision, JSON.parse(readFileSync(join(folder, `${revision}.json`), "utf8"))]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
