import { REMOVED_METHODS, removedRequests } from "../../facts/discover.ts";
import { RESOURCES, resourceList } from "../../facts/lists.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import type { Probe } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { control } from "../control.ts";
import { together } from "../together.ts";

/** Requests that this revision has no more, in its own form. */
const probe: Probe = {
  id: REMOVED_METHODS,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 5,
  after: [DISCOVER, RESOURCES.probe],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const requests = removedRequests(listedUri(recording) ?? "test:x");
        await together(kit, [undefined, ...requests], (one) =>
          one === undefined ? control(talk, "control") : talk.ask(one.method, one.method, one.params),
        );
      }),
    ),
};

/** The uri of the first listed resource. */
function listedUri(recording: Recording): string | undefined {
  const entries = resourceList.entries.of(recording);
  const item = entries.state === "known" ? entries.value[0]?.item : undefined;
  return isObject(item) && typeof item["uri"] === "string" ? item["uri"] : undefined;
}

export default probe;
