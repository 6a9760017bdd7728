import { NAME_HEADER_READS, namedReads } from "../../facts/headers.ts";
import { PROMPTS, RESOURCES } from "../../facts/lists.ts";
import { DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { askMisnamed } from "../misnamed.ts";

/** One read and one prompt, each with its own Mcp-Name and then with another: for a run that may not call. */
const probe: Probe = {
  id: NAME_HEADER_READS,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 4,
  after: [DISCOVER, RESOURCES.probe, PROMPTS.probe],
  ready: (recording) => andThen(namedReads(recording), (requests) => known((kit) => askMisnamed(kit, requests))),
};

export default probe;
