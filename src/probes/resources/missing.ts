import { RESOURCES, resourceList, TEMPLATES } from "../../facts/lists.ts";
import { MISSING, neighbour } from "../../facts/resources.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";

/** Two resources that nobody has: of a scheme of our own, and beside a listed one. */
const probe: Probe = {
  id: MISSING,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [RESOURCES.probe, TEMPLATES.probe],
  ready: (recording) =>
    andThen(resourceList.pages.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const beside = neighbour(recording, kit.word());
        const uris: readonly (readonly [label: string, uri: string])[] = [
          ["unknown scheme", `x-probe-${kit.word()}://none/${kit.word()}`],
          ...(beside === undefined ? [] : [["unknown name", beside] as const]),
        ];
        await together(kit, uris, ([label, uri]) => talk.ask(label, "resources/read", { uri }));
      }),
    ),
};

export default probe;
