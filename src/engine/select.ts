import { didYouMean } from "../model/nearest.ts";
import { REVISIONS, type Revision, type TransportKind } from "../model/revision.ts";
import { CATEGORIES, type Rule } from "../model/rule.ts";
import type { Catalogue } from "./catalogue.ts";

export type Profile = "core" | "full";

export interface Selected {
  readonly selected: readonly Rule[];
  /** One sentence per filter value that selects nothing. */
  readonly warnings: readonly string[];
}

/** Values of one filter that are told of one by one. */
const MOST = 20;

/**
 * The rules that hold on a transport and pass the filters. Values are categories or ids. `every` are the rules of all
 * catalogues: by them a value that matches nothing is told from one that belongs to another catalogue.
 */
export function select(
  catalogue: Catalogue,
  transport: TransportKind,
  only: readonly string[],
  skip: readonly string[],
  every: readonly Rule[] = [],
): Selected {
  const { revision, rules } = catalogue;
  const here = rules.filter((rule) => rule.revisions[revision]?.transports.includes(transport) ?? false);
  const matches = (rule: Rule, value: string): boolean => rule.id === value || rule.category === value;
  const selected = here.filter(
    (rule) =>
      (only.length === 0 || only.some((value) => matches(rule, value))) && !skip.some((value) => matches(rule, value)),
  );
  const warnings = [
    ...allIdle("--only", only),
    ...allIdle("--skip", skip),
    ...(selected.length === 0 ? ["No tests ran -- check --only/--skip"] : []),
  ];
  return { selected, warnings };

  function allIdle(option: string, values: readonly string[]): readonly string[] {
    const found = values.filter((value) => !here.some((rule) => matches(rule, value)));
    const rest = found.length - MOST;
    const told = found.slice(0, MOST).flatMap((value) => idle(option, value));
    return rest > 0 ? [...told, `${option}: ${rest} more of its values match no check that applies`] : told;
  }

  function idle(option: string, value: string): readonly string[] {
    if (rules.some((rule) => matches(rule, value))) {
      return [`${option} ${value} matches only checks that do not apply over ${transport}`];
    }
    const nothing = `${option} ${value} matches no check of the ${revision} catalogue.`;
    const other = every.find((rule) => rule.id === value);
    if (other !== undefined) return [`${nothing} It is a check of ${homeOf(other, revision)}.`];
    const own = didYouMean(value, [...CATEGORIES, ...rules.map((rule) => rule.id)]);
    const hint = own === "" ? didYouMean(value, [...every.map((rule) => rule.id)]) : own;
    return [`${nothing}${hint === "" ? " --list shows the ids." : hint}`];
  }
}

/** Where a check stands that the catalogue of this run does not have. */
function homeOf(rule: Rule, revision: Revision): string {
  if (rule.revisions[revision] !== undefined) return `--profile ${rule.profile}`;
  return REVISIONS.filter((one) => rule.revisions[one] !== undefined).join(" and ");
}
