import type { Probe, ProbeId } from "../model/probe.ts";
import type { TransportKind } from "../model/revision.ts";
import type { Rule } from "../model/rule.ts";
import type { Catalogue } from "./catalogue.ts";

/** A probe that does nothing to a server but read. */
export type ReadingProbe = Probe & { readonly impact: "read" };

/** The probes that the selected rules need, with what those stand on, in registry order. */
export function planProbes(catalogue: Catalogue, rules: readonly Rule[], transport: TransportKind): readonly Probe[] {
  return planned(catalogue, rules, transport, () => true);
}

/**
 * As `planProbes`, of probes that only read. A scan reads what the others say; for its own sake only those are run that
 * read and stand on the greeting alone (lists, not what they lead to).
 * @throws Error where a rule rests on a probe that does more than read: such a plan must not exist.
 */
export function planReading(
  catalogue: Catalogue,
  rules: readonly Rule[],
  transport: TransportKind,
): readonly ReadingProbe[] {
  const byId = new Map(catalogue.probes.map((probe) => [probe.id, probe]));
  const opens = (id: ProbeId): boolean => byId.get(id)?.after.length === 0;
  const light = (id: ProbeId): boolean => {
    const probe = byId.get(id);
    return probe?.impact === "read" && probe.after.every(opens);
  };
  return planned(catalogue, rules, transport, light).map((probe) => {
    if (probe.impact === "read") return { ...probe, impact: probe.impact };
    throw new Error(`The probe "${probe.id}" does more than read (${probe.impact}), and only reading is allowed`);
  });
}

/** `forScan`: which of the probes that a scan would like to see are planned for its sake. */
function planned(
  catalogue: Catalogue,
  rules: readonly Rule[],
  transport: TransportKind,
  forScan: (id: ProbeId) => boolean,
): readonly Probe[] {
  const byId = new Map(catalogue.probes.map((probe) => [probe.id, probe]));
  const wanted = new Set<ProbeId>();
  const add = (id: ProbeId): void => {
    if (wanted.has(id)) return;
    wanted.add(id);
    const probe = byId.get(id);
    if (probe === undefined) throw new Error(`A fact or probe names the probe "${id}", which is not registered`);
    for (const before of probe.after) add(before);
  };
  add(catalogue.greeting);
  for (const one of Object.values(catalogue.about))
    for (const id of one.probes) if (needed(id, rules, catalogue)) add(id);
  for (const rule of rules)
    for (const one of rule.revisions[catalogue.revision]?.uses ?? [])
      for (const id of one.probes) if (!one.wholeRun || forScan(id)) add(id);
  return catalogue.probes.filter(
    (probe) =>
      wanted.has(probe.id) && probe.revisions.includes(catalogue.revision) && probe.transports.includes(transport),
  );
}

/** The header's facts cost nothing of their own: their probes run only where a rule runs them anyway. */
function needed(id: ProbeId, rules: readonly Rule[], catalogue: Catalogue): boolean {
  return (
    id === catalogue.greeting ||
    rules.some((rule) => rule.revisions[catalogue.revision]?.uses.some((one) => one.probes.includes(id)) ?? false)
  );
}
