import { linkTo } from "../engine/assess.ts";
import { type Alias, AUDIT_ALIASES, aliasOf } from "../model/aliases.ts";
import {
  type Basis,
  CATEGORIES,
  type Level,
  REVISIONS,
  type Required,
  type Revision,
  type Rule,
  type RuleRevision,
  type TransportKind,
  UserFault,
} from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";
import { COMMAND } from "./defaults.ts";

export interface CitedClause {
  /** Page and heading: `server/tools#listing-tools`. */
  readonly clause: string;
  readonly url: string;
}

/** One rule as it holds in one revision, for people and machines. */
export interface ExplainedRevision {
  readonly specVersion: Revision;
  readonly required: Required;
  readonly basis: Basis;
  readonly level: Level;
  readonly transports: readonly TransportKind[];
  /** The negotiated revisions in which it holds, both included. */
  readonly since?: string;
  readonly until?: string;
  readonly probe: string;
  readonly passes: string;
  readonly fails: string;
  readonly saysNothing: string;
  readonly clauses: readonly CitedClause[];
}

export interface ExplainedCheck {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly profile: "core" | "full";
  readonly why: string;
  readonly fix: string;
  readonly revisions: readonly ExplainedRevision[];
  /** Revisions that have no such check. */
  readonly notIn: readonly Revision[];
}

export interface Explanation {
  readonly schemaVersion: "1";
  /** The id as it was asked for. */
  readonly id: string;
  /** Set where the id is a name of `audit`. */
  readonly alias?: Alias;
  readonly checks: readonly ExplainedCheck[];
}

/**
 * What a check, or a name of `audit`, is about. `only` leaves out the other revisions.
 * @throws UserFault where there is no such id, naming the nearest, and where the revision has none of it.
 */
export function explain(rules: readonly Rule[], asked: string, only: Revision | undefined): Explanation {
  const id = asked.trim();
  const alias = aliasOf(id);
  const wanted = alias === undefined ? [id] : alias.rules;
  const found = rules.filter((rule) => wanted.includes(rule.id));
  if (found.length === 0 && alias === undefined) throw unknown(rules, id);
  const checks = found.map((rule) => explained(rule, only)).sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id));
  const here = checks.filter((check) => check.revisions.length > 0);
  if (only !== undefined && here.length === 0) throw elsewhere(id, found, alias, only);
  return { schemaVersion: "1", id, ...(alias === undefined ? {} : { alias }), checks: here };
}

function explained(rule: Rule, only: Revision | undefined): ExplainedCheck {
  return {
    id: rule.id,
    title: rule.title,
    category: rule.category,
    profile: rule.profile,
    why: rule.why,
    fix: rule.fix,
    revisions: REVISIONS.flatMap((revision) => {
      const own = rule.revisions[revision];
      return own === undefined || (only !== undefined && only !== revision) ? [] : [explainedIn(revision, own)];
    }),
    notIn: REVISIONS.filter((revision) => rule.revisions[revision] === undefined),
  };
}

function explainedIn(revision: Revision, own: RuleRevision): ExplainedRevision {
  return {
    specVersion: revision,
    required: own.required,
    basis: own.basis,
    level: own.level,
    transports: own.transports,
    ...(own.since === undefined ? {} : { since: own.since }),
    ...(own.until === undefined ? {} : { until: own.until }),
    probe: own.method.probe,
    passes: own.method.pass,
    fails: own.method.fail,
    saysNothing: own.method.skip,
    clauses: citedBy(revision, own),
  };
}

export function citedBy(revision: Revision, own: RuleRevision): readonly CitedClause[] {
  return own.clauses.map((clause) => ({ clause, url: linkTo(revision, clause) }));
}

function unknown(rules: readonly Rule[], id: string): UserFault {
  if (id === "") return new UserFault(`Which check? An id is expected, as in ${COMMAND} explain tools-call.`);
  if ((CATEGORIES as readonly string[]).includes(id)) {
    return new UserFault(`${id} is a category, not a check. ${COMMAND} rules --only ${id} lists its checks.`);
  }
  const hint = didYouMean(id, [...rules.map((rule) => rule.id), ...AUDIT_ALIASES.map((one) => one.id)]);
  return new UserFault(`There is no check "${id}".${hint === "" ? ` ${COMMAND} rules lists all of them.` : hint}`);
}

function elsewhere(id: string, found: readonly Rule[], alias: Alias | undefined, only: Revision): UserFault {
  const homes = REVISIONS.filter((one) => alias?.revision === one || found.some((rule) => rule.revisions[one]));
  return new UserFault(
    `${id} is no check of ${only}; it belongs to ${homes.join(" and ")}. Leave --spec-version out, or name that one.`,
  );
}
