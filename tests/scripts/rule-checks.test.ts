import { expect, test } from "vitest";
import type { Everything, Found } from "../../scripts/rule-checks.ts";
import { checkEverything } from "../../scripts/rule-checks.ts";
import type { BookEntry } from "../../scripts/rulebook.ts";
import type { Probe, Rule, RuleRevision } from "../../src/model/mod.ts";
import { fact, known } from "../../src/model/mod.ts";

const probe: Probe = {
  id: "tools/list",
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [],
  ready: () => known(async () => {}),
};

const about: RuleRevision = {
  required: true,
  basis: "spec",
  level: "MUST",
  clauses: ["server/tools#listing-tools", "server/tools"],
  transports: ["http", "stdio"],
  method: { probe: "asks", pass: "is well", fail: "is not", skip: "has none" },
  uses: [fact("tools", ["tools/list"], () => known(1))],
  judge: () => known([]),
};

const rule: Rule = {
  id: "tools-list",
  category: "tools",
  profile: "core",
  title: "Tools are listed",
  why: "Clients need it.",
  fix: "List them.",
  revisions: { "2025-11-25": about },
};

const entry: BookEntry = {
  id: "tools-list",
  category: "tools",
  profile: "core",
  required: true,
  transports: ["http", "stdio"],
  since: "2024-11-05",
  until: null,
  basis: "spec",
  level: "MUST",
  clauses: ["server/tools#", "server/tools#listing-tools"],
};

function found<T extends { readonly id: string }>(value: T, area: string, name: string): Found<T> {
  return { area, name, value };
}

const sound: Everything = {
  rules: [found(rule, "tools", "tools-list")],
  probes: [found(probe, "tools", "list")],
  catalogue: {
    "2025-11-25": { core: ["tools-list"], full: [], counts: { all: 1, http: 1, stdio: 1 } },
    "2026-07-28": { core: [], full: [], counts: { all: 0, http: 0, stdio: 0 } },
  },
  mutants: ["tools/tools-list"],
  traps: ["tools/tools-list"],
  book: { "2025-11-25": [entry], "2026-07-28": [] },
  differences: [],
};

function withRule(change: Partial<Rule>): Everything {
  return { ...sound, rules: [found({ ...rule, ...change }, "tools", "tools-list")] };
}

function withRevision(change: Partial<RuleRevision>): Everything {
  return withRule({ revisions: { "2025-11-25": { ...about, ...change } } });
}

function withProbe(change: Partial<Probe>): Everything {
  return { ...sound, probes: [found({ ...probe, ...change }, "tools", "list")] };
}

test("a sound project has nothing wrong and nothing missing", () => {
  expect(checkEverything(sound)).toEqual({ problems: [], missing: [] });
});

