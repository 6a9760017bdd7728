/** What has to be true of all rules and probes together. Pure: scripts/check-rules.ts reads the files. */
import type { Probe, Revision, Rule, RuleRevision } from "../src/model/mod.ts";
import { CATEGORIES, REVISIONS } from "../src/model/mod.ts";
import type { Catalogue } from "../src/rules/catalogue.ts";
import type { Difference } from "./differences.ts";
import type { Book, BookEntry } from "./rulebook.ts";

/** A module `<area>/<name>.ts` and what it exports as default. */
export interface Found<T> {
  readonly area: string;
  readonly name: string;
  readonly value: T;
}

export interface Everything {
  readonly rules: readonly Found<Rule>[];
  readonly probes: readonly Found<Probe>[];
  readonly catalogue: { readonly [R in Revision]: Catalogue };
  /** `<area>/<rule id>` of every file under tests/mutants and tests/traps. */
  readonly mutants: readonly string[];
  readonly traps: readonly string[];
  readonly book: Book | undefined;
  readonly differences: readonly Difference[];
}

export interface Result {
  /** Contradictions: never right. */
  readonly problems: readonly string[];
  /** What the catalogue promises and nobody has written yet. */
  readonly missing: readonly Missing[];
}

export interface Missing {
  readonly what: "rule" | "mutants" | "traps";
  readonly profile: "core" | "full";
  readonly id: string;
  readonly revision?: Revision;
}

export function checkEverything(all: Everything): Result {
  const problems = [
    ...names(
      all.rules,
      "src/rules",
      (rule) => rule.id,
      (found) => found.name,
    ),
    ...names(
      all.probes,
      "src/probes",
      (probe) => probe.id,
      (found) => `${found.area}/${found.name}`,
    ),
    ...all.probes.flatMap(({ value }) => probeProblems(value, all.probes)),
    ...all.rules.flatMap(({ value }) => ruleProblems(value, all)),
    ...orphans(all),
    ...REVISIONS.flatMap((revision) => catalogueProblems(revision, all)),
    ...bookProblems(all),
  ];
  return { problems, missing: missing(all) };
}

function names<T>(
  found: readonly Found<T>[],
  folder: string,
  idOf: (value: T) => string,
  expected: (one: Found<T>) => string,
): readonly string[] {
  const seen = new Map<string, string>();
  return found.flatMap((one) => {
    const file = `${folder}/${one.area}/${one.name}.ts`;
    const id = idOf(one.value);
    const before = seen.get(id);
    seen.set(id, file);
    return [
      ...(id === expected(one) ? [] : [`${file} has the id ${id}; expected ${expected(one)}, as the file is called`]),
      ...(before === undefined ? [] : [`${file} and ${before} have the same id ${id}`]),
    ];
  });
}

function probeProblems(probe: Probe, all: readonly Found<Probe>[]): readonly string[] {
  const byId = new Map(all.map(({ value }) => [value.id, value]));
  const say = (text: string) => `probe ${probe.id}: ${text}`;
  const problems: string[] = [];
  if (probe.revisions.length === 0) problems.push(say("holds in no revision"));
  if (probe.transports.length === 0) problems.push(say("holds on no transport"));
  for (const id of probe.after) {
    const other = byId.get(id);
    if (other === undefined) problems.push(say(`comes after ${id}, which does not exist`));
    else if (!probe.revisions.some((one) => other.revisions.includes(one))) {
      problems.push(say(`comes after ${id}, which runs in none of its revisions`));
    }
  }
  if (reaches(probe.id, probe.id, byId)) problems.push(say("comes after itself"));
  return problems;
}

function reaches(from: string, goal: string, byId: ReadonlyMap<string, Probe>, seen = new Set<string>()): boolean {
  return (byId.get(from)?.after ?? []).some((next) => {
    if (next === goal) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(next, goal, byId, seen);
  });
}

