import { NAME_HEADER, namedRequests } from "../../facts/headers.ts";
import { PROMPTS, RESOURCES, TOOLS } from "../../facts/lists.ts";
import { DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { askMisnamed } from "../misnamed.ts";

/** One call, one read and one prompt, each with its own Mcp-Name and then with another. */
const probe: Probe = {
  id: NAME_HEADER,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "call",
  atOnce: 6,
  after: [DISCOVER, TOOLS.probe, RESOURCES.probe, PROMPTS.probe],
  ready: (recording) => andThen(namedRequests(recording), (requests) => known((kit) => askMisnamed(kit, requests))),
};

export default probe;