test.each<[string, Everything, string]>([
  ["an id that is not the file's", withRule({ id: "tools-lists" }), "expected tools-list, as the file is called"],
  ["two rules of one id", { ...sound, rules: [...sound.rules, found(rule, "prompts", "tools-list")] }, "the same id"],
  ["no title", withRule({ title: "" }), "has no title"],
  ["a blank why", withRule({ why: " " }), "has no why"],
  ["no fix", withRule({ fix: "" }), "has no fix"],
  ["no such category", withRule({ category: "tool" as Rule["category"] }), "tool is no category"],
  ["the wrong profile", withRule({ profile: "full" }), "the catalogue says core"],
  ["no revision", withRule({ revisions: {} }), "holds in no revision"],
  [
    "a revision beyond the catalogue",
    withRule({ revisions: { ...rule.revisions, "2026-07-28": about } }),
    "is not in the catalogue of 2026-07-28",
  ],
  ["no method text", withRevision({ method: { ...about.method, skip: "" } }), "has no method.skip"],
  ["no transport", withRevision({ transports: [] }), "holds on no transport"],
  ["no clause", withRevision({ clauses: [] }), "cites no clause"],
  ["a clause that is a URL", withRevision({ clauses: ["https://example.com/#x"] }), "expected page#heading"],
  ["a clause with blanks", withRevision({ clauses: ["server/tools#listing tools"] }), "expected page#heading"],
  ["a clause twice", withRevision({ clauses: ["server/tools", "server/tools"] }), "cites a clause twice"],
  ["advice that is required", withRevision({ basis: "advice", level: "advice" }), "is advice and required"],
  ["advice with a keyword", withRevision({ basis: "advice", required: false }), "only one of basis and level"],
  ["no fact", withRevision({ uses: [] }), "uses no fact"],
  [
    "a fact on no probe",
    withRevision({ uses: [fact("x", ["tools/lost"], () => known(1))] }),
    "the probe tools/lost: no such probe",
  ],
  ["a probe under a wrong id", withProbe({ id: "tools/lists" }), "expected tools/list, as the file is called"],
  ["a probe after nothing", withProbe({ after: ["tools/lost"] }), "comes after tools/lost, which does not exist"],
  ["a probe after itself", withProbe({ after: ["tools/list"] }), "comes after itself"],
  [
    "a mutant of no rule",
    { ...sound, mutants: [...sound.mutants, "tools/gone"] },
    "tests/mutants/tools/gone.ts has no src/rules",
  ],
  [
    "a trap of no rule",
    { ...sound, traps: [...sound.traps, "tools/gone"] },
    "tests/traps/tools/gone.ts has no src/rules",
  ],
  ["a transport less", withRevision({ transports: ["http"] }), "has 0 core rules on stdio; expected 1"],
  ["the rule book's mark", withRevision({ required: "tools" }), 'required is "tools"; the rule book has true'],
  ["the rule book's level", withRevision({ level: "SHOULD" }), 'level is "SHOULD"; the rule book has "MUST"'],
  ["the rule book's bound", withRevision({ since: "2025-06-18" }), 'since is "2025-06-18"; the rule book has null'],
  ["the rule book's clauses", withRevision({ clauses: ["server/tools"] }), "clauses is"],
  ["the rule book's category", withRule({ category: "schema" }), 'category is "schema"; the rule book has "tools"'],
])("finds %s", (_, all, message) => {
  expect(checkEverything(all).problems.join("\n")).toContain(message);
});

test("a count that the catalogue does not keep", () => {
  const catalogue = {
    ...sound.catalogue,
    "2025-11-25": { core: ["tools-list"], full: ["tools-list"], counts: { all: 88, http: 1, stdio: 1 } },
  };
  const { problems } = checkEverything({ ...sound, catalogue, book: undefined });
  expect(problems).toEqual([
    "catalogue of 2025-11-25: has tools-list twice",
    "catalogue of 2025-11-25: has 1 core rules; expected 88",
  ]);
});

test("the catalogue is compared with the rule book, order included", () => {
  const book = { "2025-11-25": [{ ...entry, id: "tools-first" }, entry], "2026-07-28": [] };
  expect(checkEverything({ ...sound, book }).problems).toEqual([
    "catalogue of 2025-11-25: its core ids or their order are not the rule book's",
  ]);
});

test("a named difference is allowed, and a stale one is not", () => {
  const named = { id: "tools-list", revision: "2025-11-25", field: "level", reason: "The page says SHOULD." } as const;
  const differs = withRevision({ level: "SHOULD" });
  expect(checkEverything({ ...differs, differences: [named] }).problems).toEqual([]);
  expect(checkEverything({ ...differs, differences: [{ ...named, reason: "" }] }).problems).toEqual([
    "difference tools-list 2025-11-25 level has no reason",
  ]);
  expect(checkEverything({ ...sound, differences: [named] }).problems).toEqual([
    "difference tools-list 2025-11-25 level is none any more: remove it from the list",
  ]);
});

test("what is still to write is no problem, but is said", () => {
  expect(checkEverything({ ...sound, rules: [], mutants: [], traps: [] })).toEqual({
    problems: [],
    missing: [{ what: "rule", profile: "core", id: "tools-list", revision: "2025-11-25" }],
  });
  expect(checkEverything({ ...sound, mutants: [], traps: [] }).missing).toEqual([
    { what: "mutants", profile: "core", id: "tools-list" },
    { what: "traps", profile: "core", id: "tools-list" },
  ]);
});
