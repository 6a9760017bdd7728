import { didYouMean } from "../model/nearest.ts";
import type { TransportKind } from "../model/revision.ts";
import { CATEGORIES, type Rule } from "../model/rule.ts";
import type { Catalogue } from "./catalogue.ts";

export type Profile = "core" | "full";

export interface Selected {
  readonly selected: readonly Rule[];
  /** One sentence per filter value that selects nothing. */
  readonly warnings: readonly string[];
}

/** The rules that hold on a transport and pass the filters. Values are categories or ids. */
export function select(
  catalogue: Catalogue,
  transport: TransportKind,
  only: readonly string[],
  skip: readonly string[],
): Selected {
  const { revision, rules } = catalogue;
  const here = rules.filter((rule) => rule.revisions[revision]?.transports.includes(transport) ?? false);
  const matches = (rule: Rule, value: string): boolean => rule.id === value || rule.category === value;
  const selected = here.filter(
    (rule) =>
      (only.length === 0 || only.some((value) => matches(rule, value))) && !skip.some((value) => matches(rule, value)),
  );
  const warnings = [
    ...only.flatMap((value) => idle("--only", value)),
    ...skip.flatMap((value) => idle("--skip", value)),
    ...(selected.length === 0 ? ["No tests ran -- check --only/--skip"] : []),
  ];
  return { selected, warnings };

  function idle(option: string, value: string): readonly string[] {
    if (here.some((rule) => matches(rule, value))) return [];
    if (rules.some((rule) => matches(rule, value))) {
      return [`${option} ${value} matches only checks that do not apply over ${transport}`];
    }
    const hint = didYouMean(value, [...CATEGORIES, ...rules.map((rule) => rule.id)]);
    return [`${option} ${value} matches no check of the ${revision} catalogue.${hint}`];
  }
}
