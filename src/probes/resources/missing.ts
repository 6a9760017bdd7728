import { RESOURCES, resourceList, TEMPLATES } from "../../facts/lists.ts";
import { below, MISSING, neighbour } from "../../facts/missing.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { together } from "../together.ts";

type Read = readonly [label: string, uri: string];

/**
 * Resources that nobody has. 2026-07-28: of a scheme of our own, and beside a listed one. 2025-11-25: below a listed one,
 * which is read as well.
 */
const probe: Probe = {
  id: MISSING,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 2,
  after: [RESOURCES.probe, TEMPLATES.probe],
  ready: (recording) =>
    recording.revision === "2025-11-25"
      ? andThen(below(recording, "x"), () => known((kit) => readAll(kit, legacy(kit, recording))))
      : andThen(resourceList.pages.of(recording), () => known((kit) => readAll(kit, modern(kit, recording)))),
};

async function readAll(kit: Kit, reads: readonly Read[]): Promise<void> {
  const talk = await kit.main();
  await together(kit, reads, ([label, uri]) => talk.ask(label, "resources/read", { uri }));
}

function legacy(kit: Kit, recording: Recording): readonly Read[] {
  const pair = below(recording, kit.word());
  return pair.state === "known"
    ? [
        ["control", pair.value.uri],
        ["unknown below", pair.value.made],
      ]
    : [];
}

function modern(kit: Kit, recording: Recording): readonly Read[] {
  const beside = neighbour(recording, kit.word());
  return [
    ["unknown scheme", `x-probe-${kit.word()}://none/${kit.word()}`],
    ...(beside === undefined ? [] : [["unknown name", beside] as const]),
  ];
}

export default probe;
