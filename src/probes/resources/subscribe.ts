import { isServed } from "../../facts/evidence.ts";
import { RESOURCES } from "../../facts/lists.ts";
import { readable, SUBSCRIBE } from "../../facts/resources.ts";
import { declares } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";

const MOST = 3;

/** Subscribes to listed resources until one is granted, and ends that subscription. */
const probe: Probe = {
  id: SUBSCRIBE,
  revisions: ["2025-11-25"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 1,
  after: [RESOURCES.probe],
  ready: (recording) =>
    andThen(declares("resources.subscribe").of(recording), () =>
      andThen(readable(recording, MOST), (uris) =>
        known(async (kit) => {
          const talk = await kit.main();
          for (const [index, uri] of uris.entries()) {
            const granted = await talk.ask(`subscribe ${index + 1}`, "resources/subscribe", { uri });
            if (!isServed(granted)) continue;
            await talk.ask(`unsubscribe ${index + 1}`, "resources/unsubscribe", { uri });
            return;
          }
        }),
      ),
    ),
};

export default probe;