function ruleProblems(rule: Rule, all: Everything): readonly string[] {
  const say = (text: string) => `rule ${rule.id}: ${text}`;
  const problems: string[] = [];
  for (const field of ["title", "why", "fix"] as const) {
    if (!isText(rule[field])) problems.push(say(`has no ${field}`));
  }
  if (!CATEGORIES.includes(rule.category)) problems.push(say(`${rule.category} is no category`));
  const core = REVISIONS.some((revision) => all.catalogue[revision].core.includes(rule.id));
  if (rule.profile !== (core ? "core" : "full")) {
    problems.push(say(`has the profile ${rule.profile}; the catalogue says ${core ? "core" : "full"}`));
  }
  const revisions = Object.entries(rule.revisions) as [Revision, RuleRevision][];
  if (revisions.length === 0) problems.push(say("holds in no revision"));
  for (const [revision, about] of revisions) {
    const { core, full } = all.catalogue[revision] ?? { core: [], full: [] };
    if (![...core, ...full].includes(rule.id)) problems.push(say(`is not in the catalogue of ${revision}`));
    for (const problem of revisionProblems(about, all)) problems.push(say(`${revision} ${problem}`));
  }
  return problems;
}

/** A page under docs/specification/<revision>, and a heading on it. */
const CLAUSE = /^[a-z0-9-]+(\/[a-z0-9-]+)*(#[a-z0-9&_-]*)?$/;

function revisionProblems(about: RuleRevision, all: Everything): readonly string[] {
  const problems: string[] = [];
  for (const field of ["probe", "pass", "fail", "skip"] as const) {
    if (!isText(about.method?.[field])) problems.push(`has no method.${field}`);
  }
  if (about.transports.length === 0) problems.push("holds on no transport");
  if (new Set(about.transports).size !== about.transports.length) problems.push("names a transport twice");
  if ((about.basis === "advice") !== (about.level === "advice"))
    problems.push("has only one of basis and level advice");
  if (about.basis === "advice" && about.required !== false) problems.push("is advice and required");
  if (about.clauses.length === 0) problems.push("cites no clause");
  if (new Set(about.clauses).size !== about.clauses.length) problems.push("cites a clause twice");
  for (const clause of about.clauses) {
    if (!CLAUSE.test(clause)) problems.push(`cites ${JSON.stringify(clause)}; expected page#heading`);
  }
  if (about.uses.length === 0) problems.push("uses no fact");
  const known = new Set(all.probes.map(({ value }) => value.id));
  for (const fact of about.uses) {
    for (const probe of fact.probes) {
      if (!known.has(probe)) problems.push(`uses the fact ${fact.name}, which needs the probe ${probe}: no such probe`);
    }
  }
  return problems;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value === value.trim();
}

/** Files of mutants and traps that belong to no rule. */
function orphans({ rules, mutants, traps }: Everything): readonly string[] {
  const known = new Set(rules.map(({ area, name }) => `${area}/${name}`));
  return [
    ...mutants.filter((path) => !known.has(path)).map((path) => `tests/mutants/${path}.ts has no src/rules/${path}.ts`),
    ...traps.filter((path) => !known.has(path)).map((path) => `tests/traps/${path}.ts has no src/rules/${path}.ts`),
  ];
}

function catalogueProblems(revision: Revision, { catalogue, rules }: Everything): readonly string[] {
  const { core, full, counts } = catalogue[revision];
  const say = (text: string) => `catalogue of ${revision}: ${text}`;
  const problems: string[] = [];
  const ids = [...core, ...full];
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index)))
    problems.push(say(`has ${id} twice`));
  if (core.length !== counts.all) problems.push(say(`has ${core.length} core rules; expected ${counts.all}`));
  const written = core.flatMap((id) => rules.find(({ value }) => value.id === id)?.value.revisions[revision] ?? []);
  if (written.length === core.length) {
    for (const transport of ["http", "stdio"] as const) {
      const count = written.filter((about) => about.transports.includes(transport)).length;
      if (count !== counts[transport]) {
        problems.push(say(`has ${count} core rules on ${transport}; expected ${counts[transport]}`));
      }
    }
  }
  return problems;
}

