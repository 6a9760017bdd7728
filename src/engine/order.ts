import type { Probe, ProbeId } from "../model/probe.ts";

/** How many probes wait for this one, directly or through others, and how long it takes: who holds up much goes first. */
export function urgencyIn(
  probes: readonly Probe[],
  byLength: boolean,
  waitsFor: (probe: Probe) => readonly ProbeId[],
): (probe: Probe) => number {
  const counts = new Map<ProbeId, number>();
  for (const probe of probes) {
    const before = new Set<ProbeId>();
    const add = (id: ProbeId): void => {
      if (before.has(id)) return;
      before.add(id);
      const waiting = probes.find((one) => one.id === id);
      for (const other of waiting === undefined ? [] : waitsFor(waiting)) add(other);
    };
    for (const id of waitsFor(probe)) add(id);
    for (const id of before) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return (probe) => (counts.get(probe.id) ?? 0) + (byLength ? (probe.rounds ?? 1) : 0);
}

/** Each probe behind those that it stands on. */
export function inOrder(probes: readonly Probe[]): readonly Probe[] {
  const ordered: Probe[] = [];
  const place = (probe: Probe): void => {
    if (ordered.includes(probe)) return;
    for (const before of probes.filter((one) => probe.after.includes(one.id))) place(before);
    ordered.push(probe);
  };
  probes.forEach(place);
  return ordered;
}
