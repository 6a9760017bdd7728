import { RESOURCES } from "../../facts/lists.ts";
import { READ, readable } from "../../facts/resources.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";

const MOST = 3;

/** Listed resources, the smallest first. */
const probe: Probe = {
  id: READ,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 3,
  after: [RESOURCES.probe],
  ready: (recording) =>
    andThen(readable(recording, MOST), (uris) =>
      known(async (kit) => {
        const talk = await kit.main();
        await together(kit, uris, (uri, index) => talk.ask(`read ${index + 1}`, "resources/read", { uri }));
      }),
    ),
};

export default probe;