function bookProblems({ book, catalogue, rules, differences }: Everything): readonly string[] {
  if (book === undefined) return [];
  const problems: string[] = [];
  const unused = new Set(differences);
  for (const revision of REVISIONS) {
    const entries = book[revision] ?? [];
    for (const profile of ["core", "full"] as const) {
      const ids = entries.filter((entry) => entry.profile === profile).map((entry) => entry.id);
      if (ids.join() !== catalogue[revision][profile].join()) {
        problems.push(`catalogue of ${revision}: its ${profile} ids or their order are not the rule book's`);
      }
    }
    for (const entry of entries) {
      const rule = rules.find(({ value }) => value.id === entry.id)?.value;
      const about = rule?.revisions[revision];
      if (rule === undefined || about === undefined) continue;
      for (const { field, ours, theirs } of compare(rule, about, entry)) {
        const named = differences.find(
          (one) => one.id === entry.id && one.revision === revision && one.field === field,
        );
        if (named === undefined) {
          problems.push(
            `rule ${entry.id}: ${revision} ${field} is ${ours}; the rule book has ${theirs}. ` +
              "Where the specification says so, name it with the reason in scripts/differences.ts",
          );
        } else unused.delete(named);
      }
    }
  }
  const written = (one: Difference) => rules.some(({ value }) => value.id === one.id && value.revisions[one.revision]);
  for (const one of differences) {
    if (!isText(one.reason)) problems.push(`difference ${one.id} ${one.revision} ${one.field} has no reason`);
    if (unused.has(one) && written(one)) {
      problems.push(`difference ${one.id} ${one.revision} ${one.field} is none any more: remove it from the list`);
    }
  }
  return problems;
}

function compare(rule: Rule, about: RuleRevision, entry: BookEntry) {
  const show = (value: unknown) => JSON.stringify(value) ?? "absent";
  const pairs: readonly [keyof BookEntry, unknown, unknown][] = [
    ["category", rule.category, entry.category],
    ["required", about.required, entry.required],
    ["transports", [...about.transports].sort(), [...entry.transports].sort()],
    ["since", since(about.since), since(entry.since)],
    ["until", until(about.until), until(entry.until)],
    ["basis", about.basis, entry.basis],
    ["level", about.level, entry.level],
    ["clauses", clauses(about.clauses), clauses(entry.clauses)],
  ];
  return pairs
    .map(([field, ours, theirs]) => ({ field, ours: show(ours), theirs: show(theirs) }))
    .filter(({ ours, theirs }) => ours !== theirs);
}

/** A bound that excludes nothing is no bound: no revision is older than 2024-11-05. */
function since(bound: string | null | undefined): string | null {
  return bound === undefined || bound === "2024-11-05" ? null : bound;
}

/** Nothing newer than 2025-11-25 is negotiated. */
function until(bound: string | null | undefined): string | null {
  return bound === undefined || bound === "2025-11-25" ? null : bound;
}

/** The order is the rule's own (its first clause is the main one), and a page alone needs no `#`. */
function clauses(list: readonly string[]): readonly string[] {
  return list.map((clause) => clause.replace(/#$/, "")).sort();
}

function missing({ catalogue, rules, mutants, traps }: Everything): readonly Missing[] {
  const found: Missing[] = [];
  for (const revision of REVISIONS) {
    for (const profile of ["core", "full"] as const) {
      for (const id of catalogue[revision][profile]) {
        const written = rules.some(({ value }) => value.id === id && value.revisions[revision] !== undefined);
        if (!written) found.push({ what: "rule", profile, id, revision });
      }
    }
  }
  for (const { area, name, value } of rules) {
    const path = `${area}/${name}`;
    if (!mutants.includes(path)) found.push({ what: "mutants", profile: value.profile, id: value.id });
    if (!traps.includes(path)) found.push({ what: "traps", profile: value.profile, id: value.id });
  }
  return found;
}
